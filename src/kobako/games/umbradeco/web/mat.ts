/** Where the cells of a mat lie. The data is the rules' own: tests/games/umbradeco/test_umbradeco_screen.py compares. */

import data from "./mat.json";

export interface Cell {
  name: string;
  column: number;
  diagonal: number;
  /** The middle, where a hexagon is 2 wide and √3 high. */
  x: number;
  y: number;
}

export const HIGH = Math.sqrt(3);
export const WAYS = Object.keys(data.steps);

type Step = keyof typeof data.steps;

/** Column by column, from the top: so they are drawn, and so Tab and those who listen come to them. */
function cellsOf(places: Record<string, number[]>): Cell[] {
  const cells = Object.entries(places).map(([name, [column = 0, diagonal = 0]]) => ({
    name,
    column,
    diagonal,
    x: 1.5 * column,
    y: HIGH * (diagonal + column / 2),
  }));
  return cells.sort((a, b) => a.column - b.column || a.diagonal - b.diagonal);
}

const MATS: Record<number, Cell[]> = { 3: cellsOf(data[3]), 4: cellsOf(data[4]), 5: cellsOf(data[5]) };

/** One mat: its cells, and how far it reaches. */
export class Mat {
  readonly cells: Cell[];
  readonly width: number;
  readonly height: number;
  readonly #named: Map<string, Cell>;

  constructor(side: number) {
    this.cells = MATS[side] ?? [];
    this.width = 3 * (side - 1) + 2;
    this.height = HIGH * (2 * side - 1);
    this.#named = new Map(this.cells.map((cell) => [cell.name, cell]));
  }

  /** Where one comes to the mat. */
  get middle(): Cell | undefined {
    return this.#at(0, 0);
  }

  cell(name: string): Cell | undefined {
    return this.#named.get(name);
  }

  /** The cell beside a cell: `n`, `ne`, `se`, `s`, `sw` or `nw` of it. */
  beside(name: string, direction: string): Cell | undefined {
    const cell = this.cell(name);
    const step = data.steps[direction as Step];
    return cell && step && this.#at(cell.column + (step[0] ?? 0), cell.diagonal + (step[1] ?? 0));
  }

  /** The cells around a cell, as far as the mat reaches. */
  around(name: string): Cell[] {
    return WAYS.flatMap((direction) => this.beside(name, direction) ?? []);
  }

  /** The cells that lie one way from a cell, to the edge. */
  ray(name: string, direction: string): Cell[] {
    const next = this.beside(name, direction);
    return next ? [next, ...this.ray(next.name, direction)] : [];
  }

  /** Where an arrow key leads. To the left and right there are two cells equally near: by turns the upper and lower. */
  toward(name: string, key: string): Cell | undefined {
    const even = (this.cell(name)?.column ?? 0) % 2 === 0;
    const ways: Record<string, string[]> = {
      ArrowUp: ["n"],
      ArrowDown: ["s"],
      ArrowLeft: even ? ["nw", "sw"] : ["sw", "nw"],
      ArrowRight: even ? ["ne", "se"] : ["se", "ne"],
    };
    return ways[key]?.map((way) => this.beside(name, way)).find((cell) => cell !== undefined);
  }

  #at(column: number, diagonal: number): Cell | undefined {
    return this.cells.find((cell) => cell.column === column && cell.diagonal === diagonal);
  }
}

/** The corners of a flat-topped hexagon around a point, for `points` of a polygon. */
export function corners(x: number, y: number, radius: number): string {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => (i * Math.PI) / 3)
    .map((turn) => `${(x + radius * Math.cos(turn)).toFixed(3)},${(y + radius * Math.sin(turn)).toFixed(3)}`)
    .join(" ");
}

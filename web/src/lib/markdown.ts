/** The Markdown of our rulebooks, and no more of it, as a tree: drawn by Rules.svelte, so that no text can become markup. */

export type Span =
  | { is: "text" | "code" | "bold" | "em" | "rule" | "ruling"; text: string }
  | { is: "link"; text: string; to: string };

export type Block =
  | { is: "heading"; level: number; text: Span[] }
  | { is: "paragraph"; text: Span[]; rule: string | null; ruling: boolean }
  | { is: "list"; items: Span[][] }
  | { is: "table"; head: Span[][]; rows: Span[][][] }
  | { is: "code"; text: string }
  /** A picture of a position that the game's folder names, and what there is to see in it. */
  | { is: "position"; name: string; caption: Span[] };

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const RULE = /^[A-Z]{3}-\d+$/;
// A ruling of ours begins with this word, in italics.
const RULING = /^(ruling|裁定)[:：]$/i;
// Lines of Japanese are joined without a space.
const WIDE = /[　-鿿＀-￯]/;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > at) found.push({ is: "text", text: text.slice(at, match.index) });
    found.push(span(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ is: "text", text: text.slice(at) });
  return found;
}

function span([, code, bold, em, link, to]: RegExpMatchArray): Span {
  if (code !== undefined) return { is: "code", text: code };
  if (bold !== undefined) return { is: RULE.test(bold) ? "rule" : "bold", text: bold };
  if (em !== undefined) return { is: RULING.test(em) ? "ruling" : "em", text: em };
  return { is: "link", text: link as string, to: to as string };
}

const FENCE = /^```(.*)\n([\s\S]*?)\n```$/gm;

export function markdown(source: string): Block[] {
  const found: Block[] = [];
  let at = 0;
  for (const match of source.matchAll(FENCE)) {
    found.push(...texts(source.slice(at, match.index)), fenced(match[1]!, match[2]!));
    at = match.index + match[0].length;
  }
  return [...found, ...texts(source.slice(at))];
}

function fenced(info: string, text: string): Block {
  const position = /^position +([\w-]+)$/.exec(info.trim());
  if (!position) return { is: "code", text };
  return { is: "position", name: position[1]!, caption: spans(joined(text.split("\n"))) };
}

function texts(source: string): Block[] {
  return source
    .split(/\n{2,}/)
    .map((chunk) => chunk.replace(/^\n+|\s+$/g, ""))
    .filter((chunk) => chunk)
    .flatMap(blocks);
}

/** A heading needs no blank line below it; all else stands alone. */
function blocks(chunk: string): Block[] {
  const [first = "", ...rest] = chunk.split("\n");
  const heading = /^(#{1,6}) +(.*)$/.exec(first);
  if (!heading) return [block(chunk)];
  const own: Block = { is: "heading", level: heading[1]!.length, text: spans(heading[2]!) };
  return rest.length > 0 ? [own, ...blocks(rest.join("\n"))] : [own];
}

function block(chunk: string): Block {
  const lines = chunk.split("\n");
  if (lines.every((line) => line.startsWith("    ")))
    return { is: "code", text: lines.map((line) => line.slice(4)).join("\n") };
  if (lines.every((line) => line.startsWith("|"))) return table(lines);
  if (/^[-*] /.test(chunk)) return { is: "list", items: items(lines) };
  const text = spans(joined(lines));
  const rule = text.find((part) => part.is === "rule")?.text ?? null;
  return { is: "paragraph", text, rule, ruling: text.some((part) => part.is === "ruling") };
}

function table(lines: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => spans(cell.trim()));
  return { is: "table", head: cells(lines[0]!), rows: lines.slice(2).map(cells) };
}

function items(lines: string[]): Span[][] {
  const texts: string[][] = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) texts.push([line.slice(2)]);
    else texts.at(-1)?.push(line.trim());
  }
  return texts.map((parts) => spans(joined(parts)));
}

function joined(lines: string[]): string {
  return lines
    .map((line) => line.trim())
    .reduce((text, line) => text + (WIDE.test(text.at(-1) ?? "") || WIDE.test(line[0] ?? "") ? "" : " ") + line);
}

/** Lessons and first games: asked for by the page that lists them, and by the table at which one is taken. */

import { api } from "./api";
import type { ExampleShown, GameShown, LessonTold } from "./protocol";
import { route } from "./route.svelte";
import { keepSeats, noteTable } from "./secrets";
import { settings } from "./settings.svelte";
import { load, save } from "./storage";

const told = new Map<string, Promise<LessonTold[]>>();
const shown = new Map<string, Promise<Record<string, ExampleShown>>>();

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return answer;
}

/** The words of a game's lessons, in order. */
export const lessonsOf = (game: string, lang: string) => once(told, `${game} ${lang}`, () => api.lessons(game, lang));

/** The positions of a game, by name. */
export const positionsOf = (game: string, lang: string) =>
  once(shown, `${game} ${lang}`, () => api.positions(game, lang));

export const isLearnt = (game: string, lesson: string) => settings.learnt.includes(`${game}/${lesson}`);

export function noteLearnt(game: string, lesson: string): void {
  if (!isLearnt(game, lesson)) settings.set({ learnt: [...settings.learnt, `${game}/${lesson}`] });
}

/** Who learns sits there as everywhere: by their name, with their face. */
const learner = () => ({
  by: "person" as const,
  name: settings.name,
  ...(settings.face ? { face: settings.face } : {}),
});

/** Take a lesson: at a table of its own. Who takes lessons needs no tour. */
export async function takeLesson(game: string, lesson: string): Promise<void> {
  const made = await api.make({ game, lesson, seats: [learner()] });
  settings.set({ toured: [...new Set([...settings.toured, game])] });
  keepSeats(made.table, game, made.seats);
  noteTable(made.table, { lesson: true });
  route.go(`/t/${made.table}`);
}

const FIRST = 3; // players of a first game, where the game is for so many

/** A first game, against novices, with a coach. */
export async function playCoached(game: GameShown): Promise<void> {
  const players = game.players.includes(FIRST) ? FIRST : game.players[0]!;
  const bots = Array.from({ length: players - 1 }, () => ({ by: "bot" as const, level: "novice" }));
  const seats = [learner(), ...bots];
  const made = await api.make({ game: game.name, players, seats, private: true, practice: true, hints: true });
  keepSeats(made.table, game.name, made.seats);
  setCoach(made.table, true);
  route.go(`/t/${made.table}`);
}

const MOST = 20;

export const hasCoach = (table: string) => load<string[]>("coached", []).includes(table);

export function setCoach(table: string, wanted: boolean): void {
  const others = load<string[]>("coached", []).filter((other) => other !== table);
  save("coached", wanted ? [table, ...others].slice(0, MOST) : others);
}

/** One catalogue for screen, log and terminal: here it is spoken by the screen, in either language, switched at any time. */

import { format, holes, minus, type Value, type Values } from "./format";
import { host } from "./host";
import type { MadePart } from "./protocol";
import type { LogItem } from "./types";

export const LANGUAGES = ["en", "ja"] as const;
export type Lang = (typeof LANGUAGES)[number];

export type Tables = Record<string, string | Record<string, string>>;

export interface Catalogue {
  screen: Tables;
  games: Record<string, Tables>;
}

/** For each event of a game, what kind of thing each of its pieces is: `{"laid": {"seat": "seat", "card": "card"}}`. */
export type EventKinds = Record<string, Record<string, string>>;

/** What happens at a table and is no move of its game, with the kinds of its pieces. */
export const TABLE_EVENTS: EventKinds = {
  sat: { seat: "seat" },
  left: { seat: "seat" },
  away: { seat: "seat" },
  back: { seat: "seat" },
  time_up: { seat: "seat" },
  said: { seat: "seat", what: "saying" },
  refused: { seat: "seat", rule: "rule" },
};

/** Why something was refused, by the server or a table: docs/protocol.md. */
export interface Refused {
  code: string;
  /** In English, for programs. */
  message: string;
  /** What the words for the code are filled with. */
  values?: Record<string, string | number | (string | number)[]> | undefined;
  rule?: string | null | undefined;
}

class Words {
  lang = $state<Lang>("en");
  /** Pieces are called by their short names, as those write who note a game down. */
  notation = $state(false);
  #catalogues = $state.raw<Partial<Record<Lang, Catalogue>>>({});
  #kinds = $state.raw<Record<string, EventKinds>>({});

  /** Whether there is anything to say yet. */
  get ready(): boolean {
    return this.#catalogues[this.lang] !== undefined;
  }

  /** Speak this language from now on; asks the server for it the first time. */
  async use(lang: Lang): Promise<void> {
    if (!this.#catalogues[lang]) {
      const answer = await host.ask("GET", `words/${lang}`);
      if (answer.status !== 200) throw new Error(`no words in ${lang}: the server answers ${answer.status}`);
      this.learn(lang, JSON.parse(answer.text) as Catalogue);
    }
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  learn(lang: Lang, catalogue: Catalogue): void {
    this.#catalogues = { ...this.#catalogues, [lang]: catalogue };
  }

  /** What the pieces of a game's events are, so that a seat is called by its name and a card by its own. */
  learnKinds(game: string, kinds: EventKinds): void {
    this.#kinds = { ...this.#kinds, [game]: kinds };
  }

  /** A text of the screen: `t("play")` is in [label], `t("tour.next")` in [tour]. */
  t(key: string, values?: Values): string {
    const dot = key.indexOf(".");
    const [section, name] = dot < 0 ? ["label", key] : [key.slice(0, dot), key.slice(dot + 1)];
    return format(this.#find(this.#screen, section, name) ?? key, values);
  }

  /** A text of a game: `g(game, "card", "L")`; `g(game, "title")` for one that stands alone. */
  g(game: string, section: string, key = "", values?: Values): string {
    return format(this.#find(this.#of(game), section, key) ?? key, values);
  }

  has(game: string, section: string, key = ""): boolean {
    return this.#find(this.#of(game), section, key) !== undefined;
  }

  /** What a place is called where no names stand on the table ([seen]): its name, where a game has no words for it. */
  place(game: string, name: string): string {
    return (this.notation ? undefined : this.#find(this.#of(game), "seen", name)) ?? name;
  }

  /** What the table calls its pieces, and moves by their text, just now, where no catalogue can know it: `{"f2": "Ben’s, level 4"}`. */
  calls = $state.raw<Record<string, string>>({});

  /** What a bot is called: by our words, or by its own name made readable, as `bot_title` does at the terminal. */
  bot(kind: string): string {
    const name = kind.split(":", 1)[0] ?? "";
    return this.#find(this.#screen, "bot", name) ?? capital(name.replaceAll(/[_-]+/g, " ").trim());
  }

  /** How a bot of this level plays. */
  thinks(level: string): string | undefined {
    return this.#find(this.#screen, "thinks", level);
  }

  /** What the character with this face is called. */
  face(face: string): string | undefined {
    return this.#find(this.#screen, "face", face);
  }

  /** How the character with this face plays. */
  manner(face: string): string | undefined {
    return this.#find(this.#screen, "manner", face);
  }

  /** The faces that one can choose from, with what is drawn. */
  get animals(): Record<string, string> {
    const found = this.#screen?.animal;
    return typeof found === "object" ? found : {};
  }

  /** What an option of a game is called. */
  option(game: string, name: string): string {
    return this.has(game, "option", name) ? this.g(game, "option", name) : capital(name.replaceAll("_", " "));
  }

  /** What a value of an option is called: as `Words.option_value` says it at the terminal. */
  optionValue(game: string, name: string, value: string): string {
    if (name === "first" && /^\d+$/.test(value)) return this.seat(Number(value));
    const key = this.has(game, "option", `${name}=${value}`) ? `${name}=${value}` : value;
    return this.g(game, "option", key);
  }

  /** The texts of one section of a game, by their keys. */
  section(game: string, section: string): Record<string, string> {
    const found = this.#of(game)?.[section];
    return typeof found === "object" ? found : {};
  }

  /** Sentences one after the other, as the language sets them. */
  joined(sentences: string[]): string {
    return sentences.join(this.lang === "ja" ? "" : " ");
  }

  /** What to call a seat: a name, or the seat's number, counted from 1 as people do; the protocol begins at 0. */
  seat(seat: number, names: string[] = []): string {
    return names[seat] || this.t("seat", { seat: seat + 1 });
  }

  /** Something that happened, as a sentence: as `Words.sentence` says it in Python; for those who listen, with its cell. */
  sentence(game: string, item: LogItem, names: string[], heard = false): string {
    const { ply: _ply, event, ...pieces } = item;
    const atTable = event in TABLE_EVENTS;
    const tables = atTable ? this.#screen : this.#of(game);
    const kinds = (atTable ? TABLE_EVENTS : this.#kinds[game])?.[event];
    const values: Values = {};
    for (const [name, value] of Object.entries(pieces)) {
      const kind = kinds?.[name] ?? name;
      const said = this.#piece(kind === "rule" ? this.#of(game) : tables, kind, value, names);
      values[name] = heard && !atTable && typeof value === "string" && said === value ? this.place(game, value) : said;
    }
    // Where a piece is seen and needs no name, a game may have a sentence without it ([told]).
    const named = this.notation || (heard && "cell" in pieces);
    const plain = (key: string) => (named ? undefined : this.#find(tables, "told", key));
    const told = (key: string) => plain(key) ?? this.#find(tables, "event", key);
    const unseen = Object.values(pieces).includes(null) ? told(`${event}_unseen`) : undefined;
    return format(unseen ?? told(event) ?? event, values);
  }

  /** A part of what made a score: as `Words.made` says it in Python. */
  made(game: string, { kind, points, times, sums }: MadePart): string {
    const gain = `${points < 0 ? "" : "+"}${minus(points)}`;
    const text = this.#find(this.#of(game), "made", kind) ?? `${capital(kind.replaceAll("_", " "))} {gain}`;
    return format(text, { ...sums, gain, times });
  }

  /** Why something was refused: as `Words.refusal` says it in Python; in English, if there are no words for it. */
  refusal(refused: Refused, about = ""): string {
    const { code, message, values = {}, rule } = refused;
    const game = about || String(values.game ?? "");
    const text = this.#find(this.#of(game), "refusal", code) ?? this.#find(this.#screen, "refusal", code);
    const told: Values = {};
    for (const [name, value] of Object.entries(values)) {
      const one = name === "options" ? "option" : "";
      const list = Array.isArray(value) && value.map((part) => this.#told(game, one, part)).join(this.t("comma"));
      told[name] = list || this.#told(game, name, value as string | number, values);
    }
    if (rule) Object.assign(told, { rule, why: this.g(game, "rule", rule) });
    const said = format(text ?? "", told);
    return said === "" || holes(said) ? message : said;
  }

  #told(game: string, name: string, value: string | number, values: Refused["values"] = {}): Value {
    if (this.has(game, "title")) {
      if (name === "game") return this.g(game, "title");
      if (name === "option") return this.option(game, String(value));
      if (name === "value") return this.optionValue(game, String(values.option), String(value));
    }
    return name === "seat" ? this.seat(Number(value)) : value;
  }

  #piece(tables: Tables | undefined, kind: string, value: string | number | null, names: string[]): Value {
    if (value === null) return this.#find(tables, "label", "unseen");
    if (kind === "seat") return this.seat(Number(value), names);
    return typeof value === "string" ? (this.#find(tables, kind, value) ?? value) : value;
  }

  get #screen(): Tables | undefined {
    return this.#catalogues[this.lang]?.screen;
  }

  #of(game: string): Tables | undefined {
    return this.#catalogues[this.lang]?.games[game];
  }

  #find(tables: Tables | undefined, section: string, key: string): string | undefined {
    const found = tables?.[section];
    return typeof found === "object" ? (found[key] ?? ofShape(found, key)) : found;
  }
}

/** A text that speaks for many keys: `"{} pass": "{} (pass)"` for every card that ends so. As `Words` in Python does. */
function ofShape(texts: Record<string, string>, key: string): string | undefined {
  for (const [shape, text] of Object.entries(texts)) {
    const [before, after] = shape.split("{}", 2);
    if (before === undefined || after === undefined || key.length <= before.length + after.length) continue;
    if (!key.startsWith(before) || !key.endsWith(after)) continue;
    return text.replaceAll("{}", () => key.slice(before.length, key.length - after.length));
  }
  return undefined;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const words = new Words();

// Made from src/kobako/core/shown.py, src/kobako/table/protocol.py, src/kobako/server/models.py, src/kobako/core/lessons.py, src/kobako/core/published.py, src/kobako/bots/report.py by `make types`: change it there, and make it anew.

/** Whatever JSON can say. */
export type Json = boolean | number | string | Json[] | { [name: string]: Json } | null;

/** A view in readable names, its parts as JSON has them. What is in it is the game's own: most often a TypedDict. */
export type ShownView = { [name: string]: Json };

/** What an action would do, in the game's own names: a TypedDict beside the one of its view. */
export type ShownWould = { [name: string]: Json };

/** Pieces by the names that the game has for them: `{"card": "4", "row": "B"}`. */
export type Pieces = { [name: string]: string | number };

/** Something that the words of a refusal name: an option, its values, a seat. */
export type RefusalValue = string | number | string[] | number[];

/** An action, and the pieces that it names, each under its own name. */
export interface ShownAction {
  id: number;
  /** As people write it, and may type it: `4>B`. */
  text: string;
  /** What sort of action it is: its words are in the game's catalogue under `kind`. */
  kind: string;
  [name: string]: string | number;
}

/** Something that happened, with its pieces under their own names; what is not seen is null. */
export interface ShownEvent {
  /** Its words are in the game's catalogue under `event`. */
  event: string;
  [name: string]: string | number | null;
}

/** An item of the log: an event of the game, or something that happened at the table. */
export interface LogItem extends ShownEvent {
  /** After how many actions it happened: 0 is the deal. */
  ply: number;
  [name: string]: string | number | null;
}

/** A part of what made a score: all events of one kind that concern a seat, taken together. */
export interface MadePart {
  /** The event; `start` is what all began with, `other` what no event tells. Its words are in the game's catalogue under `made`. */
  kind: string;
  times: number;
  /** By how much these events changed the score: less than 0 where they cost. The parts of a seat add up to it. */
  points: number;
  /** The numbers of these events, added up by their names. */
  sums: { [name: string]: number };
}

/** The view of a game that has no `show` of its own: the fields of its state, those by seat under `seats`. */
export interface PlainView {
  round: number;
  /** The seat whose turn it is; null when the game is over. */
  to_move: number | null;
  seats: { [name: string]: Json }[];
  [name: string]: Json;
}

/** One thing that the better action does, or the other one. The words are in the section `why` of the screens' catalogue; for what a game itself foresees, in the section `would` of the game's. */
export interface Reason {
  fact: string;
  /** What the words are filled with; `seat` is a seat's number. */
  values: { [name: string]: number | number | string };
}

export type By = "person" | "bot" | "open";

export type Status = "waiting" | "playing" | "over";

export type Ability = "undo" | "confirm" | "hint" | "what_if" | "rematch" | "pace";

/** A seat, as anyone may see it. */
export interface SeatShown {
  by: By;
  /** What a person calls themselves; none is fine. */
  name: string;
  /** Of a bot. */
  level: string | null;
  /** A bot plays for an absent person, until they are back. */
  away: boolean;
  /** The face they show, of `/faces/FACE.svg`: a bot's is its character, by which it is called. */
  face?: string;
  /** Of a free seat at a rematch: whom of the last game it is kept for, by name (none is fine). */
  kept?: string;
}

/** The time that each seat has. */
export interface ClockTerms {
  /** Seconds for the whole game. */
  bank: number;
  /** Seconds for each move, before the bank is drawn on. */
  per_move: number;
}

/** The time that a seat has left, at the `time` of the frame. */
export interface ClockShown {
  /** Seconds. */
  left: number;
  running: boolean;
}

/** What does not change at a table, but for `hints`, which may change with who sits there. */
export interface TableTerms {
  /** The table's id. */
  table: string;
  game: string;
  /** The version of the game's rules. */
  rules: number;
  players: number;
  /** The options that apply, by name, as text; of house rules, those that the table has changed. */
  options: { [name: string]: string };
  /** Those by which the table leaves the rulebook, and what the rulebook has in their place; mostly none. */
  house_rules: { [name: string]: string };
  /** It is not in the lobby. */
  private: boolean;
  /** It goes on from a recorded game, or is a lesson: its seed is known. Or who made it wants to take moves back. */
  practice: boolean;
  /** The name of the lesson that is taken here, most often none. */
  lesson: string | null;
  /** The table whose course is imagined here, most often none. */
  what_if: string | null;
  hints: boolean;
  clock: ClockTerms | null;
  /** No seat sees anything that another does not: several people can look at one screen all the time. */
  seen_alike: boolean;
  /** The SHA-256 of the seed, which is shown after the end. */
  seed_hash: string;
}

/** A table, as anyone may see it. */
export interface TableShown extends TableTerms {
  status: Status;
  seats: SeatShown[];
  /** The seats that anyone may take. */
  free: number[];
}

/** The first message: where one sits. */
export interface Welcome extends TableTerms {
  type: "welcome";
  protocol: number;
  /** Your seat; null if you watch. */
  you: number | null;
}

/** How a lesson stands. Its words are those of `GET /api/games/{game}/lessons`. */
export interface LessonShown {
  name: string;
  /** The first is 1. */
  number: number;
  /** How many lessons the game has. */
  of: number;
  /** `open`, `done` or `failed`: then nobody is awaited any more. */
  state: LessonState;
}

/** A part of the log: keep your first `from` items, then add these. */
export interface Log {
  from: number;
  items: LogItem[];
}

/** The table as it stood at an event. */
export interface Step {
  /** The event's place in the whole log. */
  at: number;
  /** What you saw then: made like every other view, so that it shows you nothing that you could not see. */
  view: ShownView;
}

/** The table as it stood at an event, before it was cleared for what came next: the end of a round, of the game. */
export interface Still extends Step {
  /** How it stood at the events that led up to it, since the still before: those at which it looked different. */
  steps: Step[];
}

/** The whole table as it now is for one viewer. A client draws it and forgets the one before. */
export interface TableFrame {
  type: "table";
  /** Grows with every change that you may know of. A gap means that changes were put together: nothing is missing. */
  seq: number;
  /** The position you decide in. Every move names it, so that no move is played in a position you have not seen. */
  turn: number;
  /** `waiting` for players (`view` is null), `playing`, `over`. */
  status: Status;
  seats: SeatShown[];
  /** The seats that are awaited. Where several choose at once, all of them, whether or not they have. */
  acting: number[];
  /** What you see: [views](views.md). What you may not know is `"?"`. */
  view: ShownView | null;
  /** What you may do now; `kind` and the pieces it names are for the hand that clicks on them. */
  legal: ShownAction[];
  /** What those of `legal` would do, by their text, as far as you can know: [views](views.md). An action of which there is nothing to say is not there. */
  would: { [name: string]: ShownWould };
  /** Where all choose at once: what you have chosen. It is shown to nobody, nor that you have, until all have. */
  chosen: ShownAction | null;
  /** Your move is played, and waits for you to confirm it. */
  held: boolean;
  /** What you may now ask for (`what_if`, `rematch` over HTTP). It decides, not the `hints` of the `welcome`. */
  can: Ability[];
  /** Whether hints are given here, as people sit now. */
  hints: boolean;
  /** The points of each seat, as they stand. */
  scores: number[];
  /** The rank of each seat, as things stand: 1 is the best, and equals share one. */
  ranks: number[];
  /** Null until the end. */
  winners: number[] | null;
  /** By seat, what made the score; empty until the end, and where the events of the game do not tell. */
  made: MadePart[][];
  /** By seat, at `time`; null where there are none. */
  clocks: ClockShown[] | null;
  /** Seconds since 1970. */
  time: number;
  /** The table rests until then, so that a round's end can be looked at: bots wait, and no clock runs before. You may act all the same. Null where it does not rest. */
  rest_until: number | null;
  /** Null until the end; its SHA-256 is the `seed_hash` you were promised. */
  seed: string | null;
  /** How fast bots among themselves play: 0 is a pause, 1 as usual, 2 twice as fast; null where people play. */
  pace: number | null;
  /** The table of the rematch, once somebody wants one. */
  next: string | null;
  /** Where a lesson is taken. */
  lesson: LessonShown | null;
  log: Log;
  /** Of the items that this frame adds to a log you have: how the table stood at them. A first frame (`log.from` is 0) has none: what is past is not told again. */
  stills: Still[];
}

/** Who has an open connection, by seat. It is about the line, nothing else. */
export interface Presence {
  type: "presence";
  here: boolean[];
}

/** Done, and stored. The frame that shows it comes as well. */
export interface Ack {
  type: "ack";
  id: string;
  /** The turn after it. */
  turn: number;
}

/** Not done. */
export interface RefusedAnswer {
  type: "refused";
  id: string;
  code: string;
  /** In English, for programs. */
  message: string;
  /** What the words for the code are filled with. */
  values: { [name: string]: RefusalValue };
  /** The number of the rule that forbids it. */
  rule?: string;
  /** The present frame. */
  table: TableFrame;
}

/** What the search thinks of an action. */
export interface CandidateShown {
  action: number;
  text: string;
  /** How often it was tried in thought. */
  visits: number;
  /** The share of the win that it promises, 0 to 1. */
  share: number;
}

/** A card, or what else is hidden, that another seat may have. */
export interface BeliefShown {
  seat: number;
  piece: string;
  /** That it has one of them, 0 to 1. */
  chance: number;
}

/** What the search thinks of your actions, the best first. */
export interface Hint {
  type: "hint";
  id: string;
  turn: number;
  candidates: CandidateShown[];
  /** What speaks for the first rather than the next, as far as the game can say. */
  why: Reason[];
  /** What the others may hold, as you can tell: the likeliest first. */
  beliefs: BeliefShown[];
}

/** Still here. */
export interface Pong {
  type: "pong";
  id: string;
}

/** What you sent could not be read. After too many, the connection is closed. */
export interface Unreadable {
  type: "error";
  code: string;
  message: string;
  values: { [name: string]: RefusalValue };
}

export type Answer = Ack | RefusedAnswer | Hint | Pong;

export type ServerMessage = Welcome | TableFrame | Presence | Answer | Unreadable;

/** A position of a game that its rules page or a lesson shows, to be drawn. */
export interface ExampleShown {
  players: number;
  /** Through whose eyes. */
  you: number | null;
  acting: number[];
  view: ShownView;
  /** The events of the last move. */
  last: LogItem[];
  /** The same as text. */
  picture: string;
}

/** One position of a replay: after so many actions. Views and events are by whose eyes see them: `all` for everything, `none` for a spectator, and each seat's number. */
export interface ReplayPosition {
  ply: number;
  /** Who came here; null at the deal. */
  seat: number | null;
  /** By which action, with nothing hidden. */
  action: ShownAction | null;
  acting: number[];
  scores: number[];
  ranks: number[];
  /** What happened on the way here. */
  events: { [name: string]: LogItem[] };
  views: { [name: string]: ShownView };
}

/** A finished game, position by position. */
export interface Replay {
  /** How it is told; what is stored from before phases had names is 1. */
  format: number;
  game: string;
  rules: number;
  players: number;
  options: { [name: string]: string };
  /** As a table has them; what was stored before there were any does not say. */
  house_rules?: { [name: string]: string };
  seed: string;
  seed_hash: string;
  names: string[];
  winners: number[] | null;
  positions: ReplayPosition[];
}

export type Level = string;

export type Name = string;

export type Face = string;

export type SeatNumber = number;

export type Kifu = string;

/** Who is to sit on a seat of a new table. */
export interface SeatWish {
  by?: "person" | "bot" | "open";
  name?: Name;
  level?: Level | null;
  face?: Face;
}

/** Seconds for the whole game, and seconds for each move. */
export interface ClockWish {
  bank?: number;
  per_move?: number;
}

/** A new table: a game, one of its lessons, or a game that was played, here or elsewhere, and the ply from which to play on. */
export interface TableWish {
  game?: string | null;
  players?: number;
  options?: { [name: string]: string };
  seats?: SeatWish[];
  private?: boolean;
  clock?: ClockWish | null;
  hints?: boolean | null;
  /** Where it was played here. */
  table?: string | null;
  /** As it was recorded. */
  kifu?: Kifu | null;
  ply?: number | null;
  /** Against bots alone, any number of one's own moves can be taken back. */
  practice?: boolean;
  lesson?: string | null;
}

/** To sit down: anywhere, or on a certain seat. */
export interface SitWish {
  name?: Name;
  seat?: SeatNumber | null;
  face?: Face;
}

/** Bots for one free seat, or for all. */
export interface BotWish {
  level?: Level | null;
  seat?: SeatNumber | null;
}

/** A recorded game. */
export interface KifuText {
  kifu: Kifu;
}

/** A seat, and the secret that opens it: given once. */
export interface SeatGiven {
  seat: number;
  secret: string;
}

/** A new table, and the seats that are yours. */
export interface TableMade {
  table: string;
  seats: SeatGiven[];
  /** At a table of bots alone: the secret of who made it, and says how fast they play. */
  host?: string | null;
}

/** Your seat at the table of the rematch. */
export interface Rematch extends SeatGiven {
  table: string;
}

/** Your seat at a side table. */
export interface WhatIf extends SeatGiven {
  table: string;
}

/** What an option counts out: `5 x2, 9+4` and so on, with commas between them. */
export interface CountedShown {
  kind: string;
  usual: { [name: string]: number };
  others: string[];
  fixed: { [name: string]: number };
  total: number;
}

/** An option of a game. */
export interface OptionShown {
  name: string;
  default: string;
  allowed: string;
  values: { [name: number]: string[] };
  free: boolean;
  house_values: { [name: number]: string[] };
  several: string[];
  counted: CountedShown | null;
}

/** What a table may have of a house rule. */
export interface HouseSpan {
  least: number;
  most: number;
  rulebook: number;
}

/** A number of the rulebook that a table may change by naming it, among its options. */
export interface HouseRuleShown {
  name: string;
  rule: string;
  spans: { [name: number]: HouseSpan };
}

/** A game on the shelf. */
export interface GameShown {
  name: string;
  rules: number;
  titles: { [name: string]: string };
  about: { [name: string]: string };
  players: number[];
  options: OptionShown[];
  /** The numbers of its rulebook that a table may change. */
  house_rules: HouseRuleShown[];
  /** Of each event, what kind of thing each of its pieces is. */
  events: { [name: string]: { [name: string]: string } };
  /** Where the browser finds its table, if its package brings one. */
  table: string | null;
  /** And its picture. */
  emblem: string | null;
  /** A picture of play. */
  picture: string | null;
  /** How many lessons it has. */
  lessons: number;
  /** Whether there is a study of it to read. */
  study: boolean;
}

/** A lesson, in one language. */
export interface LessonTold {
  name: string;
  title: string;
  /** What to do. */
  task: string;
  /** What there was to see. */
  done: string;
  /** A nudge. */
  missed: string;
}

/** What the search thinks of a game, as far as it has got. */
export interface Review {
  done: number;
  of: number;
  decisions: DecisionShown[];
  /** After so many actions (the first: the deal), each seat's chance to win, as those at the table could tell. */
  curve: number[][];
  /** The action after which the winners stayed ahead to the end; 0: from the deal on. Null before the review's end. */
  decided_at: number | null;
  /** The actions at which most changed hands. */
  turns: number[];
  /** How each player did. */
  grades: Grade[];
}

/** What was wrong, and what would be right. */
export interface Fault {
  code: string;
  message: string;
  values: { [name: string]: RefusalValue };
}

/** The answer to a request that is not granted. */
export interface Refusal {
  error: Fault;
}

export type LessonState = "open" | "done" | "failed";

/** A mean, and the ends of its 95 % interval; null where it was seen but once. */
export interface Measured {
  mean: number;
  low: number | null;
  high: number | null;
}

/** How many of the games were how long. */
export interface Lengths {
  /** The fewest decisions. */
  start: number;
  /** How many lengths are taken together. */
  step: number;
  /** Of all games, by length. */
  shares: number[];
}

/** What a study found about a game. */
export interface StudyShown {
  /** The version of the rules that were played. */
  rules: number;
  players: number;
  /** How many were played by the bots of this study. */
  games: number;
  /** Who played: a level. */
  bots: string;
  /** Single numbers by their names, such as `length.minutes`: docs/lab.md. */
  numbers: { [name: string]: Measured };
  /** The share of the wins of who played first, second, … */
  turns: Measured[];
  lengths: Lengths;
  /** The later winner's chance at each tenth of the game, from start to end. Empty if it was not searched for. */
  curve: number[];
}

/** What may be expected of an action, where the look ahead ends. */
export interface Considered {
  action: string;
  /** The same, for a screen. */
  move: ShownAction;
  /** How often the search tried it when it chose. */
  visits: number;
  /** The mover's share of the win, 0 to 1. */
  share: number;
  /** The same for each seat. */
  shares: number[];
  /** Each seat's points. */
  points: number[];
  /** The mover's rank. */
  rank: number;
}

/** One unforced decision, as a review shows it. */
export interface DecisionShown {
  /** As in a replay: the first action of the game is 1. */
  ply: number;
  seat: number;
  played: string;
  /** What the search would have played; where the win is out of reach, what brings the most points. */
  preferred: string;
  /** How much less of the win was to be expected. */
  cost: number;
  /** The standard error of the cost. */
  error: number;
  /** How much less of a lead: the mover's points less the mean of the others'. */
  points: number;
  /** The standard error of that. */
  points_error: number;
  /** How many ranks lower. */
  rank: number;
  /** Whether the mover could still hope to win. If not, the points say how bad it was. */
  in_reach: boolean;
  /** What that counts for: the cost; out of reach of the win, the points, at half of their worth in an even game. */
  harm: number;
  /** The harm to be expected of an action picked at random. */
  stake: number;
  /** 0 nothing to say, 1 costly, 2 grave. What may well be chance is not marked. */
  mark: 0 | 1 | 2;
  /** What the better action does; nothing where none was better. */
  why: Reason[];
  /** The best four and the one played, the preferred first. */
  candidates: Considered[];
}

/** How one player did. */
export interface Grade {
  seat: number;
  /** Those that were not forced. */
  decisions: number;
  /** As the search would have. */
  agreed: number;
  /** What one of them cost on average, in share of the win: a sum would say how long the game was. */
  cost: number;
  /** And in points of the lead. */
  points: number;
  /** 100: as the search plays; 0: as chance would. Null where nothing was at stake. */
  accuracy: number | null;
  /** The plies of the costliest decisions, the worst first: those marked; of a loser also those half as bad. */
  costliest: number[];
}

/** How someone likes the table, kept by their browser. */

import { freeFace } from "./faces";
import { setSpeed } from "./motion";
import { load, save } from "./storage";
import { LANGUAGES, type Lang, words } from "./words.svelte";

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["slow", "calm", "quick", "off"] as const;
export const CONFIRMS = ["always", "needed", "never"] as const;

export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];
export type Confirm = (typeof CONFIRMS)[number];

interface Kept {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  /** How loud, 0 to 1. */
  volume: number;
  /** A phone may shake. */
  shake: boolean;
  /** When a move is shown first, and played when it is confirmed: where it cannot be taken back, always, or never. */
  confirm: Confirm;
  /** What can be done in one way only plays itself. */
  auto: boolean;
  /** The log and all that lies beside the table is shown where there is room for it; null: nobody has said so. */
  drawer: boolean | null;
  /** What others say is not shown. */
  mute: boolean;
  name: string;
  /** The face one shows at a table; "" for none. */
  face: string;
  /** Moves as they are written, beside their words. */
  notation: boolean;
  /** The games whose tour has been taken. */
  toured: string[];
  /** The lessons that have been done: "game/lesson". */
  learnt: string[];
}

function spoken(): Lang {
  const wish = navigator.languages.map((lang) => lang.slice(0, 2));
  return wish.map((lang) => LANGUAGES.find((one) => one === lang)).find((lang) => lang) ?? "en";
}

const defaults: Kept = {
  lang: spoken(),
  theme: "system",
  motion: "calm",
  volume: 0.4,
  shake: true,
  confirm: "needed",
  auto: true,
  drawer: null,
  mute: false,
  name: "",
  face: "",
  notation: false,
  toured: [],
  learnt: [],
};

class Settings implements Kept {
  lang = $state<Lang>(defaults.lang);
  theme = $state<Theme>(defaults.theme);
  motion = $state<Motion>(defaults.motion);
  volume = $state(defaults.volume);
  shake = $state(defaults.shake);
  confirm = $state<Confirm>(defaults.confirm);
  auto = $state(defaults.auto);
  drawer = $state<boolean | null>(defaults.drawer);
  mute = $state(defaults.mute);
  name = $state(defaults.name);
  face = $state(defaults.face);
  notation = $state(defaults.notation);
  toured = $state.raw<string[]>(defaults.toured);
  learnt = $state.raw<string[]>(defaults.learnt);

  constructor() {
    const kept = load<Partial<Kept>>("settings", {});
    // It was once on or off.
    if (typeof kept.confirm === "boolean") kept.confirm = kept.confirm ? "always" : "never";
    this.set(kept, false);
    // Everybody is somebody: who has not chosen a face, nor that they want none, has one that stays theirs.
    if (kept.face === undefined) this.set({ face: freeFace([]) });
  }

  /** Change some, and keep them. */
  set(changes: Partial<Kept>, keep = true): void {
    Object.assign(this, changes);
    if (keep) save("settings", { ...load<Partial<Kept>>("settings", {}), ...changes });
    words.notation = this.notation;
    const root = document.documentElement;
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    root.dataset.motion = this.motion;
    setSpeed({ slow: 0.5, calm: 1, quick: 2.5, off: 0 }[this.motion]);
  }
}

export const settings = new Settings();

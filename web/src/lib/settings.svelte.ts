/** How someone likes the table, kept by their browser. */

import { setSpeed } from "./motion";
import { load, save } from "./storage";
import { LANGUAGES, type Lang } from "./words.svelte";

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["calm", "quick", "off"] as const;

export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];

interface Kept {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** A move is shown first, and played when it is confirmed. */
  confirm: boolean;
  /** What others say is not shown. */
  mute: boolean;
  name: string;
  /** The face one shows at a table; "" for none. */
  face: string;
  /** Moves as they are written, beside their words. */
  notation: boolean;
  /** The games whose tour has been taken. */
  toured: string[];
}

function spoken(): Lang {
  const wish = navigator.languages.map((lang) => lang.slice(0, 2));
  return wish.map((lang) => LANGUAGES.find((one) => one === lang)).find((lang) => lang) ?? "en";
}

const defaults: Kept = {
  lang: spoken(),
  theme: "system",
  motion: "calm",
  sound: false,
  confirm: true,
  mute: false,
  name: "",
  face: "",
  notation: false,
  toured: [],
};

class Settings implements Kept {
  lang = $state<Lang>(defaults.lang);
  theme = $state<Theme>(defaults.theme);
  motion = $state<Motion>(defaults.motion);
  sound = $state(defaults.sound);
  confirm = $state(defaults.confirm);
  mute = $state(defaults.mute);
  name = $state(defaults.name);
  face = $state(defaults.face);
  notation = $state(defaults.notation);
  toured = $state.raw<string[]>(defaults.toured);

  constructor() {
    this.set(load<Partial<Kept>>("settings", {}), false);
  }

  /** Change some, and keep them. */
  set(changes: Partial<Kept>, keep = true): void {
    Object.assign(this, changes);
    if (keep) save("settings", { ...load<Partial<Kept>>("settings", {}), ...changes });
    const root = document.documentElement;
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    setSpeed({ calm: 1, quick: 2.5, off: 0 }[this.motion]);
  }
}

export const settings = new Settings();

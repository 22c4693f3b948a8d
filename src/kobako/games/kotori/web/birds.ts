/** Ten little birds: each number has a plumage, a tail and a mark of its own, so that it is known without its colour. */

import type { Card } from "./view";

export const NUMBERS: Card[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

export type Tail = "short" | "long" | "up" | "fork" | "fan";
export type Crest = "none" | "tuft" | "tall";
export type Mark = "ring" | "cheek" | "stripe" | "tie" | "spots" | "bars" | "bib";

/** How much of a card is drawn: all; bird and number in less height; the number alone; the shadow of whom a perch waits for. */
export type Cut = "whole" | "chip" | "tag" | "shadow";

export interface Plumage {
  back: string;
  belly: string;
  cap: string;
  wing: string;
  beak: "tiny" | "thick" | "long" | "plain";
  tail: Tail;
  crest: Crest;
  marks: [Mark, string][];
}

export const BIRDS: Record<string, Plumage> = {
  "1": {
    back: "#1f8fb3",
    belly: "#f08a3c",
    cap: "#1679a6",
    wing: "#12607f",
    beak: "long",
    tail: "short",
    crest: "none",
    marks: [["cheek", "#fff7ea"]],
  },
  "2": {
    back: "#fdfaf4",
    belly: "#ffffff",
    cap: "#fdfaf4",
    wing: "#6b5560",
    beak: "tiny",
    tail: "long",
    crest: "none",
    marks: [["bars", "#e9b6bd"]],
  },
  "3": {
    back: "#8d97a3",
    belly: "#b9c0c6",
    cap: "#23252b",
    wing: "#3b4049",
    beak: "thick",
    tail: "short",
    crest: "none",
    marks: [["bib", "#e0506a"]],
  },
  "4": {
    back: "#5b6068",
    belly: "#ffffff",
    cap: "#2b2d33",
    wing: "#3c4047",
    beak: "plain",
    tail: "up",
    crest: "none",
    marks: [["stripe", "#2b2d33"]],
  },
  "5": {
    back: "#8fb33a",
    belly: "#f3f0d2",
    cap: "#86aa33",
    wing: "#5f7f22",
    beak: "plain",
    tail: "short",
    crest: "none",
    marks: [
      ["bib", "#f5d23c"],
      ["ring", "#ffffff"],
    ],
  },
  "6": {
    back: "#93a86a",
    belly: "#f7f4ea",
    cap: "#22262d",
    wing: "#5d7488",
    beak: "plain",
    tail: "fan",
    crest: "none",
    marks: [
      ["cheek", "#ffffff"],
      ["tie", "#22262d"],
    ],
  },
  "7": {
    back: "#22335f",
    belly: "#fbf6ea",
    cap: "#22335f",
    wing: "#17254a",
    beak: "tiny",
    tail: "fork",
    crest: "none",
    marks: [["bib", "#c2452d"]],
  },
  "8": {
    back: "#b99462",
    belly: "#f3e6c9",
    cap: "#a9814e",
    wing: "#7f5f36",
    beak: "plain",
    tail: "fan",
    crest: "tall",
    marks: [["spots", "#6e4d25"]],
  },
  "9": {
    back: "#8a93a0",
    belly: "#c3c8cd",
    cap: "#9aa3af",
    wing: "#5f6874",
    beak: "plain",
    tail: "long",
    crest: "tuft",
    marks: [["cheek", "#a65a33"]],
  },
  "10": {
    back: "#b98a5b",
    belly: "#f6ecd9",
    cap: "#8b4a28",
    wing: "#7d5430",
    beak: "thick",
    tail: "fan",
    crest: "none",
    marks: [
      ["cheek", "#2c211a"],
      ["bars", "#f6ecd9"],
    ],
  },
};

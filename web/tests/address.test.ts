/** Where things are, for a page at a server's root, under a path of it, and in a folder. */

import { afterEach, expect, test, vi } from "vitest";
import { beside, besideLive, link, placeAt, shareable } from "../src/lib/address";

/** A page that was opened at an address: from a server, which names its base, or from a folder. */
function open(address: string, base = ""): void {
  vi.stubGlobal("location", new URL(address));
  vi.stubGlobal("document", {
    baseURI: new URL(base, address).href,
    querySelector: () => (base ? null : {}),
  });
}
afterEach(() => vi.unstubAllGlobals());

test("a server's page, at the root or under any path, has its files, answers and places below its base", () => {
  for (const [address, base, root] of [
    ["https://box.test/t/ab12?ply=3", "../", "https://box.test/"],
    ["https://box.test/games/of/ours/t/ab12", "../", "https://box.test/games/of/ours/"],
    ["http://box.test/kobako/", "./", "http://box.test/kobako/"],
  ] as const) {
    open(address, base);
    expect(beside("/faces/cat.svg")).toBe(`${root}faces/cat.svg`);
    expect(besideLive("/ws")).toBe(`${root.replace("http", "ws")}ws`);
    expect(shareable("/replay/xy?ply=4")).toBe(`${root}replay/xy?ply=4`);
    expect(placeAt(new URL(link("/replay/xy?ply=4"), address))).toEqual(["/replay/xy", "?ply=4"]);
    expect(placeAt(new URL("https://elsewhere.test/t/ab12"))).toBeNull();
  }
  open("https://box.test/kobako/t/ab12", "../");
  expect(placeAt(new URL("https://box.test/other"))).toBeNull();
});

test("a page in a folder keeps its places behind the #, where no host looks", () => {
  open("https://host.test/~me/kobako/index.html#/t/ab12?ply=3");
  expect(placeAt(location)).toEqual(["/t/ab12", "?ply=3"]);
  expect(beside("/engine/a.zip")).toBe("https://host.test/~me/kobako/engine/a.zip");
  expect(link("/new/box")).toBe("#/new/box");
  expect(shareable("/new/box")).toBe("https://host.test/~me/kobako/index.html#/new/box");
  expect(placeAt(new URL("https://host.test/~me/kobako/index.html"))).toEqual(["/", ""]);
  expect(placeAt(new URL("https://host.test/~me/other/"))).toBeNull();
});

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` draws the sources; `kobako serve`, at KOBAKO_SERVER, plays the games.
const server = process.env.KOBAKO_SERVER ?? "http://127.0.0.1:8000";

/** A game's table lies in its folder, src/kobako/games/<game>/web, and finds the packages that are installed here. */
const packagesFromHere: Plugin = {
  name: "packages-from-here",
  enforce: "pre",
  resolveId: {
    filter: { id: /^svelte(\/|$)/ },
    handler(source, importer, options) {
      const outside = importer?.startsWith(here("../src/kobako/"));
      return outside ? this.resolve(source, here("src/main.ts"), { ...options, skipSelf: true }) : null;
    },
  },
};

export default defineConfig({
  plugins: [packagesFromHere, svelte()],
  resolve: { alias: { $lib: here("src/lib"), $kit: here("src/kit") } },
  build: {
    target: "es2022",
    // The Content-Security-Policy allows no inline script, and no data: in scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: [here("."), here("../src/kobako/games")] },
    proxy: {
      "/api": server,
      "/games": server,
      "/faces": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
  },
});

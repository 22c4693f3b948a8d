import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` draws the sources; `kobako serve`, at KOBAKO_SERVER, plays the games.
const server = process.env.KOBAKO_SERVER ?? "http://127.0.0.1:8000";

// The server lets only its own pages ask for things, and this one stands for them.
const asked = { target: server, changeOrigin: true, headers: { origin: server } };

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

/** A page at /t/ab12 has its files beside the root, as the server says by a <base>; so does the one that develops it. */
const baseWhileDeveloping: Plugin = {
  name: "base-while-developing",
  apply: "serve",
  transformIndexHtml: () => [{ tag: "base", attrs: { href: "/" }, injectTo: "head-prepend" }],
};

/** Python's own WebAssembly is no asset of the bundle: it lies compressed in engine/, and the worker hands it over. */
const pythonFromEngine: Plugin = {
  name: "python-from-engine",
  enforce: "pre",
  transform: {
    filter: { id: /pyodide\.asm\.mjs$/ },
    handler: (code) => code.replace('new URL("pyodide.asm.wasm",import.meta.url)', "new URL(import.meta.url)"),
  },
};

/**
 * What the first screen and a table are drawn by is nearly all called at once. A browser that is told so compiles it beside
 * the page's own thread as it comes, and not there function by function; any other reads a comment.
 */
const calledOnLoad: Plugin = {
  name: "called-on-load",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && /^(first|table|Table)$/.test(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

export default defineConfig({
  // The page may lie anywhere: what it loads, it finds beside itself.
  base: "./",
  plugins: [packagesFromHere, baseWhileDeveloping, calledOnLoad, svelte()],
  resolve: { alias: { $lib: here("src/lib"), $kit: here("src/kit") } },
  build: {
    target: "es2022",
    // The Content-Security-Policy allows no inline script, and no data: in scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: here("index.html"), keeper: here("src/keeper/sw.ts") },
      // What it keeps is written before it, as sw.js, when all the files are there: kobako/server/keeper.py.
      output: {
        entryFileNames: ({ name }) => (name === "keeper" ? "keeper.js" : "assets/[name]-[hash].js"),
        // All that the first screen needs comes in one file, and all that every table needs in a second, and not in one for
        // every set of pages that share some of it.
        codeSplitting: {
          groups: [
            { name: "first", test: /\/src\/App\.svelte$/, priority: 2 },
            { name: "table", test: /\/src\/(pages\/Table\.svelte|kit\/)/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here("."), here("../src/kobako/games")] },
    proxy: {
      "/api": asked,
      "/games": asked,
      "/faces": asked,
      "/ws": { ...asked, ws: true },
    },
  },
  worker: { format: "es", plugins: () => [pythonFromEngine] },
  test: {
    include: ["tests/**/*.test.ts"],
  },
});

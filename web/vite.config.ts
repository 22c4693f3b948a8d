import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` draws the sources; `kobako serve`, at KOBAKO_SERVER, plays the games.
const server = process.env.KOBAKO_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // The Content-Security-Policy allows no inline script, and no data: in scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
  },
});

// Scratch, not for the repository: the five tables on frames of real games, without a server.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const python = process.env.SANDBOX_PYTHON ?? "/tmp/v/w/bin/python";
const frames = process.env.KOBAKO_FRAMES ?? "/tmp/v/views";
const script = `
import json, sys, tomllib, pathlib
lang = sys.argv[1]; root = pathlib.Path("../src/kobako")
def toml(p): return tomllib.loads(p.read_text()) if p.exists() else {}
core = toml(root / f"core/words.{lang}.toml")
games = {}
for d in sorted((root / "games").iterdir()):
    if (d / "words.en.toml").exists():
        t = toml(d / f"words.{lang}.toml"); t["label"] = {**core["label"], **t.get("label", {})}; games[d.name] = t
screen = toml(root / f"server/words.{lang}.toml"); screen["label"] = {**core["label"], **screen.get("label", {})}
print(json.dumps({"screen": screen, "games": games}))
`;
const kinds = `
import json, kobako
print(json.dumps({n: {e.name: {a.name: a.kind for a in e.args} for e in (kobako.game(n).events.values() if hasattr(kobako.game(n).events, "values") else kobako.game(n).events)} for n in kobako.game_names()}))
`;

const fake: Plugin = {
  name: "sandbox",
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const json = (text: string) => {
        response.setHeader("content-type", "application/json");
        response.end(text);
      };
      if (path.startsWith("/api/words/")) return json(execFileSync(python, ["-c", script, path.slice(11)]).toString());
      if (path === "/sandbox/kinds") return json(execFileSync(python, ["-c", kinds]).toString());
      if (path.startsWith("/sandbox/frames/")) return json(readFileSync(`${frames}/${path.slice(16)}.json`, "utf8"));
      next();
    });
  },
};

export default defineConfig({ plugins: [svelte(), fake], server: { strictPort: false } });

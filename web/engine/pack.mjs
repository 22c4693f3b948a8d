// Packs Python for the page: `node pack.mjs CHECKOUT FOLDER`. What is packed, and how, is pack.py's matter; it runs in the
// very Python that will read it, so that the compiled modules are of its kind.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [checkout, folder] = process.argv.slice(2);
const engine = new URL("./", import.meta.resolve("pyodide"));

const python = await loadPyodide();
python.mountNodeFS("/checkout", checkout);
python.globals.set("STDLIB", python.toPy(new Uint8Array(readFileSync(new URL("python_stdlib.zip", engine)))));
const packed = python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8")).toJs();

const parts = { "python.zip": packed, "pyodide.asm.wasm": readFileSync(new URL("pyodide.asm.wasm", engine)) };
const hash = createHash("sha256");
for (const [name, bytes] of Object.entries(parts)) {
  hash.update(bytes);
  writeFileSync(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }));
}
// By this a browser knows whether what it has made of them is still good.
writeFileSync(`${folder}/version.txt`, hash.digest("hex"));
process.exit(0);

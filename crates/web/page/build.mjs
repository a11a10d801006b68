// Builds dist/ from src/: what starts the script, the script, the engine's Chinese, the sheet, and the document (with the sheet of its first
// frame in it) that the server makes those of all parts from.
// `node build.mjs --check` builds into memory and tells whether dist/ is what it would write.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { basename } from "node:path";
import process from "node:process";

const here = new URL(".", import.meta.url).pathname;
const common = { bundle: true, minify: true, write: false, charset: "utf8", legalComments: "none", absWorkingDir: here, logLevel: "warning" };

/** Messages and their Chinese apart, each sorted by the message: beside their like they compress better. @type {import("esbuild").Plugin} */
const apart = {
  name: "messages apart",
  setup: (/** @type {import("esbuild").PluginBuild} */ to) => to.onLoad({ filter: /messages\.zh\.json$/ }, async ({ path }) => {
    const pairs = Object.entries(JSON.parse(await readFile(path, "utf8"))).sort(([a], [b]) => (a < b ? -1 : 1));
    const [messages, chinese] = [0, 1].map((side) => JSON.stringify(pairs.map((pair) => pair[side]).join("\t")));
    return { contents: `const chinese = ${chinese}.split("\t"); export default Object.fromEntries(${messages}.split("\t").map((id, at) => [id, chinese[at]]));`, loader: "js" };
  }),
};

/** The licences of the libraries that are in the bundle. @param {string[]} inputs */
async function licences(inputs) {
  const names = new Set(inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter((name) => name));
  const texts = [];
  for (const name of [...names].sort()) texts.push(`${name}\n\n${(await readFile(`${here}node_modules/${name}/LICENSE`, "utf8")).trim()}\n`);
  return texts.join("\n----\n\n");
}

async function made() {
  const script = await build({ ...common, entryPoints: { app: "src/start.js" }, format: "esm", target: "es2022", outdir: ".", splitting: true, chunkNames: "[name]", metafile: true, plugins: [apart], banner: { js: "/* Farstar, and the libraries of licences.txt */" } });
  const [first, sheet] = await Promise.all(["shell", "main"].map(async (name) => (await build({ ...common, entryPoints: [`src/${name}.css`], outfile: "style.css" })).outputFiles[0].text));
  const document = (await readFile(`${here}src/shell.html`, "utf8")).replace("{{sheet}}", () => first.trim());
  /** @type {Map<string, string>} */
  const files = new Map([...script.outputFiles.map((file) => /** @type {[string, string]} */ ([basename(file.path), file.text])), ["style.css", sheet], ["index.html", document], ["licences.txt", await licences(Object.keys(script.metafile.inputs))]]);
  return files;
}

const files = await made();
const check = process.argv.includes("--check");
let stale = 0;
let bytes = 0;
let packed = 0;
if (!check) await mkdir(`${here}dist`, { recursive: true });
for (const [file, text] of files) {
  const path = `${here}dist/${file}`;
  bytes += Buffer.byteLength(text);
  packed += gzipSync(text, { level: 9 }).length;
  if (check) {
    const old = await readFile(path, "utf8").catch(() => "");
    if (old !== text) {
      stale += 1;
      console.error(`dist/${file} is not what src/ builds; run \`npm run build\` in crates/web/page and commit it`);
    }
  } else {
    await writeFile(path, text);
  }
}
console.log(`page: ${files.size} files, ${bytes} bytes, ${packed} bytes compressed`);
process.exit(stale ? 1 : 0);

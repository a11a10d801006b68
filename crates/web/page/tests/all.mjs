// Runs the tests in the browser: node tests/all.mjs ADDRESS PICTURES [NAME].
import process from "node:process";
import * as boards from "./boards.mjs";
import * as catalogue from "./catalogue.mjs";
import * as explorer from "./explorer.mjs";
import * as find from "./find.mjs";
import { start } from "./harness.mjs";
import * as keyboard from "./keyboard.mjs";
import * as looks from "./looks.mjs";
import * as moves from "./moves.mjs";
import * as notebook from "./notebook.mjs";
import * as rulesets from "./rulesets.mjs";
import * as sequences from "./sequences.mjs";
import * as soak from "./soak.mjs";
import * as speed from "./speed.mjs";
import * as tables from "./tables.mjs";
import * as words from "./words.mjs";

const [address, pictures, only] = process.argv.slice(2);
if (!address || !pictures) {
  console.error("usage: node tests/all.mjs ADDRESS PICTURES [NAME]");
  process.exit(2);
}
const stage = await start(address, pictures);
let failed = 0;
for (const [file, tests] of Object.entries({ notebook, tables, rulesets, moves, boards, explorer, find, sequences, catalogue, keyboard, looks, speed, words, soak })) {
  for (const [name, test] of Object.entries(tests)) {
    const title = `${file}: ${name.replaceAll("_", " ")}`;
    if (only && !title.includes(only)) continue;
    const from = performance.now();
    try {
      const note = await test(stage);
      const complaints = stage.complaints.splice(0);
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
      console.log(`ok      ${title} (${Math.round(performance.now() - from)} ms)${note ? ` ${note}` : ""}`);
    } catch (error) {
      failed += 1;
      stage.complaints.splice(0);
      console.log(`FAILED  ${title}\n${error instanceof Error ? error.stack : error}`);
    }
    await stage.close();
  }
}
await stage.end();
console.log(failed === 0 ? "browser: all tests passed" : `browser: ${failed} tests failed`);
process.exit(failed === 0 ? 0 : 1);

// Runs the tests in the browser: node tests/all.mjs ADDRESS[,ADDRESS…] PICTURES [NAME]. Servers that are told share them.
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

const [addresses, pictures, only] = process.argv.slice(2);
if (!addresses || !pictures) {
  console.error("usage: node tests/all.mjs ADDRESS[,ADDRESS…] PICTURES [NAME]");
  process.exit(2);
}
/** @type {{ title: string, test: (stage: import("./harness.mjs").Stage) => Promise<string | void> }[]} */
const chosen = Object.entries({ notebook, tables, rulesets, moves, boards, explorer, find, sequences, catalogue, keyboard, looks, words, soak, speed }).flatMap(([file, tests]) =>
  Object.entries(tests).map(([name, test]) => ({ title: `${file}: ${name.replaceAll("_", " ")}`, test })),
);
const asked = chosen.filter(({ title }) => !only || title.includes(only));
// what is timed has the machine to itself
const timed = asked.filter(({ title }) => title.startsWith("speed:"));
const others = asked.filter((one) => !timed.includes(one));
let failed = 0;

/** A browser at a server of its own, which takes tests from the queue until none is left. @param {string} address @param {typeof asked} queue */
async function hand(address, queue) {
  const stage = await start(address, pictures);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const from = performance.now();
    try {
      const note = await next.test(stage);
      const complaints = stage.complaints.splice(0);
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
      console.log(`ok      ${next.title} (${Math.round(performance.now() - from)} ms)${note ? ` ${note}` : ""}`);
    } catch (error) {
      failed += 1;
      stage.complaints.splice(0);
      console.log(`FAILED  ${next.title}\n${error instanceof Error ? error.stack : error}`);
    }
    await stage.close();
  }
  await stage.end();
}
await Promise.all(addresses.split(",").map((address) => hand(address, others)));
await hand(addresses.split(",")[0], timed);
console.log(failed === 0 ? "browser: all tests passed" : `browser: ${failed} tests failed`);
process.exit(failed === 0 ? 0 : 1);

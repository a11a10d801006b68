// Rulesets: how they are chosen, read, changed, and taken to the other parts.
import { check, choose, evaluate, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

const TRIPLES = "// Three in a row are taken away.\ngame Triples\ngrid of . #\nBoth: ... -> ### straight";

/** @param {Stage} stage */
export async function rulesets_are_found_by_name_family_and_sentence(stage) {
  const page = await stage.open("/boards");
  await page.locator(".side .result").waitFor();
  await page.keyboard.press("/");
  const find = page.locator(".chooser-box .find");
  await page.locator(".chooser-box .thumb svg").nth(20).waitFor();
  for (const [text, name] of [["amazon", "Amazons"], ["吃子棋", "Clobber"], ["toads fr", "Toads and Frogs"], ["shoots an arrow", "Amazons"]]) {
    await find.fill(text);
    same(await page.locator(".chooser-box [role=option]").first().getAttribute("data-name"), name, text);
  }
  await find.fill("");
  await page.locator(".chooser-box .chips").getByRole("button", { name: "Hexagons" }).click();
  same(await page.locator(".chooser-box [role=option]").count(), 2, "rulesets on hexagons");
  await page.keyboard.press("Escape");
  same(await page.locator(".chooser-box").isVisible(), false, "closed");
  await choose(page, "Clobber");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  check((await page.locator(".rule-move").first().innerText()).includes("Left:"), "moves are marked");
  same(await page.locator(".rulesread details").getAttribute("open"), null, "remarks are folded");
}

/** @param {Stage} stage */
export async function own_rules_open_with_a_board_and_nothing_of_the_old_one(stage) {
  const page = await stage.open("/boards");
  await page.locator(".side .result").waitFor();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "Change a copy" }).click();
  await page.locator("textarea.rulestext").first().fill(TRIPLES);
  await page.getByRole("button", { name: "Use these rules" }).click();
  await page.waitForFunction(() => document.querySelector(".chooser-name")?.textContent === "Triples" && document.querySelectorAll(".stagearea .hit").length === 16);
  same(await page.locator(".fault > *").count(), 0, "complaints");
  same(await page.locator(".position").inputValue(), "....|....|....|....", "the board");
  // A position that cannot be read leaves nothing of another one.
  await page.locator(".position").fill("X");
  await page.locator(".position").press("Enter");
  await page.locator(".fault .diag").waitFor();
  same(await page.locator(".stagearea .hit, .side .result").count(), 0, "parts of the old board");
}

/** @param {Stage} stage */
export async function own_rules_go_to_the_notebook_and_the_sequences(stage) {
  const page = await stage.open("/boards");
  await page.locator(".side .result").waitFor();
  await choose(page, "Kayles");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "To the sequences" }).click();
  await page.getByText("Period 12 from n = 71, proved.").waitFor();
  await page.getByRole("link", { name: "Boards" }).click();
  await page.getByRole("button", { name: "To the notebook" }).click();
  await page.locator(".cell").last().locator(".answer .out").first().waitFor();
  await page.getByRole("button", { name: "Expression", exact: true }).click();
  const cell = await evaluate(page, "MyKayles(5)");
  await cell.locator(".boardcell, .result").first().waitFor();
  check((await cell.innerText()).replaceAll("\n", "").includes("∗4"), await cell.innerText());
}

/** @param {Stage} stage */
export async function completed_rulesets_can_be_evaluated(stage) {
  const page = await stage.open("/");
  await page.locator(".cm-content").first().click();
  await page.keyboard.type("ToadsA");
  await page.locator(".cm-tooltip-autocomplete li").first().click();
  await page.keyboard.type('("T.F")');
  await page.keyboard.press("Control+Enter");
  await page.locator(".boardcell").first().waitFor();
  check((await page.locator(".cm-content").first().innerText()).startsWith("ToadsAndFrogs"), "the name is written together");
  // Every name that is offered means its ruleset.
  const told = await (await fetch(`${stage.address}/api/language`)).json();
  const texts = told.rulesets.map((/** @type {string} */ name) => name.replace(/[^\p{L}\p{N}]+(\p{L}?)/gu, (_, next) => next.toUpperCase()));
  for (const text of texts) {
    const answer = await (await fetch(`${stage.address}/api/eval`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text, wait: 10000 }) })).json();
    check(!answer.result?.diagnostics, `${text}: ${JSON.stringify(answer.result?.diagnostics)}`);
  }
  return `${texts.length} rulesets`;
}

// Boards: editing, moves, sums, play.
import { check, choose, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */
/** @typedef {import("playwright-core").Page} Page */

/** Puts a position on the board and waits for it. @param {Page} page @param {string} rules @param {string} position */
async function board(page, rules, position) {
  await choose(page, rules);
  await page.locator(".stagearea svg").first().waitFor();
  const box = page.getByLabel("Position as text");
  await box.fill(position);
  await box.press("Enter");
  // the answer shown until then is one of the board before
  await page.locator('.stagearea:not([aria-busy="true"])').waitFor();
  await page.locator(".side .result").waitFor();
}

/** @param {Stage} stage */
export async function an_edited_board_has_another_value(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "..|..");
  await page.locator('.side .result[aria-label="±1"]').waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator('.hit[data-cell="1"]').click();
  await page.locator('.side .result:not([aria-label="±1"])').waitFor();
  same(await page.getByLabel("Position as text").inputValue(), ".#|..", "position");
  await page.getByRole("group", { name: "columns" }).getByRole("button", { name: "one more" }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector(".position")).value === ".#.|...");
}

/** @param {Stage} stage */
export async function what_is_typed_while_the_engine_thinks_is_kept(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "..|..");
  /** @type {() => void} */
  let answer = () => {};
  const typed = new Promise((done) => (answer = () => done(null)));
  await page.route("**/api/board", async (route) => {
    await typed;
    await route.continue();
  });
  const box = page.getByLabel("Position as text");
  await box.fill("...");
  await box.press("Enter");
  await page.locator('.stagearea[aria-busy="true"]').waitFor();
  await box.fill("...|...");
  answer();
  await page.locator('.stagearea:not([aria-busy="true"])').waitFor();
  same(await box.inputValue(), "...|...", "what was typed");
}

/** @param {Stage} stage */
export async function one_steps_into_a_move_and_back(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "...|...|...");
  const before = await page.getByLabel("Position as text").inputValue();
  await page.locator(".side .moves button").first().click();
  await page.locator('.crumbs li:nth-child(2)[aria-current="true"]').waitFor();
  await page.waitForFunction((text) => /** @type {HTMLInputElement} */ (document.querySelector(".position")).value !== text, before);
  await page.getByRole("button", { name: "Back one move" }).click();
  await page.waitForFunction((text) => /** @type {HTMLInputElement} */ (document.querySelector(".position")).value === text, before);
}

/** @param {Stage} stage */
export async function a_won_sum_is_played_to_its_end_by_the_marked_moves(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "..|..");
  await page.getByRole("button", { name: "Add to sum" }).click();
  await board(page, "Domineering", "...|...");
  await page.getByRole("button", { name: "Add to sum" }).click();
  await page.locator(".sum .card").nth(1).waitFor();
  await page.getByText("Left to move: Left wins").last().waitFor();
  await page.getByRole("button", { name: "Play Left, moving first" }).click();
  let moves = 0;
  for (;;) {
    const said = page.locator(".verdict-one strong");
    await said.waitFor();
    const text = await said.innerText();
    if (text.includes("cannot move")) {
      check(text.includes("Right cannot move: Left wins"), `the end: ${text}`);
      break;
    }
    const win = page.locator(".verdict-one button.play").first();
    await win.waitFor();
    const played = await page.locator(".sumlog li").count();
    await win.click();
    // Our move and, unless the game is over, the engine's.
    await page.waitForFunction((n) => document.querySelectorAll(".sumlog li").length >= n + 2 || /cannot move/.test(document.querySelector(".verdict-one strong")?.textContent ?? ""), played);
    moves += 1;
    check(moves < 20, "the sum ends");
  }
  check(moves >= 2, `moves of Left: ${moves}`);
  return `${moves} moves`;
}

/** @param {Stage} stage */
export async function the_engine_answers_a_move(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "...|...|...");
  await page.getByRole("button", { name: "Play the engine" }).click();
  await page.locator('.side .moves[data-player="Left"] button').first().click();
  await page.locator(".crumbs li").nth(2).waitFor();
  await page.getByText("Left to move").first().waitFor();
}

/** @param {Stage} stage */
export async function advice_is_hidden_when_it_is_off(stage) {
  const page = await stage.open("/boards");
  await board(page, "Domineering", "...|...|...");
  check((await page.locator(".mv-win, .moves li.win").count()) > 0, "winning moves are marked");
  await page.getByRole("button", { name: "Advice", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".mv-win, .moves li.win, .side .result").length === 0);
}

/** @param {Stage} stage */
export async function hackenbush_is_drawn_cut_and_extended(stage) {
  const page = await stage.open("/boards");
  await board(page, "Hackenbush", "$-1:B, 1-2:R");
  await page.locator('.side .result[aria-label="½"], .side .result[aria-label="1/2"]').waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const joint = page.locator('.hit[data-node="2"]');
  await joint.click();
  await page.locator(".hit.chosen").waitFor();
  await page.locator(".canvas").click({ position: { x: 520, y: 60 } });
  await page.waitForFunction(() => /2-3:/.test(/** @type {HTMLInputElement} */ (document.querySelector(".position")).value));
  await page.getByRole("button", { name: "Done editing" }).click();
  await page.locator(".side .moves button").first().waitFor();
}

/** @param {Stage} stage */
export async function a_digraph_drawn_by_hand_is_coloured(stage) {
  const page = await stage.open("/boards");
  await page.locator(".stagearea svg").first().waitFor();
  await choose(page, "Digraph: N, P, draw");
  await page.locator(".vp").first().waitFor();
  const before = await page.locator(".node").count();
  await page.locator(".canvas").click({ position: { x: 560, y: 300 } });
  await page.waitForFunction((n) => document.querySelectorAll(".node").length === n + 1, before);
  check((await page.locator(".node .vd").count()) > 0, "draws are drawn");
}

/** @param {Stage} stage */
export async function rules_typed_as_text_are_played(stage) {
  const page = await stage.open("/boards");
  await page.locator(".stagearea svg").first().waitFor();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "Change a copy" }).click();
  const text = page.locator("textarea.rulestext").first();
  await text.fill('game "One Up"\nstrip of . X\nBoth: . -> Y');
  await page.getByRole("button", { name: "Use these rules" }).click();
  await page.locator(".rulessay .diag").waitFor();
  await text.fill('// example: ...\ngame "One Up"\nstrip of . X\nBoth: . -> X');
  await page.getByRole("button", { name: "Use these rules" }).click();
  const box = page.getByLabel("Position as text");
  await box.fill("...");
  await box.press("Enter");
  await page.locator('.side .result[aria-label="∗"]').waitFor();
}

/** @param {Stage} stage */
export async function endless_play_is_told_with_draws_and_values(stage) {
  const at = { rules: { name: "Captures, no ko" }, position: ".X|O." };
  const page = await stage.open(`/boards#${Buffer.from(JSON.stringify(at)).toString("base64url")}`);
  await page.getByText("Left to move: a draw").waitFor();
  await page.getByText("Play may be endless: then it is a draw.").waitFor();
  check((await page.locator(".side .moves li.even").count()) > 0, "drawing moves are marked");
  check((await page.locator(".side .result math").count()) > 0, "a loopy value");
  await page.getByRole("button", { name: "Add to sum" }).click();
  await page.locator(".sum .card").first().waitFor();
  await board(page, "Fox and Geese", "....|.G.G|....|..F.");
  await page.getByText("Left to move: Right wins").first().waitFor();
  await page.getByText(/wins\s*in 8 plies/).first().waitFor();
  // In a sum the draw may be won.
  await board(page, "Domineering", "..|..");
  await page.getByRole("button", { name: "Add to sum" }).click();
  await page.locator(".sum .card").nth(1).waitFor();
  await page.locator(".verdict strong").first().waitFor();
  check(/to move: /.test(await page.locator(".verdict strong").first().innerText()), "the sum is judged");
}

/** @param {Stage} stage */
export async function an_undecided_sum_has_advice_that_says_so(stage) {
  const page = await stage.open("/boards");
  // Far too much for any search in a second; the page asks with limits of its own, the API is asked with small ones here.
  const body = { boards: [{ rules: { name: "Amazons" }, position: "X.......|........|........|...O....|........|.X......|........|.......O" }], reply: "Left", limits: { seconds: 1, nodes: 2000 }, wait: 9000 };
  const told = await page.evaluate(async (question) => (await fetch("/api/sum", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) })).json(), body);
  same(told.result.left_starts.advice.why, "mobility", "why");
  same(told.result.reply.why, "mobility", "the engine plays all the same");
  check(told.result.left_starts.winner === undefined, "nobody is said to win");
}

/** @param {Stage} stage */
export async function graphs_show_values_at_their_moves(stage) {
  const page = await stage.open("/boards");
  await board(page, "Hackenbush", "$-1:B, 1-2:R, $-3:G");
  await page.locator(".stagearea .mv").first().waitFor({ state: "attached" });
  const wins = await page.locator(".marks .mv-win").count();
  same(wins, await page.locator(".side .moves li.win").count(), "winning cuts on the picture and in the list");
  check((await page.locator(".side .moves math").count()) > 0, "values in the list are formulas");
  await page.locator(".stagearea .mv .grip").first().click({ force: true });
  await page.locator(".crumbs li").nth(1).waitFor();
  await choose(page, "Digraph: N, P, draw");
  // ∞ with the set of the nimbers it can reach.
  await page.locator(".side .moves msub").first().waitFor();
}

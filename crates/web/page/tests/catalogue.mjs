// The catalogue: two languages, games of every form to their end, computations, a check.
import { check, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage */
export async function a_problem_is_verified(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".plist a").first().waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("The rule agrees with brute force").waitFor();
}

/** @param {Stage} stage */
export async function a_problem_is_told_in_chinese_and_played(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".page .prose").first().waitFor();
  const english = await page.locator(".page .prose").first().innerText();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByText("胜负规律").waitFor();
  await page.waitForFunction((text) => document.querySelector(".page .prose")?.textContent !== text, english);
  const chinese = await page.locator(".page .prose").first().innerText();
  check(/[\u4e00-\u9fff]/.test(chinese), `statement: ${chinese}`);
}

/** @param {Stage} stage */
export async function search_finds_and_says_when_it_does_not(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".plist a").first().waitFor();
  const all = await page.locator(".plist a").count();
  await page.getByLabel("Search").fill("nim");
  await page.waitForFunction((n) => document.querySelectorAll(".plist a").length < n, all);
  await page.getByLabel("Search").fill("qqqq");
  await page.getByText("Nothing found for qqqq.").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".plist a").length === n, all);
}

/**
 * Opens an entry and plays its game to the end by the marked moves.
 * @param {Stage} stage @param {string} id
 */
async function won(stage, id) {
  const page = await stage.open(`/catalogue#${id}`);
  const state = page.locator(".duel-state");
  await page.locator(".duel .moves button").first().waitFor();
  for (let moves = 0; moves < 60; moves += 1) {
    await page.locator(".duel .moves button, .duel-state strong").first().waitFor();
    if ((await page.locator(".duel-state strong").count()) > 0) break;
    same(await page.locator(".duel .cap b").allInnerTexts().then((x) => new Set(x.filter((y) => y !== "says nothing here")).size), 1, `${id}: brute force and the rule`);
    const winning = page.locator(".duel .moves li.win button");
    check((await winning.count()) > 0, `${id}: a marked move`);
    const before = await page.locator(".duel-position").innerText();
    await winning.first().click();
    await page.waitForFunction((text) => document.querySelector(".duel-position")?.textContent !== text, before);
  }
  same(await state.locator("strong").innerText(), "You win.", `${id}: the end`);
  return page;
}

/** Heaps, coins, a board of a ruleset, a graph, a tree, a grid, written games, a role, a strip. @param {Stage} stage */
export async function a_won_game_of_every_form_is_won(stage) {
  for (const id of ["I04", "I17", "P12", "I40", "I53", "I38", "P25", "I68", "I32", "P33"]) {
    const page = await won(stage, id);
    await page.screenshot({ path: stage.picture(`play-${id}`), fullPage: true });
    await page.context().close();
  }
}

/** @param {Stage} stage */
export async function a_game_is_taken_back_begun_anew_and_played_without_advice(stage) {
  const page = await stage.open("/catalogue#I04");
  const position = page.locator(".duel-position");
  await page.locator(".duel .moves button").first().waitFor();
  const start = await position.innerText();
  await page.getByRole("button", { name: "Advice off" }).click();
  same(await page.locator(".duel .moves li.win").count(), 0, "marks without advice");
  await page.locator(".duel .moves button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => document.querySelector(".duel-position")?.textContent !== text, start);
  await page.getByText("The engine plays").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  same(await position.innerText(), start, "taken back");
  await page.getByRole("button", { name: "The engine begins" }).click();
  await page.getByText("The engine plays").waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByText("引擎先手").waitFor();
}

/** @param {Stage} stage */
export async function a_computation_is_made_both_ways(stage) {
  const page = await stage.open("/catalogue#I16");
  await page.getByText("The rule and the definition agree").waitFor();
  const input = page.locator(".trying textarea, .contest textarea").first();
  await input.fill("7 7\n");
  await page.getByRole("button", { name: "Compute both" }).click();
  await page.waitForFunction(() => document.querySelector(".io pre")?.textContent === "4\n");
  await input.fill("no number");
  await page.getByRole("button", { name: "Compute both" }).click();
  await page.getByText("expected an integer").waitFor();
  await page.locator('.plist a[aria-current="true"]').click();
  same(await input.inputValue(), "no number", "an entry that stands there keeps what was typed");
}

/** @param {Stage} stage */
export async function every_entry_has_something_to_try_or_says_why_not(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".plist a").first().waitFor();
  const links = page.locator(".plist a");
  for (let i = 0; i < (await links.count()); i += 1) {
    const id = await links.nth(i).locator(".id").innerText();
    await links.nth(i).click();
    await page.waitForFunction((text) => document.querySelector(".page .src")?.textContent?.startsWith(`${text} `), id);
    await page.locator(".duel .moves button, .contest pre:not(:empty), .page .say").first().waitFor();
    same(await page.locator(".page [role=alert]").count(), 0, `${id}: nothing went wrong`);
  }
}

/** @param {Stage} stage */
export async function it_begins_with_nim_finds_games_and_sets_formulas(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".page .prose").first().waitFor();
  same(await page.locator(".page h1").innerText(), "Nim", "the first entry");
  for (const text of ["Wythoff", "威佐夫", "beatty"]) {
    await page.getByLabel("Search").fill(text);
    await page.locator(".plist a").filter({ hasText: "Wythoff" }).first().waitFor();
  }
  await page.getByLabel("Search").fill("");
  await page.goto(`${stage.address}/catalogue#I16`);
  await page.reload();
  await page.locator(".page .prose msup").first().waitFor();
  check((await page.locator(".page .prose math").count()) > 3, "formulas");
  await page.locator('.page .prose a[href="#I21"]').click();
  await page.getByText("I21", { exact: false }).first().waitFor();
  await page.waitForFunction(() => document.querySelector(".page .src")?.textContent?.startsWith("I21"));
  check((await page.evaluate(() => document.querySelector(".page h1")?.getBoundingClientRect().top ?? 0)) > 56, "the title is seen below the bar");
}

/** @param {Stage} stage */
export async function own_rules_are_kept_shown_and_taken_away(stage) {
  const page = await stage.open("/boards");
  await page.locator(".stagearea svg").first().waitFor();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "Change a copy" }).click();
  await page.locator("textarea.rulestext").first().fill('// Take one or two.\ngame "Mine Alone"\nheap n\nBoth: (n) -> (n-k) for k in 1..2');
  await page.getByRole("button", { name: "Use these rules" }).click();
  await page.locator(".rulessay").getByText("Take one or two.").or(page.locator(".rulessay .diag")).first().waitFor();
  same(await page.locator(".rulessay .diag").count(), 0, "the rules are right");
  await page.getByRole("link", { name: "Catalogue" }).click();
  const mine = page.locator(".plist a", { hasText: "Mine Alone" });
  await mine.click();
  await page.locator(".page").getByText("game \"Mine Alone\"").waitFor();
  await page.locator(".page").getByRole("button", { name: "Find the rule" }).click();
  await page.locator(".thm-proved").waitFor();
  await page.getByRole("link", { name: "Catalogue" }).click();
  await mine.click();
  await page.locator(".page").getByRole("button", { name: "Remove" }).click();
  same(await mine.count(), 0, "taken away");
}

/** @param {Stage} stage */
export async function nim_says_why(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".duel .tools").getByRole("button", { name: "Why" }).click();
  await page.locator(".duel .why li").first().waitFor();
  check(((await page.locator(".duel .why").textContent()) ?? "").includes("Grundy value"), "the nim sum");
}

/** @param {Stage} stage */
export async function an_entry_of_its_own_tells_the_answers_to_its_moves(stage) {
  const page = await stage.open("/catalogue#I48");
  await page.locator(".duel .tools").getByRole("button", { name: "Why" }).click();
  await page.locator(".duel .why li", { hasText: "loses to" }).first().waitFor();
  const told = (await page.locator(".duel .why").textContent()) ?? "";
  check(told.includes("These moves win:") && told.includes("Every answer was searched."), "what was searched");
  await page.locator(".duel-moves button").first().click();
  await page.waitForFunction(() => !document.querySelector(".duel .why li"));
}

/** @param {Stage} stage */
export async function entries_without_a_table_say_why_no_rule_is_looked_for(stage) {
  const { problems } = await (await fetch(`${stage.address}/api/problems`)).json();
  const page = await stage.open("/catalogue");
  let told = 0;
  for (const { id, playable } of problems.filter((/** @type {{playable: boolean}} */ one) => one.playable)) {
    await page.goto(`${stage.address}/catalogue?${id}#${id}`);
    await page.locator(".page h1").waitFor();
    await page.locator(".small-game").first().waitFor();
    const [button, reason] = [await page.locator(".page .findrow button").count(), await page.getByText("so no rule is looked for").count()];
    same(button + reason, 1, `${id}, ${playable}: a way to the rule, or why there is none`);
    told += reason;
    if (told > 2) break;
  }
  check(told > 0, "some say why");
}

/** @param {Stage} stage */
export async function a_rule_is_looked_for_behind_an_entry_of_its_own(stage) {
  const page = await stage.open("/catalogue#I06");
  await page.locator(".page .findrow").getByRole("button", { name: "Find the rule" }).click();
  await page.locator(".fd .law").first().waitFor();
  same(await page.locator("#find-game").inputValue(), "I06", "the entry is what is asked about");
  check((await page.locator(".law").first().innerText()).includes("no errors"), "a law that play confirms");
  check((await page.getByText("A table alone cannot be proved").count()) === 0, "nor is it a table without rules");
}

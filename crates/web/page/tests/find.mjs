// Find the rule: tables as pictures, laws with their errors, theorems with their certificates.
import { readFile } from "node:fs/promises";
import { check, evaluate, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/** @param {Stage} stage @param {object} subject @param {import("playwright-core").BrowserContextOptions} [options] @param {string} [query] */
async function found(stage, subject, options = {}, query = "") {
  const page = await stage.open(`/find${query}#${Buffer.from(JSON.stringify(subject)).toString("base64url")}`, options);
  await page.locator(".fd, .diag").first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".findresult.dim, .run"));
  return page;
}

/** @param {Stage} stage */
export async function a_game_ends_in_a_theorem_with_its_certificate(stage) {
  const page = await found(stage, { game: "laskers-nim" });
  await page.locator(".thm-proved").waitFor();
  check((await page.locator(".thm-eq math").count()) === 1, "the theorem is set as mathematics");
  check((await page.locator(".thm-proved").innerText()).includes("Theorem."), "a theorem");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the certificate" }).click()]);
  check((await readFile(await file.path(), "utf8")).startsWith("farstar theorem certificate"), "the certificate");
  check((await page.locator(".law-best .errpic .er1").count()) === 0, "no errors in the picture of the first law");
}

/** @param {Stage} stage */
export async function a_table_is_coloured_read_and_boxed(stage) {
  const page = await found(stage, { game: "two-heap-nim" });
  check((await page.locator(".findpic .f0").count()) === 1, "zeros are gold");
  check(((await page.locator(".law-eq math").first().textContent()) ?? "").includes("⊕"), "the law as a formula");
  await page.locator(".findpic").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await page.getByText("a = 1, b = 3: value 2").waitFor();
  const size = async () => Number(await page.locator(".findbox").getAttribute("width"));
  const before = await size();
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.locator("#find-box").evaluate((slider) => {
    /** @type {HTMLInputElement} */ (slider).value = "12";
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change"));
  });
  await page.waitForFunction((was) => Number(document.querySelector(".findbox")?.getAttribute("width")) < was, before);
  await page.keyboard.press("]");
  await page.getByText("to 16").waitFor();
}

/** @param {Stage} stage */
export async function errors_of_a_law_are_drawn_and_told(stage) {
  const rows = Array.from({ length: 14 }, (_, a) => Array.from({ length: 14 }, (_, b) => `${a}\t${b}\t${a === 13 && b === 12 ? 99 : a ^ b}`)).flat();
  const page = await found(stage, { table: rows.join("\n") });
  await page.locator(".law").first().waitFor();
  check((await page.locator(".law .errpic .er1").count()) >= 1, "the wrong cell in plum");
  check((await page.locator(".law").first().innerText()).includes("first at (13, 12): it says 1, 99 is so"), "and told");
  check((await page.locator(".thm").count()) === 1 && (await page.locator(".thm-proved").count()) === 0, "a table is never a theorem");
}

/** @param {Stage} stage */
export async function rules_by_functions_are_asked_like_codes(stage) {
  const page = await stage.open("/find");
  await page.locator(".fd, .diag").first().waitFor();
  await page.locator("#find-game").fill("Ruleset(n -> [n - k for k in [1,3,4] where k <= n])");
  await page.locator(".findview").getByRole("button", { name: "Find the rule" }).click();
  await page.waitForFunction(() => /Ruleset/.test(document.querySelector(".fdpic h2, .thm-lead")?.textContent ?? "") && !document.querySelector(".findresult.dim, .run"));
  const law = page.locator(".law").first();
  check(((await law.locator("math").textContent()) ?? "").replace(/\s/g, "").includes("g(n+7)=g(n)"), "the period of the subtraction set 1, 3, 4");
  check((await law.innerText()).includes("no errors"), "which play confirms");
  check((await page.locator(".diag").count()) === 0, "nothing is wrong with it");
  // A function that names heaps that are none is told so, where its text stands.
  await page.locator("#find-game").fill("Ruleset(n -> [n - 1)");
  await page.locator(".findview").getByRole("button", { name: "Find the rule" }).click();
  await page.locator(".diag").waitFor();
}

/** @param {Stage} stage */
export async function wrong_questions_have_words(stage) {
  const page = await found(stage, { table: "1 2\n1 3\n" });
  check((await page.locator(".diag").innerText()).includes("two values"), "a contradiction");
  await page.locator("#find-game").fill("no such game");
  await page.locator(".rulestext").fill("");
  await page.locator(".findview").getByRole("button", { name: "Find the rule" }).click();
  await page.waitForFunction(() => /o ruleset/.test(document.querySelector(".diag")?.textContent ?? ""));
}

/** @param {Stage} stage */
export async function sequences_tables_rules_and_entries_lead_to_it(stage) {
  const page = await stage.open("/sequences");
  await page.locator(".proof").waitFor();
  await page.locator(".sequences").getByRole("button", { name: "Find the rule" }).click();
  await page.locator(".thm-proved").waitFor();
  const cell = await stage.open("/");
  const one = await evaluate(cell, "[[a NimSum b for b in 0..15] for a in 0..15]");
  await one.getByRole("button", { name: "Find the rule" }).click();
  await cell.locator(".fd .law").first().waitFor();
  const entry = await stage.open("/catalogue");
  await entry.locator(".page").getByRole("button", { name: "Find the rule" }).click();
  await entry.locator(".fd").first().waitFor();
  const board = await stage.open(`/boards#${Buffer.from(JSON.stringify({ rules: { name: "Kayles" }, position: "5" })).toString("base64url")}`);
  await board.locator(".side .moves li").first().waitFor();
  await board.getByRole("button", { name: "Rules", exact: true }).click();
  await board.locator(".rulesbox").getByRole("button", { name: "Find the rule" }).click();
  await board.locator(".fd").first().waitFor();
}

/** @param {Stage} stage */
export async function its_looks(stage) {
  for (const [name, query, options, game] of /** @type {[string, string, object, string][]} */ ([["find-light", "", { colorScheme: "light" }, "two-heap-nim"], ["find-dark", "", { colorScheme: "dark" }, "0.77"], ["find-phone", "", { ...PHONE, colorScheme: "light" }, "laskers-nim"], ["find-chinese-phone-dark", "?lang=zh", { ...PHONE, colorScheme: "dark" }, "two-heap-nim"]])) {
    const page = await found(stage, { game }, options, query);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    same(Math.max(0, wide), 0, `${name}: too wide`);
    await page.screenshot({ path: stage.picture(name), fullPage: true });
  }
}

/** @param {Stage} stage */
export async function of_three_coordinates_a_slice_is_seen(stage) {
  const rows = [0, 1, 2, 3, 4, 5].flatMap((a, _, all) => all.flatMap((b) => all.map((c) => `${a}\t${b}\t${c}\t${a === 5 && b === 5 && c === 4 ? 99 : a ^ b ^ c}`)));
  const page = await found(stage, { table: rows.join("\n") }, { ...PHONE, colorScheme: "light" });
  const read = async () => {
    await page.locator(".findpic").focus();
    await page.keyboard.press("ArrowRight");
    return page.locator(".readout").innerText();
  };
  check(/= 0, \w+ = 0, \w+ = 1: value 1$/.test(await read()), "the first slice");
  check((await page.locator(".law .errpic .er1").count()) === 0, "whose cells the law has right");
  await page.locator(".slice input").fill("5");
  check(/= 5, \w+ = 0, \w+ = 1: value 4$/.test(await read()), "another slice is read");
  check((await page.locator(".law .errpic").first().locator(".er1").count()) === 1, "and where the law is wrong in it");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  same(Math.max(0, wide), 0, "too wide");
  await page.screenshot({ path: stage.picture("find-slice-phone"), fullPage: true });
}

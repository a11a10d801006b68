// Pictures of every part: light, dark, a phone, Chinese. They are looked at, not compared.
import { check, choose, evaluate } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */
/** @typedef {import("playwright-core").Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/** @param {Page} page */
async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the page is ${wide} px too wide`);
  const cut = await page.evaluate(() => {
    const nav = /** @type {HTMLElement} */ (document.querySelector(".nav"));
    return nav.scrollWidth - nav.clientWidth;
  });
  check(cut <= 0, `the names of the parts are cut by ${cut} px`);
}

/** Several cells that show what there is. @param {Page} page */
async function cells(page) {
  const texts = ["{1|-1} + {2|*} + ^", 'Domineering("##..|..#.|....|.##.")', "{1|-1} + {3|2|1}", 'TakeAndBreak("0.77").CheckPeriodicity(500)', "[[a NimSum b for b in 0..15] for a in 0..15]"];
  for (const [i, text] of texts.entries()) {
    if (i > 0) await page.getByRole("button", { name: /^(Expression|表达式)$/ }).click();
    const cell = await evaluate(page, text);
    await cell.locator(".answer .out").first().waitFor();
    await page.waitForFunction(() => !document.querySelector('.cell[data-state="running"], .dim'));
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** @param {Stage} stage @param {string} name @param {string} query @param {object} options @param {boolean} [full] */
async function notebook(stage, name, query, options, full = true) {
  const page = await stage.open(`/${query}`, options);
  await cells(page);
  await fits(page);
  await page.screenshot({ path: stage.picture(`${name}-top`) });
  if (full) await page.screenshot({ path: stage.picture(name), fullPage: true });
}

/** @param {Stage} stage */
export const notebook_light = (stage) => notebook(stage, "notebook-light", "", { colorScheme: "light" });
/** @param {Stage} stage */
export const notebook_dark = (stage) => notebook(stage, "notebook-dark", "", { colorScheme: "dark" });
/** @param {Stage} stage */
export const notebook_on_a_phone = (stage) => notebook(stage, "notebook-phone", "", { ...PHONE, colorScheme: "light" });
/** @param {Stage} stage */
export const notebook_in_chinese = (stage) => notebook(stage, "notebook-chinese", "?lang=zh", { colorScheme: "light" });

/** @param {Stage} stage @param {string} name @param {string} query @param {object} options */
async function board(stage, name, query, options) {
  const page = await stage.open(`/boards${query}`, options);
  await page.locator(".side .result").waitFor();
  const box = page.locator(".position");
  await box.fill("#.#..|.....|.....|#....|.....");
  await box.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".stagearea .hit").length === 25 && document.querySelectorAll(".stagearea .mv").length > 9 && !document.querySelector(".dim, .run"));
  await fits(page);
  await page.screenshot({ path: stage.picture(name) });
  await page.screenshot({ path: stage.picture(`${name}-whole`), fullPage: true });
  return page;
}

/** @param {Stage} stage */
export async function board_light(stage) {
  const page = await board(stage, "board-light", "", { colorScheme: "light" });
  const settled = () => page.waitForFunction(() => !document.querySelector(".dim, .run") && document.querySelector(".side .moves"));
  // Four moves, the third of them the worst in the list: a slip, if one can be made.
  for (const [turn, at] of /** @type {[string, number][]} */ ([["Left", 0], ["Right", 0], ["Left", -1], ["Right", 0]])) {
    await settled();
    const moves = page.locator(`.side .moves[data-player="${turn}"] li button`);
    const before = await page.locator(".crumbs li").count();
    await (at < 0 ? moves.last() : moves.first()).click();
    await page.locator(".crumbs li").nth(before).waitFor();
  }
  await settled();
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.screenshot({ path: stage.picture("board-play-light") });
  await page.getByRole("button", { name: "Add to sum" }).click();
  await choose(page, "Hackenbush");
  await page.locator(".stagearea .joint").first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".dim, .run"));
  await page.screenshot({ path: stage.picture("hackenbush-light") });
  await page.getByRole("button", { name: "Add to sum" }).click();
  await choose(page, "Toads and Frogs");
  await page.locator(".stagearea .hit").first().waitFor();
  await page.getByRole("button", { name: "Add to sum" }).click();
  await page.locator(".sum .card").nth(2).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".sum .card svg.pic").length === 3);
  await page.screenshot({ path: stage.picture("sum-light"), fullPage: true });
}
/** @param {Stage} stage */
export async function board_dark(stage) {
  const page = await board(stage, "board-dark", "", { colorScheme: "dark" });
  await choose(page, "Digraph: N, P, draw");
  await page.locator(".vp").first().waitFor();
  await page.screenshot({ path: stage.picture("digraph-dark") });
}
/** @param {Stage} stage */
export const board_on_a_phone = async (stage) => void (await board(stage, "board-phone", "", { ...PHONE, colorScheme: "light" }));
/** @param {Stage} stage */
export const board_in_chinese_at_night = async (stage) => void (await board(stage, "board-chinese-dark", "?lang=zh", { ...PHONE, colorScheme: "dark" }));

/** @param {Stage} stage */
export async function sequences(stage) {
  for (const [name, options] of /** @type {[string, object][]} */ ([["sequences-light", { colorScheme: "light" }], ["sequences-dark-phone", { ...PHONE, colorScheme: "dark" }]])) {
    const page = await stage.open("/sequences", options);
    await page.locator(".proof").waitFor();
    await fits(page);
    await page.screenshot({ path: stage.picture(`${name}-top`) });
    await page.screenshot({ path: stage.picture(name), fullPage: true });
  }
}

/** @param {Stage} stage */
export async function catalogue(stage) {
  for (const [name, query, options] of /** @type {[string, string, object][]} */ ([["catalogue-light", "", { colorScheme: "light" }], ["catalogue-chinese-dark", "?lang=zh", { colorScheme: "dark" }], ["catalogue-phone", "?lang=zh", { ...PHONE, colorScheme: "light" }]])) {
    const page = await stage.open(`/catalogue${query}`, options);
    await page.locator(".plist a").first().waitFor();
    await page.getByRole("button", { name: /^(Playable|可玩)$/ }).click();
    await page.locator(".plist a").first().click();
    await page.locator(".small-game > *").first().waitFor();
    await fits(page);
    await page.screenshot({ path: stage.picture(`${name}-top`) });
    await page.screenshot({ path: stage.picture(name), fullPage: true });
  }
}

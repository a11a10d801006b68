// The explorer: trees opened move by move, two positions compared, the heat of a sum.
import { check, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/** @param {Stage} stage @param {string} rules @param {string} position @param {import("playwright-core").BrowserContextOptions} [options] @param {string} [query] */
async function tree(stage, rules, position, options = {}, query = "") {
  const page = await stage.open(`/explorer${query}#${Buffer.from(JSON.stringify({ rules: { name: rules }, position })).toString("base64url")}`, options);
  await page.locator(".ex-side .facts").waitFor();
  return page;
}

/** @param {Stage} stage */
export async function a_tree_is_opened_move_by_move_with_its_canonical_part_marked(stage) {
  const page = await tree(stage, "Domineering", "##.|...|...");
  // {2 | −1/2}: Left to 2 and, dominated, to ±1 in three ways; Right to −1/2 and, dominated, to 0.
  same(await page.locator(".tsvg .tn").count(), 5, "the position and its options, each value once");
  same(await page.locator(".tsvg .tn-no").count(), 2, "options that are not canonical");
  same(await page.locator(".tsvg .tedge-no").count(), 2, "and their edges");
  same(await page.locator(".tsvg .tsmall").first().textContent(), "×3", "how many moves have one value");
  same(await page.locator(".tsvg .wins-under").count(), 3, "winning moves");
  await page.locator(".tsvg .tn-no").first().click();
  await page.locator(".ex-side .why-not").getByText("Left has 2 instead, and 2 ≥ ±1.").waitFor();
  same(await page.locator(".tsvg .tn").count(), 7, "its options came: 1 and −1");
  check((await page.locator(".ex-side .thermograph svg").count()) === 1, "its thermograph");
  same(await page.locator(".crumbs li").count(), 2, "the way to it");
  await page.keyboard.press("c");
  await page.waitForFunction(() => document.querySelectorAll(".tsvg .tn").length === 3);
}

/** @param {Stage} stage */
export async function a_tree_is_walked_with_the_keys(stage) {
  const page = await tree(stage, "Domineering", "##.|...|...");
  await page.locator(".tsvg .tn-sel").focus();
  const chosen = () => page.locator(".tsvg .tn-sel").getAttribute("data-position");
  const root = await chosen();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((was) => document.activeElement?.getAttribute("data-position") !== was && document.activeElement?.matches(".tn-sel"), root);
  await page.locator('.crumbs li:nth-child(2)[aria-current="true"]').waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.tsvg .tn-sel[aria-expanded="true"]').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator('.tsvg .tn-sel[aria-expanded="false"]').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((was) => document.activeElement?.getAttribute("data-position") === was, root);
  await page.keyboard.press("g");
  await page.locator(".stagearea .hit").first().waitFor();
  same(await page.getByLabel("Position as text").first().inputValue(), root, "the board is that of the node");
}

/** @param {Stage} stage */
export async function options_that_reverse_say_through_what(stage) {
  const page = await tree(stage, "Nim", "2+3");
  // Of *: every move but those to 0 is to a larger nimber, which reverses.
  await page.locator(".tsvg .tn-no").first().click();
  await page.locator(".ex-side .why-not").getByText("Reversible.").waitFor();
  same(await page.locator(".tsvg .tedge-l, .tsvg .tedge-r").count(), 0, "moves of both have no player's colour");
}

/** @param {Stage} stage */
export async function two_positions_and_values_are_compared(stage) {
  const page = await tree(stage, "Domineering", "##.|...|...");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("Marked as G:").waitFor();
  const value = page.getByLabel("Compare with a value");
  await value.fill("{2|0}");
  await value.press("Enter");
  await page.getByText("G is less than H").waitFor();
  check((await page.locator(".cmp dd").first().innerText()).length > 0, "the difference");
  check((await page.locator(".cmp").innerText()).includes("Right wins"), "who wins it");
  await value.fill("{2|");
  await value.press("Enter");
  await page.locator(".cmpbox [role=alert]").waitFor();
}

/** @param {Stage} stage */
export async function the_heat_of_a_sum_stands_on_one_axis(stage) {
  const page = await tree(stage, "Domineering", "##.|...|...");
  const value = page.getByLabel("A value, such as {1|-1}", { exact: true });
  for (const text of ["+-3/2", "{1||-1|-5}", "{1/2|0}", "-1/4"]) {
    await value.fill(text);
    await value.press("Enter");
  }
  await page.locator(".hlist li").nth(3).waitFor();
  same(await page.locator(".heatchart .mast").count(), 4, "masts");
  same(await page.locator(".heatchart .flag").count(), 2, "flags");
  const flags = await page.locator(".heatchart .flag").allTextContents();
  check(flags.includes("hotstrat") && flags.includes("thermostrat, wins"), `flags: ${flags}`);
  check((await page.locator(".hlist li").first().innerText()).includes("the only winning move"), "the move that wins");
  check((await page.locator(".hlist li").nth(3).innerText()).includes("a number"), "a number");
  // The flags lie inside of the picture, and over no other.
  const bad = await page.evaluate(() => {
    const frame = document.querySelector(".heatchart")?.getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".heatchart .flagbox")].map((b) => b.getBoundingClientRect());
    return boxes.filter((b, i) => !frame || b.left < frame.left || b.right > frame.right || boxes.some((o, k) => k !== i && b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom)).length;
  });
  same(bad, 0, "flags out of place");
  await page.getByRole("group", { name: "Who moves" }).getByRole("button", { name: "Right" }).click();
  await page.getByText("Heat of the sum A + B + C + D, Right to move").waitFor();
  await value.fill("on");
  await value.press("Enter");
  await page.locator(".heatsum [role=alert], .heatsum .cap").first().waitFor();
}

/** @param {Stage} stage */
export async function what_is_on_the_tray_of_the_boards_is_heated(stage) {
  const page = await stage.open(`/boards#${Buffer.from(JSON.stringify({ rules: { name: "Domineering" }, position: "..|..|.." })).toString("base64url")}`);
  await page.locator(".side .moves li").first().waitFor();
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.keyboard.press("s");
  await page.keyboard.press("s");
  await page.locator(".sum .card").nth(1).waitFor();
  await page.getByRole("button", { name: "Heat", exact: true }).click();
  await page.locator(".heatchart .foot").nth(1).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await page.locator(".tsvg .tn").first().waitFor();
}

/** @param {Stage} stage */
export async function every_kind_of_board_has_a_tree(stage) {
  for (const [rules, position] of [["Clobber", "XOXO|OXOX"], ["Hackenbush", "$-1:B, 1-2:R, $-3:G"], ["Node Kayles", "path5"], ["Misere Nim", "1+2"], ["Captures, no ko", ".X|O."], ["Toads and Frogs", "TT..FF"], ["Nim", "3+4+5"]]) {
    const page = await tree(stage, rules, position);
    check((await page.locator(".tsvg .tn").count()) > 2, `${rules}: options`);
    same(await page.locator(".tsvg .tn .bd").count(), await page.locator(".tsvg .tn").count(), `${rules}: boards`);
    await page.close();
  }
}

/** @param {Stage} stage */
export async function a_tree_that_is_too_large_is_stopped(stage) {
  const page = await tree(stage, "Domineering", "..|..");
  const box = page.getByLabel("Position as text");
  await box.fill("8x8");
  await box.press("Enter");
  await page.locator(".ex-side .run").waitFor();
  await page.locator(".ex-side .run button").click();
  await page.locator(".ex-side .halted").waitFor();
  await box.fill("8y8");
  await box.press("Enter");
  await page.locator(".ex-main .diag").waitFor();
}

/** @param {Stage} stage */
export async function its_looks(stage) {
  for (const [name, query, options] of /** @type {[string, string, object][]} */ ([["explorer-light", "", { colorScheme: "light" }], ["explorer-dark", "", { colorScheme: "dark" }], ["explorer-phone", "", { ...PHONE, colorScheme: "light" }], ["explorer-chinese-phone-dark", "?lang=zh", { ...PHONE, colorScheme: "dark" }]])) {
    const page = await tree(stage, "Domineering", "##.|...|...", options, query);
    const nodes = page.locator(name.includes("phone") ? ".tlist button" : ".tsvg .tn");
    await nodes.nth(2).click();
    await page.locator(".why-not b").waitFor();
    await nodes.nth(name.includes("phone") ? 5 : 3).click();
    await page.locator(".crumbs li:nth-child(2)").waitFor();
    await page.keyboard.press("m");
    for (const [at, text] of /** @type {[number, string][]} */ ([[0, "{2|0}"], [1, "+-3/2"], [1, "{1||-1|-5}"], [1, "{1/2|0}"], [1, "-1/4"]])) {
      const input = page.locator(".heatform .find").nth(at);
      await input.fill(text);
      await input.press("Enter");
    }
    await page.locator(".cmp .rel").waitFor();
    await page.locator(".hlist li").nth(3).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${name} is ${wide} px too wide`);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: stage.picture(name), fullPage: true });
  }
}

/** @param {Stage} stage */
export async function the_walls_of_a_ko_are_drawn_for_every_komaster(stage) {
  // the ko {1|{ko|0}}: its mean is 2/3, and Right takes in vain if Left is komaster
  const text = "game Ko\nstrip of . A B C\nLeft: B -> A\n      A -> C\n      C -> .\nRight: A -> B\n       B -> .\n";
  for (const [name, query, options] of /** @type {[string, string, object][]} */ ([["ko-light", "", { colorScheme: "light" }], ["ko-chinese-phone-dark", "?lang=zh", { ...PHONE, colorScheme: "dark" }]])) {
    const page = await stage.open(`/explorer${query}#${Buffer.from(JSON.stringify({ rules: { text }, position: "A" })).toString("base64url")}`, options);
    const chart = page.locator(".ex-side .heatchart");
    await chart.waitFor();
    same(await chart.locator(".wall").count(), 6, "walls");
    same((await chart.locator(".hsv").allTextContents()).join(", "), query ? "–, 左方, 右方" : "–, Left, Right", "columns");
    check((await page.locator(".ex-side").textContent())?.includes("(2/3, 1/3)") === true, "the foot of the mast in words");
    await page.locator(".ex-side").scrollIntoViewIfNeeded();
    await page.screenshot({ path: stage.picture(name), fullPage: true });
  }
}

// Moves on boards: arrows, bars, lines between tokens; one value at a time, over no piece and inside of the picture.
import { check, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage @param {string} rules @param {string} position */
async function opened(stage, rules, position) {
  const page = await stage.open(`/boards#${Buffer.from(JSON.stringify({ rules: { name: rules }, position })).toString("base64url")}`);
  await page.locator(".side .moves li button").first().waitFor();
  return page;
}

/** @param {Stage} stage */
export async function steps_are_arrows_of_the_mover_beside_the_stones(stage) {
  const page = await opened(stage, "Clobber", "XOXO|OXOX");
  same(await page.locator(".marks .mv .head").count(), 20, "arrows");
  same(await page.locator(".marks .mv-l").count(), 10, "of Left");
  same(await page.locator(".marks .mv-win").count(), 16, "winning, in gold");
  same(await page.locator(".marks .mv-best").count(), 1, "the best");
  same(await page.locator(".stagearea .valuetag").count(), 0, "values before one is asked for");
  // No arrow lies on a stone: their boxes against the middles of the stones.
  const covered = await page.evaluate(() => {
    const middles = [...document.querySelectorAll(".stagearea .hit")].map((hit) => hit.getBoundingClientRect()).map((b) => [b.x + b.width / 2, b.y + b.height / 2, b.width]);
    return [...document.querySelectorAll(".marks .mv .stem")].filter((stem) => {
      const b = stem.getBoundingClientRect();
      return middles.some(([x, y, width]) => Math.hypot(x - Math.max(b.left, Math.min(b.right, x)), y - Math.max(b.top, Math.min(b.bottom, y))) < width * 0.3);
    }).length;
  });
  same(covered, 0, "arrows on stones");
  await page.locator('.side .moves[data-player="Left"] li button').first().hover();
  same(await page.locator(".valuetag").count(), 1, "values");
  check((await page.locator(".moveline").innerText()).includes("wins"), "the line below tells the move");
  await page.locator(".marks .mv-best .grip").click({ force: true });
  await page.locator(".crumbs li").nth(1).waitFor();
}

/** @param {Stage} stage */
export async function values_stay_inside_and_over_no_piece(stage) {
  for (const [rules, position] of [["Clobber", "XOXO|OXOX"], ["Konane", "XO.O|OXOX|X.XO|OXOX"], ["Toads and Frogs", "TTT..FFF"], ["Domineering", "....|....|...."], ["Amazons", "X...|...O|...."]]) {
    const page = await opened(stage, rules, position);
    for (const button of (await page.locator(".side .moves li button").all()).slice(0, 12)) {
      await button.hover();
      const bad = await page.evaluate(() => {
        const tag = document.querySelector(".valuetag rect")?.getBoundingClientRect();
        const frame = document.querySelector(".stagearea svg.pic")?.getBoundingClientRect();
        if (!tag || !frame) return "";
        return tag.left < frame.left - 1 || tag.right > frame.right + 1 || tag.top < frame.top - 1 || tag.bottom > frame.bottom + 1 ? "out" : "";
      });
      same(bad, "", `${rules}: a value in its frame`);
    }
    await page.close();
  }
}

/** @param {Stage} stage */
export async function heaps_show_each_move_and_say_why(stage) {
  const page = await opened(stage, "Nim", "3+4+5");
  same(await page.locator(".marks .mv").count(), 12, "moves");
  same(await page.locator(".marks .mv-win").count(), 1, "winning");
  await page.locator(".whybox summary").click();
  await page.getByText("011 3 the Grundy value of 3").waitFor();
}

/** @param {Stage} stage */
export async function a_path_lies_in_a_line_and_a_grid_in_rows(stage) {
  const lines = async (/** @type {string} */ position) => {
    const page = await opened(stage, "Node Kayles", position);
    const tops = await page.evaluate(() => [...document.querySelectorAll(".stagearea .node")].map((node) => Math.round(node.getBoundingClientRect().top / 20)));
    return new Set(tops).size;
  };
  same(await lines("path5"), 1, "lines of a path");
  same(await lines("grid3x4"), 3, "rows of a grid");
}

/** @param {Stage} stage */
export async function what_is_drawn_is_undone(stage) {
  const page = await stage.open(`/boards#${Buffer.from(JSON.stringify({ rules: { name: "—digraph" }, position: "" })).toString("base64url")}`);
  await page.locator(".vp").first().waitFor();
  const before = await page.locator(".node").count();
  await page.locator(".canvas").click({ position: { x: 560, y: 300 } });
  await page.waitForFunction((n) => document.querySelectorAll(".node").length === n + 1, before);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".node").length === n, before);
}

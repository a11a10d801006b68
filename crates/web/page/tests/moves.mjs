// Moves on boards: arrows, bars, lines between tokens; one value at a time, over no piece and inside of the picture.
import { check, choose, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** The address of a board. @param {string} rules @param {string} position */
const at = (rules, position) => `/boards#${Buffer.from(JSON.stringify({ rules: { name: rules }, position })).toString("base64url")}`;

/** @param {Stage} stage @param {string} rules @param {string} position @param {import("playwright-core").BrowserContextOptions} [options] */
async function opened(stage, rules, position, options = {}) {
  const page = await stage.open(at(rules, position), options);
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

/** Every mark shows its value: where one lies on a piece or beyond the stage, and how many there are. @param {import("playwright-core").Page} page */
const covering = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const wrong = [];
    const box = (/** @type {Element} */ x) => x.getBoundingClientRect();
    const stage_ = box(/** @type {Element} */ (document.querySelector(".stagearea")));
    const hits = (/** @type {DOMRect} */ tag, /** @type {Element} */ piece) => {
      const b = box(piece);
      const [x, y, r] = [b.x + b.width / 2, b.y + b.height / 2, Math.min(b.width, b.height) / 2 - 1.5];
      const [dx, dy] = [Math.abs(x - Math.max(tag.left, Math.min(tag.right, x))), Math.abs(y - Math.max(tag.top, Math.min(tag.bottom, y)))];
      // Right's pieces are pointed.
      return piece.matches("path") ? dx + dy < r : Math.hypot(dx, dy) < r;
    };
    let count = 0;
    for (const mark of document.querySelectorAll(".marks .mv")) {
      mark.dispatchEvent(new Event("show-value"));
      const tag = document.querySelector(".valuetag rect");
      if (!tag) {
        wrong.push("no value");
        continue;
      }
      count += 1;
      const at = box(tag);
      if (at.left < stage_.left || at.right > stage_.right || at.top < stage_.top || at.bottom > stage_.bottom) wrong.push("off the stage");
      for (const piece of document.querySelectorAll(".stagearea svg circle.pl, .stagearea svg path.pr, .stagearea svg .stone, .stagearea svg .stone-ring, .stagearea svg .vn, .stagearea svg .joint")) if (hits(at, piece)) wrong.push(`on a piece: ${document.querySelector(".valuetag text")?.textContent}`);
    }
    return { wrong: [...new Set(wrong)].join("; "), count };
  });

/** @param {Stage} stage */
export async function a_value_never_covers_a_piece_and_stays_on_the_stage(stage) {
  const boards = [["Clobber", "XOXO|OXOX"], ["Clobber", "XOXO|OXOX|XOXO"], ["Konane", "XO.O|OXOX|X.XO|OXOX"], ["Toads and Frogs", "TTT..FFF"], ["Domineering", "....|....|...."], ["Amazons", "X...|...O|...."], ["Fox and Geese", "....|.G.G|....|..F."], ["Nim", "3+4+5"], ["Kayles", "7+3"], ["Nim", "15+2"], ["Col", "a-b-c-d-a, a-c, b:X"], ["Hackenbush", "$-1:B, 1-2:R, $-3:G, 1-3:B"], ["Node Kayles", "path5"]];
  let seen = 0;
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true }]) {
    // one page goes from board to board: it has its scripts by then
    const page = await stage.open("/find", options);
    for (const [i, [rules, position]] of boards.entries()) {
      await page.goto(`${stage.address}${at(rules, position).replace("#", `?${i}#`)}`);
      await page.locator(".side .moves li button").first().waitFor();
      const bad = await covering(page);
      same(bad.wrong, "", `${rules} ${position}`);
      check(bad.count > 0, `${rules} ${position}: marks`);
      seen += bad.count;
    }
  }
  return `${seen} values`;
}

/** @param {Stage} stage */
export async function the_line_below_tells_no_move_of_another_board(stage) {
  const page = await opened(stage, "Clobber", "XOXO|OXOX");
  const told = async () => (await page.locator(".moveline").textContent()) ?? "";
  await page.locator('.side .moves[data-player="Left"] li button').first().hover();
  const first = await told();
  check(first.includes("leads to"), "a move in hand");
  await page.mouse.move(0, 0);
  await choose(page, "Toads and Frogs");
  await page.locator(".chooser").getByText("Toads and Frogs").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".marks .mv").length === 2);
  check((await told()) !== first, "the line is that of the new board");
}

/** @param {Stage} stage */
export async function nor_does_it_on_the_example_of_any_ruleset(stage) {
  const { rulesets } = await (await fetch(`${stage.address}/api/rules`)).json();
  const wrong = [];
  let seen = 0;
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  // where there is least room; desks too in long runs
  for (const options of process.env.FARSTAR_SOAK ? [{}, phone] : [phone]) {
    const page = await stage.open("/find", options);
    for (const [i, { name, example }] of rulesets.entries()) {
      if (!example) continue;
      await page.goto(`${stage.address}${at(name, example).replace("#", `?${i}#`)}`);
      await page.waitForFunction(() => document.querySelector(".stagearea svg") && !document.querySelector(".stagearea.dim, .run")).catch((fault) => { throw new Error(`${name} ${example}: ${fault.message}`); });
      const bad = await covering(page);
      if (bad.wrong) wrong.push(`${name} ${example} at ${options.viewport?.width ?? "full"}: ${bad.wrong}`);
      seen += bad.count;
    }
  }
  same(wrong.join("\n"), "", "values on pieces");
  return `${seen} values of ${rulesets.length} rulesets`;
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

/** @param {Stage} stage */
export async function heaps_that_split_and_high_heaps_have_marks(stage) {
  const page = await opened(stage, "Kayles", "5");
  same(await page.locator(".marks .mv").count(), 5, "moves of Kayles");
  check((await page.locator(".marks .stem").evaluateAll((all) => all.filter((one) => /V/.test(one.getAttribute("d") ?? "")).length)) === 3, "brackets round what goes between two parts");
  const high = await opened(stage, "Nim", "15+2");
  same(await high.locator(".marks .mv").count(), 17, "moves of Nim");
  same(await high.locator(".marks .mv-win:not(.mv-away)").count(), 1, "of a high heap the winning one is seen");
  check((await high.locator(".marks .mv-away").count()) >= 14, "the others when it is pointed at");
}

/** @param {Stage} stage */
export async function both_players_have_marks_on_graphs_and_one_alone_is_chosen(stage) {
  const page = await opened(stage, "Hackenbush", "$-1:B, 1-2:R, $-3:G");
  same(await page.locator(".marks .mv-l").count(), 2, "cuts of Left");
  same(await page.locator(".marks .mv-r").count(), 2, "cuts of Right");
  const whose = page.getByRole("group", { name: "Whose moves are drawn" });
  await whose.getByRole("button", { name: "Right" }).click();
  same(await page.locator(".marks .mv-l").count(), 0, "Left’s are put away");
  same(await page.locator(".marks .mv-r").count(), 2, "Right’s stay");
  await whose.getByRole("button", { name: "Both" }).click();
  await page.locator(".marks .mv-l .grip").first().click({ force: true });
  await page.locator(".crumbs li").nth(1).waitFor();
  const col = await opened(stage, "Col", "path3");
  same(await col.locator(".marks .mv").count(), 6, "Col has a ring and a diamond at each vertex");
  check(await col.locator(".marks .mv-best").count() === 1, "the best");
}

/** @param {Stage} stage */
export async function an_edited_graph_is_undone(stage) {
  const page = await opened(stage, "Hackenbush", "$-1:B, 1-2:R");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.locator(".positionform .position");
  const before = await text.inputValue();
  const joints = await page.locator(".stagearea .node").count();
  await page.locator('.hit[data-node="2"]').click();
  await page.locator(".hit.chosen").waitFor();
  await page.locator(".canvas").click({ position: { x: 520, y: 60 } });
  await page.waitForFunction(() => /2-3:/.test(/** @type {HTMLInputElement} */ (document.querySelector(".positionform .position")).value));
  await page.locator(".edit-tools").getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((was) => /** @type {HTMLInputElement} */ (document.querySelector(".positionform .position")).value === was, before);
  // The board follows the text.
  await page.waitForFunction((n) => document.querySelectorAll(".stagearea .node").length === n && !document.querySelector('.stagearea[aria-busy="true"]'), joints);
  // A vertex that was dragged goes back as well.
  const joint = page.locator('.hit[data-node="2"]');
  await joint.waitFor();
  const at = await joint.boundingBox();
  if (!at) throw new Error("no joint");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + 80, at.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((x) => (document.querySelector('.hit[data-node="2"]')?.getBoundingClientRect().x ?? 0) > x + 30, at.x);
  await page.keyboard.press("Control+z");
  await page.waitForFunction((x) => Math.abs((document.querySelector('.hit[data-node="2"]')?.getBoundingClientRect().x ?? 0) - x) < 2, at.x);
}

/** @param {Stage} stage */
export async function a_long_value_stays_in_its_panel(stage) {
  for (const options of [{}, { viewport: { width: 390, height: 844 } }]) {
    const page = await opened(stage, "Domineering", "#.#..|.....|.....|#....|.....", options);
    await page.locator(".side .result").waitFor();
    const over = await page.evaluate(() => {
      const side = /** @type {HTMLElement} */ (document.querySelector(".side"));
      const value = /** @type {HTMLElement} */ (side.querySelector(".result"));
      return [side.scrollWidth - side.clientWidth, value.scrollWidth - value.clientWidth, ...[...side.querySelectorAll(".result, .moves li, .facts")].map((x) => Math.ceil(x.getBoundingClientRect().right - side.getBoundingClientRect().right))];
    });
    check(Math.max(...over) <= 1, `out by ${Math.max(...over)} px`);
    await page.screenshot({ path: stage.picture(`long-value-${options.viewport ? "phone" : "desk"}`), fullPage: true });
    await page.close();
  }
}

/** @param {Stage} stage */
export async function moves_look_right(stage) {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const [name, rules, position] of [["hackenbush", "Hackenbush", "$-1:B, 1-2:R, $-3:G, 1-3:B"], ["col", "Col", "a-b-c-d-a, a-c, b:X"], ["kayles", "Kayles", "7+15+3"], ["arc", "Arc Kayles", "grid2x3"]]) {
      const page = await opened(stage, rules, position, { colorScheme: scheme });
      await page.locator(".side .moves li button").first().hover();
      await page.screenshot({ path: stage.picture(`moves-${name}-${scheme}`) });
      await page.close();
    }
  }
}

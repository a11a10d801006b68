// Cells: values, errors, jobs, files.
import { readFile } from "node:fs/promises";
import { check, evaluate, same, write } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */
/** @param {Stage} stage */
export async function a_value_is_told_as_formula_facts_and_thermograph(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{1|-1} + ^");
  await cell.locator(".result math").first().waitFor();
  const facts = await cell.locator(".facts").first().innerText();
  check(facts.includes("First player wins"), `facts: ${facts}`);
  const heat = await cell.locator(".facts dd").nth(2).innerText();
  same(heat.trim(), "1", "temperature");
  const point = cell.locator('[data-wall="left"]').first();
  await point.hover();
  const said = await cell.locator(".readout").innerText();
  check(/left wall: value .+, temperature −1/.test(said), `breakpoint: ${said}`);
  await point.focus();
  await page.keyboard.press("ArrowRight");
  const next = await cell.locator(".readout").innerText();
  check(next !== said && next.includes("temperature"), `next breakpoint: ${next}`);
}

/** @param {Stage} stage */
export async function an_error_is_underlined_where_it_is(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{1|-1} + {3|2|1}");
  await cell.locator(".diag").waitFor();
  const bad = await cell.locator(".cm-content .bad").innerText();
  check(bad.includes("|"), `underlined: ${bad}`);
  same(await cell.locator(".diag").getAttribute("role"), "alert", "role of the diagnostic");
}

/** @param {Stage} stage */
export async function a_long_job_shows_progress_stops_and_blocks_nothing(stage) {
  const page = await stage.open("/");
  // Some 10^12 calls: nothing remembers them.
  await evaluate(page, "f(n) := if n < 2 then n else f(n-1) + f(n-2)\nf(60)");
  const long = page.locator(".cell").first();
  await long.locator(".run .limits dt").first().waitFor();
  await page.getByRole("button", { name: "Expression", exact: true }).click();
  const short = await evaluate(page, "1 + 1");
  await short.locator(".result").waitFor();
  check(await long.locator(".run").isVisible(), "the long job still runs");
  await long.getByRole("button", { name: "Stop", exact: false }).last().click();
  await long.locator(".halted").waitFor();
  const status = await (await fetch(`${stage.address}/api/status`)).json();
  same(status.running, 0, "running jobs");
}

/** @param {Stage} stage */
export async function a_name_is_used_below_and_staleness_is_seen(stage) {
  const page = await stage.open("/");
  await evaluate(page, "g := {2|-2}");
  await page.getByRole("button", { name: "Expression", exact: true }).click();
  const use = await evaluate(page, "g.Mean + 7");
  await use.locator(".result").waitFor();
  same((await use.locator(".result").innerText()).trim(), "7", "value");
  const first = page.locator(".cell").first();
  await write(page, first, "g := {4|2}");
  await first.getByRole("button", { name: "Run this cell" }).click();
  await page.locator('.cell[data-state="edited"]').last().waitFor();
  await page.getByRole("button", { name: "Run all" }).click();
  await use.locator('.result[aria-label="10"]').waitFor();
}

/** @param {Stage} stage */
export async function lists_become_tables_and_pictures(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, 'TakeAndBreak("0.77").CheckPeriodicity(500)');
  await cell.getByText("Period 12 from n = 71, proved.").waitFor();
  check((await cell.locator(".num.per td.x").count()) === 14, "14 exceptions are boxed");
  await page.getByRole("button", { name: "Expression", exact: true }).click();
  const list = await evaluate(page, "[n * n for n in 0..20]");
  await list.locator(".num.per, .answer svg").first().waitFor();
}

/** @param {Stage} stage */
export async function a_notebook_is_kept_saved_and_opened(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{5|1}");
  await cell.locator(".result").waitFor();
  await page.getByText("Kept in this browser").waitFor();
  await page.waitForFunction(() => (localStorage.getItem("farstar-notebook") ?? "").includes('"ms"'));
  await page.reload();
  await page.locator('.cell .result[aria-label]').first().waitFor();
  same(await page.locator(".cell .cm-content").first().innerText(), "{5|1}", "text after a reload");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const file = await (await download).path();
  const saved = JSON.parse(await readFile(file, "utf8"));
  same(saved.cells[0].text, "{5|1}", "text in the file");
  const other = await stage.open("/");
  const chooser = other.waitForEvent("filechooser");
  await other.getByRole("button", { name: "Open", exact: true }).click();
  await (await chooser).setFiles({ name: "again.farstar", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(saved)) });
  await other.locator(".cell .result").first().waitFor();
  same(await other.locator(".cell .cm-content").first().innerText(), "{5|1}", "text after opening");
}

/** @param {Stage} stage */
export async function a_cell_is_shared_as_a_link(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{3|2||1}");
  await cell.locator(".result").waitFor();
  await cell.getByRole("button", { name: "Link" }).click();
  await cell.getByRole("button", { name: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await stage.open(link.slice(stage.address.length));
  await other.locator(".cell .result").first().waitFor();
  same(await other.locator(".cell .cm-content").last().innerText(), "{3|2||1}", "text from the link");
}

/** @param {Stage} stage */
export async function names_are_completed_and_explained(stage) {
  const page = await stage.open("/");
  await page.locator(".cm-content").first().click();
  await page.keyboard.type("{1|-1}.Temper");
  // By the mouse: a key pressed in the moment the list appears is meant for the text.
  await page.locator(".cm-tooltip-autocomplete").getByText("Temperature", { exact: true }).click();
  same(await page.locator(".cm-content").first().innerText(), "{1|-1}.Temperature", "completed text");
  await page.keyboard.press("Alt+F1");
  const help = await page.locator(".helpbox").first().innerText();
  check(help.length > 20, `help: ${help}`);
  await page.keyboard.press("Control+Enter");
  await page.locator(".cell .result").waitFor();
}

/** @param {Stage} stage */
export async function a_long_value_has_an_outline(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{9|5||3|1|||-1|-4||-6|-13} + {8|2||1|0|||-2|-3||-9|-11} + {7|6||4|3|||-5|-7||-8|-20} + *");
  const tree = cell.locator(".outline-tree");
  await tree.waitFor();
  const before = await tree.locator("li").count();
  check(before > 2, `options shown: ${before}`);
  await tree.locator("details details > summary").first().click();
  await page.waitForFunction((n) => document.querySelectorAll(".outline-tree li").length > n, before);
  // Deep enough options are short, and are formulas.
  for (let depth = 0; depth < 12 && (await tree.locator("math").count()) === 0; depth += 1) await tree.locator("details:not([open]) > summary").last().click();
  check((await tree.locator("math").count()) > 0, "short options are formulas");
  await cell.getByRole("button", { name: "Show the value" }).click();
  check((await cell.locator(".longvalue").innerText()).length > 2000, "the whole value");
}

/** @param {Stage} stage */
export async function tables_are_counted_as_their_loops_say(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "[[a NimSum b for b in 0..15] for a in 0..15]");
  await cell.locator(".heatmap td").first().waitFor();
  const heads = await cell.locator(".heatmap thead th").allInnerTexts();
  same([heads[0].trim(), heads[1], heads[16]].join(" "), "a \\ b 0 15", "heads");
  same(await cell.locator(".tools").count(), 1, "one row of tools");
}

/** @param {Stage} stage */
export async function everything_can_be_taken_along(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{1|-1} + ^");
  await cell.locator(".result math").first().waitFor();
  const copied = async (/** @type {string} */ name) => {
    await cell.getByRole("button", { name, exact: true }).click();
    await cell.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await cell.getByRole("button", { name, exact: true }).waitFor();
    return text;
  };
  same(await copied("Copy"), "{1^|-1^}", "text");
  check((await copied("LaTeX")).includes("\\uparrow"), "LaTeX");
  same(JSON.parse(await copied("JSON")).value.facts.mean, "0", "JSON");
  const download = page.waitForEvent("download");
  await cell.getByRole("button", { name: "Save the thermograph as SVG" }).click();
  const file = await (await download).path();
  check((await readFile(file, "utf8")).startsWith("<svg"), "SVG");
}

/** @param {Stage} stage */
export async function results_replace_each_other_in_place(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "{1|-1} + ^");
  await cell.locator(".result math").first().waitFor();
  await page.evaluate(() => {
    const shifts = /** @type {any} */ (window);
    shifts.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.moved += /** @type {any} */ (entry).hadRecentInput ? 0 : /** @type {any} */ (entry).value;
    }).observe({ type: "layout-shift" });
  });
  for (const text of ["{2|-1} + ^", "{3|-1} + ^", "{4|-1} + ^"]) {
    await write(page, cell, text);
    await cell.locator(".in button").click();
    await page.waitForFunction((n) => document.querySelector(".answer .facts")?.textContent?.includes(n), text[1] === "2" ? "½" : text[1] === "3" ? "1" : "1½");
  }
  const moved = await page.evaluate(() => /** @type {any} */ (window).moved);
  check(moved < 0.02, `layout shift ${moved}`);
}

/** @param {Stage} stage */
export async function an_example_is_put_into_the_cell_and_answered_before_it_is_run(stage) {
  const page = await stage.open("/");
  await page.locator(".example").first().click();
  await page.locator(".cell .preview .pv-value").first().waitFor();
  check((await page.locator(".cell .cm-content").first().innerText()).length > 0, "the example is in the cell");
  same(await page.locator(".answer .out").count(), 0, "nothing was run");
}

/** @param {Stage} stage */
export async function a_list_of_values_is_read_by_arrows_and_sorted_by_s(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "[{3|1}, ^, -2]");
  const table = cell.locator(".tw").last();
  await table.waitFor();
  await table.focus();
  await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("s");
  await cell.locator('.sorted th[aria-sort="ascending"]', { hasText: "mean" }).waitFor();
  check((await page.evaluate(() => document.activeElement?.textContent)) === "−2", "the least mean is first");
}

/** @param {Stage} stage */
export async function jobs_are_stopped_by_touch(stage) {
  const page = await stage.open("/", { viewport: { width: 390, height: 844 }, hasTouch: true });
  const cell = await evaluate(page, 'Domineering("8x8").CanonicalForm');
  const opener = page.locator(".jobs-open:not(:disabled)");
  await opener.waitFor();
  await opener.tap();
  const stop = page.locator("#jobs button").first();
  await stop.waitFor();
  const size = await stop.boundingBox();
  check((size?.height ?? 0) >= 40, "large enough for a finger");
  await page.screenshot({ path: stage.picture("jobs-phone") });
  await stop.tap();
  await cell.locator(".halted, .diag").first().waitFor();
}

/** @param {Stage} stage */
export async function kos_and_sign_expansions_are_pictures(stage) {
  const page = await stage.open("/");
  const ko = await evaluate(page, 'KoThermograph("0:2|1;1:0|3;2:3|;3:|", Left)');
  await ko.locator('.thermograph [data-wall="mast"][data-value="2/3"][data-temperature="1/3"]').waitFor();
  check((await ko.locator(".answer").innerText()).includes("2/3 from temperature 1/3"), "its walls in words");
  same(await ko.locator(".answer .result").count(), 0, "which are no formula");
  same(await ko.locator('.thermograph [data-wall="left"]').count(), 1, "the corner of the left wall below the mast");
  await page.getByRole("button", { name: "Expression" }).click();
  const path = await evaluate(page, "(omega/2).Tree");
  await path.locator("svg .br-l").waitFor();
  same(await path.locator("svg .br-l").count(), 1, "pluses are edges of Left");
  same(await path.locator("svg .br-r").count(), 1, "minuses of Right");
  same(await path.locator("svg tspan").first().textContent(), "ω", "lengths are raised");
  check(!(await path.innerText()).includes("a picture"), "its sentence is read, not that it is a picture");
  // The name at the end of a line that comes from the right stands on its left.
  const [end, line] = [await path.locator("svg text").last().boundingBox(), await path.locator("svg .br-r").boundingBox()];
  check(end !== null && line !== null && end.x + end.width <= line.x + 1, "names stand where no line runs");
}

/** @param {Stage} stage */
export async function the_drawer_of_cells_is_in_nobodys_way(stage) {
  const page = await stage.open("/", { viewport: { width: 390, height: 844 } });
  await evaluate(page, "a := 1 + 1");
  const [opener, drawer] = [page.getByRole("button", { name: "Cells" }), page.locator("#outline")];
  await opener.click();
  await drawer.waitFor();
  check((await drawer.locator("h2").first().boundingBox())?.y >= (await page.locator(".topbar").boundingBox())?.height, "it begins under the bar");
  await page.screenshot({ path: stage.picture("drawer-phone") });
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await opener.click();
  await page.locator('[data-part="boards"]').click();
  await page.locator('[data-view="boards"]').waitFor();
  await page.locator('[data-part="notebook"]').click();
  await opener.waitFor();
  check(!(await drawer.isVisible()), "whoever goes elsewhere closes it");
}

/** From the first one on, before the sheet of the parts is there. @param {Stage} stage */
export async function no_frame_is_wider_than_its_window(stage) {
  for (const width of [360, 390, 820, 1100, 1440]) {
    const page = await stage.open("/licences.txt", { viewport: { width, height: 844 } });
    await page.addInitScript(() => {
      const look = () => {
        /** @type {any} */ (window).over = Math.max(document.documentElement.scrollWidth - innerWidth, /** @type {any} */ (window).over ?? 0);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${stage.address}/`);
    await page.locator(".cm-content").first().waitFor();
    same(await page.evaluate(() => /** @type {any} */ (window).over), 0, `pixels that a frame is wider than ${width}`);
    await stage.close();
  }
}

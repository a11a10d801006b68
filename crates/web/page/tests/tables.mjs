// Answers while typing, tables of values, small boards, files for others.
import { readFile } from "node:fs/promises";
import { check, evaluate, same, write } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage */
export async function an_answer_comes_while_typing_and_changes_nothing(stage) {
  const page = await stage.open("/");
  const cell = page.locator(".cell").first();
  await write(page, cell, "g := {2|-2}\ng + 1");
  await cell.locator(".preview math").first().waitFor();
  const told = await cell.locator(".preview").innerText();
  check(told.includes("mean 1") && told.includes("temperature 2"), `preview: ${told}`);
  same(await cell.locator(".answer").innerText(), "", "no answer before the cell is run");
  same(await page.locator(".outline dt").count(), 0, "no name before the cell is run");
  // Unfinished text keeps the preview; the mistake is marked after a rest, without a message.
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" + {");
  await cell.locator(".preview.pv-old").waitFor();
  await cell.locator(".cm-content .bad").waitFor();
  same(await cell.locator(".diag").count(), 0, "messages of a text that is being written");
  await write(page, cell, "f(n) := if n < 2 then n else f(n-1) + f(n-2)\nf(60)");
  await cell.getByText("Enter to compute").waitFor();
  const status = await (await fetch(`${stage.address}/api/status`)).json();
  same(status.running, 0, "jobs that go on");
}

/** @param {Stage} stage */
export async function tables_of_values_are_coloured_sorted_and_copied(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, "[[Domineering(m, n) for n in 1..4] for m in 1..4]");
  await cell.locator("table.values").waitFor();
  same(await cell.locator("table.values td.by-p").count(), 1, "second player wins 1 × 1 alone");
  same(await cell.locator("table.values tbody td").nth(5).innerText().then((text) => text.replaceAll("\n", "")), "±1N", "2 × 2");
  await cell.getByRole("button", { name: "Temperature", exact: true }).click();
  check((await cell.locator("table.values td.v4").count()) > 0, "the hottest are dark");
  await cell.getByRole("button", { name: "TSV" }).first().click();
  await cell.getByRole("button", { name: "Copied" }).waitFor();
  const tsv = await page.evaluate(() => navigator.clipboard.readText());
  same(tsv.split("\n")[2].split("\t").slice(0, 3).join(" "), "2 1 +-1", "a row that the language reads");
  await cell.getByRole("button", { name: "As a list" }).click();
  const rows = cell.locator(".sorted tbody tr");
  await cell.locator(".sorted").getByRole("button", { name: "temperature" }).click();
  await cell.locator(".sorted").getByRole("button", { name: "temperature" }).click();
  same(await rows.first().locator("td").last().innerText(), "1¼", "the hottest first");
  await cell.getByRole("button", { name: "LaTeX table" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("\\begin{array}"));
}

/** @param {Stage} stage */
export async function options_are_small_boards_with_values(stage) {
  const page = await stage.open("/");
  const cell = await evaluate(page, 'Domineering("##.|...|...").Options(Left)');
  await cell.locator(".smallboard").nth(3).waitFor();
  same(await cell.locator(".smallboard svg.pic").count(), 4, "boards");
  check((await cell.locator(".smallboard").allInnerTexts()).some((text) => text.includes("2")), "one is worth 2");
  await cell.locator(".smallboard").first().click();
  await page.locator(".cell").nth(1).locator(".boardcell").waitFor();
}

/** @param {Stage} stage */
export async function a_notebook_is_written_as_markdown_and_for_jupyter(stage) {
  const page = await stage.open("/");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await page.locator("textarea.prose-edit").fill("# Switches\n\nThe mean of $\\{a \\mid b\\}$ is $\\frac{a+b}{2}$:\n\n- *hot* if $a > b$\n- `1/2`");
  await page.keyboard.press("Escape");
  const prose = page.locator(".prose").first();
  same(await prose.locator("math").count(), 3, "formulas");
  same(await prose.locator("mfrac").count(), 1, "a fraction");
  same(await prose.locator("li").count(), 2, "items");
  await page.getByRole("button", { name: "Expression", exact: true }).click();
  const cell = await evaluate(page, "{5|1}");
  await cell.locator(".result").waitFor();
  const saved = async (/** @type {string} */ name) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFile(await (await download).path(), "utf8");
  };
  const text = await saved("Save as Markdown");
  check(text.includes("# Switches") && text.includes("```farstar\n{5|1}\n```") && /\$.*5.*1.*\$/.test(text), text);
  const book = JSON.parse(await saved("Save as a Jupyter notebook"));
  same(book.nbformat, 4, "version");
  same(book.cells.map((/** @type {any} */ c) => c.cell_type).join(" "), "code markdown code", "cells");
  same(book.cells[2].source.join(""), 's.eval("{5|1}")', "the call");
  check(book.cells[2].outputs[0].data["text/plain"].join("").includes("{5|1}"), "what it gave");
}

/** @param {Stage} stage */
export async function jobs_are_listed_stopped_and_end_with_their_page(stage) {
  const page = await stage.open("/");
  await evaluate(page, "f(n) := if n < 2 then n else f(n-1) + f(n-2)\nf(61)");
  await page.getByRole("button", { name: "1 job running" }).click();
  await page.locator(".jobs-row").getByText("f(61)").waitFor();
  await page.locator(".jobs-row").getByRole("button", { name: "Stop" }).click();
  await page.getByText("No job running").waitFor();
  await page.locator(".cell .halted").waitFor();
  await page.locator(".cell").first().locator(".in button").click();
  await page.getByRole("button", { name: "1 job running" }).waitFor();
  await page.goto("about:blank");
  const begun = Date.now();
  for (;;) {
    const status = await (await fetch(`${stage.address}/api/status`)).json();
    if (status.running === 0) break;
    // Well under the grace that the server gives to a lost stream.
    check(Date.now() - begun < 8000, "the job outlives its page");
    // Asked without a pause, the server has no time for what the page sent as it went.
    await new Promise((later) => setTimeout(later, 50));
  }
}

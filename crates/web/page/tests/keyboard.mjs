// Everything without a mouse.
import { check, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage */
export async function a_notebook_is_written_by_keys_alone(stage) {
  const page = await stage.open("/");
  await page.locator(".cm-focused").waitFor();
  await page.keyboard.type("{2|0}");
  await page.keyboard.press("Shift+Enter");
  await page.locator(".cell").nth(1).waitFor();
  await page.keyboard.type("3 + 4");
  await page.keyboard.press("Control+Enter");
  await page.locator('.cell .result[aria-label="7"]').waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await page.keyboard.press("b");
  same(await page.locator(".cell").count(), 3, "cells after b");
  await page.keyboard.press("x");
  same(await page.locator(".cell").count(), 2, "cells after x");
  await page.keyboard.press("z");
  same(await page.locator(".cell").count(), 3, "cells after z");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands, symbols, help" }).waitFor();
  await page.keyboard.type("boards");
  await page.keyboard.press("Enter");
  await page.locator('.nav a[aria-current="page"]', { hasText: "Boards" }).waitFor();
}

/** @param {Stage} stage */
export async function an_error_is_mended_by_alt_enter(stage) {
  const page = await stage.open("/");
  await page.locator(".cm-focused").waitFor();
  await page.keyboard.insertText("{3|2|1}");
  await page.keyboard.press("Control+Enter");
  await page.locator(".diag .fixes button").first().waitFor();
  await page.keyboard.press("Alt+Enter");
  await page.locator(".cell .result").waitFor();
}

/** @param {Stage} stage */
export async function a_board_is_played_by_keys_alone(stage) {
  const page = await stage.open("/boards");
  await page.locator(".side .result").waitFor();
  const cell = page.locator('.hit[tabindex="0"]');
  await cell.focus();
  const said = await cell.getAttribute("aria-label");
  check((said ?? "").length > 2, `spoken: ${said}`);
  await page.keyboard.press("Enter");
  await page.locator(".hit.chosen").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".crumbs li").nth(1).waitFor();
  await page.keyboard.press("Backspace");
  await page.locator('.crumbs li:first-child[aria-current="true"]').waitFor();
  await page.keyboard.press("t");
  await page.getByText("Right to move").first().waitFor();
  await page.keyboard.press("1");
  await page.locator(".crumbs li:nth-child(2)[aria-current]").waitFor();
  await page.keyboard.press("F6");
  check(await page.evaluate(() => document.activeElement !== document.body), "F6 goes on");
}

/** @param {Stage} stage */
export async function every_button_has_a_name(stage) {
  for (const path of ["/", "/boards", "/sequences", "/catalogue"]) {
    const page = await stage.open(path);
    await page.locator("main button:visible, .list a:visible").first().waitFor();
    await page.locator("h1:visible").first().waitFor();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, a, input, select, textarea, [role=button]")]
        .filter((x) => x instanceof HTMLElement && x.offsetParent !== null && !(x.textContent ?? "").trim() && !x.getAttribute("aria-label") && !(x.id && document.querySelector(`label[for="${x.id}"]`)))
        .map((x) => x.outerHTML.slice(0, 120)),
    );
    same(nameless.join("\n"), "", `${path}: without a name`);
    same(await page.evaluate(() => [...document.querySelectorAll("h1")].filter((x) => x.offsetParent !== null).length), 1, `${path}: headings of the first level`);
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path}: scrolls sideways`);
  }
}

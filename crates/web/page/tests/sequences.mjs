// Sequences: period, proof, growth.
import { check, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage */
export async function the_period_of_kayles_is_proved(stage) {
  const page = await stage.open("/sequences");
  await page.getByText("Period 12 from n = 71, proved.").waitFor();
  check((await page.locator(".num.per td.x").count()) === 14, "14 exceptions are boxed");
}

/** @param {Stage} stage */
export async function another_game_replaces_the_first(stage) {
  const page = await stage.open("/sequences");
  await page.getByLabel("Game: a code or a name").fill("subtraction 1,3,4");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.getByText("Period 7 from n = 0, proved.").waitFor();
  await page.getByLabel("Game: a code or a name").fill("0.7.7");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".diag").waitFor();
}

/** @param {Stage} stage */
export async function a_long_sequence_grows_and_is_stopped(stage) {
  const page = await stage.open("/sequences");
  await page.locator(".proof").first().waitFor();
  await page.getByLabel("Game: a code or a name").fill("0.007");
  await page.getByLabel("up to heap").fill("1000000");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".scatter").waitFor();
  // Its structure is drawn while it grows.
  await page.locator(".structure path.h1:not([d=''])").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".halted").first().waitFor();
}

/** @param {Stage} stage */
export async function the_structure_shows_the_period(stage) {
  const page = await stage.open("/sequences");
  await page.getByText(/The first 501 values in rows of 36: 3 periods of 12/).waitFor();
  same(await page.locator(".structure .periodframe").count(), 1, "one period is framed");
  same(((await page.locator(".structure path.odd").getAttribute("d")) ?? "").split("M").length - 1, 14, "exceptions boxed");
  await page.locator(".structure").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  same((await page.locator(".structurepic .readout").innerText()).trim(), "n = 3: value 3, an exception", "read by keys");
  await page.locator(".structure").hover({ position: { x: 60, y: 22 } });
  check(/n = \d+: value \d+/.test(await page.locator(".structurepic .readout").innerText()), "read by the mouse");
}

/** @param {Stage} stage */
export async function classes_of_values_are_drawn(stage) {
  const page = await stage.open("/sequences");
  await page.locator(".proof").first().waitFor();
  await page.getByLabel("Game: a code or a name").fill("0.16");
  await page.getByLabel("up to heap").fill("5000");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".classes").waitFor();
  check((await page.locator(".classes circle.rare").count()) >= 2, "rare classes are dotted");
  check((await page.locator(".classes rect.h2").count()) >= 2, "common classes are drawn");
}

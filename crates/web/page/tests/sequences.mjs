// Sequences: period, proof, growth.
import { check } from "./harness.mjs";

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
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".halted").first().waitFor();
}

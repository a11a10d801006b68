// The catalogue: two languages, a small game, a check.
import { check } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {Stage} stage */
export async function a_problem_is_verified(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".plist a").first().waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("The rule agrees with brute force").waitFor();
}

/** @param {Stage} stage */
export async function a_problem_is_told_in_chinese_and_played(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".page .prose").first().waitFor();
  const english = await page.locator(".page .prose").first().innerText();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByText("胜负规律").waitFor();
  await page.waitForFunction((text) => document.querySelector(".page .prose")?.textContent !== text, english);
  const chinese = await page.locator(".page .prose").first().innerText();
  check(/[\u4e00-\u9fff]/.test(chinese), `statement: ${chinese}`);
}

/** @param {Stage} stage */
export async function search_finds_and_says_when_it_does_not(stage) {
  const page = await stage.open("/catalogue");
  await page.locator(".plist a").first().waitFor();
  const all = await page.locator(".plist a").count();
  await page.getByLabel("Search").fill("nim");
  await page.waitForFunction((n) => document.querySelectorAll(".plist a").length < n, all);
  await page.getByLabel("Search").fill("qqqq");
  await page.getByText("Nothing found for qqqq.").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".plist a").length === n, all);
}

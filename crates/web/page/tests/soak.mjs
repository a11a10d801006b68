// A hand that does anything: nothing breaks, nothing leaves the window, and what the page shows of a value is the value.
import process from "node:process";
import { check, evaluate, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** How often it acts. */
const ACTS = process.env.FARSTAR_SOAK ? 3000 : 40;
/** What it does not press: what opens a window of the system, and what leaves the page. */
const LEFT_ALONE = /^(Open|打开|Save|保存|Print)/;

/** The same chances in every run: Lehmer's generator. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

/** A short game, as it is typed. @param {(sides: number) => number} roll @param {number} depth @returns {string} */
function game(roll, depth) {
  const part = () => game(roll, depth - 1);
  if (depth === 0) return ["0", "1", "-2", "3/4", "2½", "*", "*3", "^", "v2", "^^*"][roll(10)];
  return [() => `{${part()}|${part()}}`, () => `{${part()},${part()}|${part()}}`, () => `(${part()}) + (${part()})`, () => `-(${part()})`, () => `(${part()}).Cool(1)`, part][roll(6)]();
}

/** @param {Stage} stage */
export async function a_hand_that_does_anything_breaks_nothing(stage) {
  const roll = dice(Number(process.env.FARSTAR_SEED ?? 20_101));
  const fresh = async () => {
    await stage.close();
    const page = await stage.open("/");
    page.on("dialog", (dialog) => dialog.accept());
    return page;
  };
  let page = await fresh();
  let read = 0;
  const acts = [
    async () => {
      await page.locator("[data-part]").nth(roll(6)).click();
    },
    async () => {
      await page.locator('[data-part="notebook"]').click();
      await page.getByRole("button", { name: /^(Expression|表达式)$/ }).click();
      const typed = game(roll, 1 + roll(3));
      const cell = await evaluate(page, typed);
      await cell.locator(".result[aria-label]").waitFor();
      const shown = await cell.locator(".result").getAttribute("aria-label");
      const again = await evaluate(page, `(${typed}) == (${shown})`);
      const told = again.locator('.result[aria-label="true"], .result[aria-label="false"], .diag').first();
      same((await told.getAttribute("aria-label")) ?? (await told.innerText()), "true", `${typed} is ${shown}`);
      read += 1;
    },
    async () => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(["heat", "nim", "thermograph", "%$", "规则"][roll(5)]);
      await page.keyboard.press("Escape");
    },
    async () => {
      await page.setViewportSize([{ width: 1440, height: 900 }, { width: 390, height: 844 }, { width: 820, height: 1180 }][roll(3)]);
    },
    async () => {
      const buttons = page.locator("main:not([hidden]) button:visible:enabled, .topbar button:visible, .statusbar button:visible");
      const many = await buttons.count();
      if (many === 0) return;
      const button = buttons.nth(roll(many));
      const name = (await button.innerText().catch(() => "")).trim();
      if (!LEFT_ALONE.test(name)) await button.click({ timeout: 2000, noWaitAfter: true }).catch(() => {});
      await page.keyboard.press("Escape");
    },
  ];
  for (let act = 0; act < ACTS; act += 1) {
    if (act % 60 === 59) page = await fresh();
    await acts[act % 4 === 1 ? 1 : roll(acts.length)]();
    const wide = await page.evaluate(() => {
      const over = document.documentElement.scrollWidth - innerWidth;
      const right = (/** @type {Element} */ element) => element.getBoundingClientRect().right;
      const widest = [...document.body.querySelectorAll("*")].reduce((a, b) => (right(b) > right(a) ? b : a));
      return over > 0 ? `${over} pixels wider than its window of ${innerWidth} at ${location.pathname}: ${widest.outerHTML.slice(0, 300)}` : "";
    });
    if (wide) await page.screenshot({ path: stage.picture("soak") });
    check(!wide, `after ${act + 1} acts the page is ${wide}`);
    check(stage.complaints.length === 0, `after ${act + 1} acts: ${stage.complaints.join("\n")}`);
  }
  return `${ACTS} acts, ${read} values read back`;
}

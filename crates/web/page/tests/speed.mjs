// First paint, and the answer of a simple cell, as the browser measures them. Printed, never asserted.
import { write } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** @param {Stage} stage */
export async function first_paint(stage) {
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    const page = await stage.open("/");
    await page.locator(".cm-content").first().waitFor();
    times.push(await page.evaluate(async () => {
      const known = performance.getEntriesByName("first-contentful-paint")[0];
      if (known) return known.startTime;
      return new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true }));
    }));
    await stage.close();
  }
  return `first contentful paint ${times.map((t) => t.toFixed(0)).join(", ")} ms, median ${middle(times).toFixed(0)} ms`;
}

/** @param {Stage} stage */
export async function a_simple_cell(stage) {
  const page = await stage.open("/");
  const times = [];
  for (let i = 0; i < 9; i += 1) {
    await write(page, page.locator(".cell").first(), `{${i + 2}|-1} + ^`);
    times.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const answer = /** @type {Element} */ (document.querySelector(".answer"));
            const from = performance.now();
            // From the click to the frame after the formula stands in the document.
            new MutationObserver((_, watch) => {
              if (!answer.querySelector("math") || answer.classList.contains("dim")) return;
              watch.disconnect();
              requestAnimationFrame(() => resolve(performance.now() - from));
            }).observe(answer, { childList: true, subtree: true });
            /** @type {HTMLElement} */ (document.querySelector(".in button")).click();
          }),
      ),
    );
  }
  return `click to formula ${times.map((t) => t.toFixed(0)).join(", ")} ms, median ${middle(times).toFixed(0)} ms`;
}

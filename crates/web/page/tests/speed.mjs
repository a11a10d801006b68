// First paint, the answer of a simple cell, and its preview, as the browser measures them: printed, never asserted. The size of the
// page is asserted.
import http from "node:http";
import { gunzipSync } from "node:zlib";
import { check, write } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

/** The page is no larger than this, in bytes, as it is sent. */
const LARGEST = 260_000;
/** The pause before a text that is typed is looked at, as in preview.js. */
const PAUSE = 120;

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** The first frame with something to read, in ms from the start of the visit. @param {import("playwright-core").Page} page @returns {Promise<number>} */
const painted = (page) =>
  page.evaluate(() => {
    const known = performance.getEntriesByName("first-contentful-paint")[0];
    if (known) return known.startTime;
    return new Promise((resolve) => new PerformanceObserver((list, watch) => {
      const first = list.getEntriesByName("first-contentful-paint")[0];
      if (!first) return;
      watch.disconnect();
      resolve(first.startTime);
    }).observe({ type: "paint", buffered: true }));
  });

/** Beside it a plain text of the same server: what the browser needs by itself. @param {Stage} stage */
export async function first_paint(stage) {
  /** @type {[number[], number[]]} */
  const [page, text] = [[], []];
  for (let i = 0; i < 7; i += 1) {
    const first = await stage.open("/");
    await first.locator(".cm-content").first().waitFor();
    page.push(await painted(first));
    await stage.close();
    text.push(await painted(await stage.open("/licences.txt")));
    await stage.close();
  }
  return `first contentful paint ${page.map((t) => t.toFixed(0)).join(", ")} ms, median ${middle(page).toFixed(0)} ms; of a plain text ${middle(text).toFixed(0)} ms`;
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

/** From a key to the frame that shows the preview, the pause that waits for more keys taken away. @param {Stage} stage */
export async function typing_to_preview(stage) {
  const page = await stage.open("/");
  const times = [];
  for (let i = 0; i < 9; i += 1) {
    await write(page, page.locator(".cell").first(), `{${i + 2}|-1} + `);
    await page.waitForFunction(() => document.querySelector(".preview.pv-old, .preview[hidden]"));
    await page.locator(".cm-content").first().click();
    await page.keyboard.press("End");
    await page.evaluate(() => {
      const preview = /** @type {Element} */ (document.querySelector(".preview"));
      let from = 0;
      document.addEventListener("keydown", () => (from = performance.now()), { once: true, capture: true });
      /** @type {any} */ (window).seen = new Promise((resolve) => {
        new MutationObserver((_, watch) => {
          if (!from || !preview.querySelector(".pv-value math")) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - from));
        }).observe(preview, { childList: true, subtree: true });
      });
    });
    await page.keyboard.press("^");
    times.push(Number(await page.evaluate(() => /** @type {any} */ (window).seen)) - PAUSE);
  }
  return `key to preview after the pause of ${PAUSE} ms: ${times.map((t) => t.toFixed(0)).join(", ")} ms, median ${middle(times).toFixed(0)} ms`;
}

/** A file as the server sends it. @param {string} address @returns {Promise<{bytes: number, text: string}>} */
const sent = (address) =>
  new Promise((resolve, reject) => {
    const asked = http.get(address, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      /** @type {Buffer[]} */
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        if (answer.statusCode === 200 && answer.headers["content-encoding"] === "gzip") resolve({ bytes: body.length, text: String(gunzipSync(body)) });
        else reject(new Error(`${address}: ${answer.statusCode}, ${answer.headers["content-encoding"]}`));
      });
    });
    asked.on("error", reject);
  });

/** What the first visit of a reader of Chinese fetches, who fetches most. @param {Stage} stage */
export async function the_page_is_small(stage) {
  const files = await Promise.all(["/", "/app.js", "/style.css", "/main.js", "/messages.zh.js"].map((path) => sent(`${stage.address}${path}`)));
  for (const [at, file] of [[0, "<style"], [0, "app.js"], [1, "style.css"], [1, "main.js"], [3, "messages.zh.js"]]) check(files[Number(at)].text.includes(String(file)), `the page asks for ${file}`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  check(bytes <= LARGEST, `${bytes} bytes compressed, more than ${LARGEST}`);
  return `${bytes} bytes compressed, ${bytes - files[4].bytes} for who reads English`;
}

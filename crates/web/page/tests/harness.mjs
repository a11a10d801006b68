// What the tests in the browser share: a page that notes every error and every request, and plain assertions.
import { mkdir } from "node:fs/promises";
import process from "node:process";
import { chromium } from "playwright-core";

/** Chromium as it must run without a screen and without a network. */
const SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @param {boolean} truth @param {string} what */
export function check(truth, what) {
  if (!truth) throw new Error(what);
}

/** @param {unknown} found @param {unknown} expected @param {string} what */
export function same(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}

/**
 * Puts a text into a cell as a reader does: what was there is chosen and taken away first.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} cell
 * @param {string} text
 */
export async function write(page, cell, text) {
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Escape");
}

/** Writes into the last cell and runs it. @param {import("playwright-core").Page} page @param {string} text */
export async function evaluate(page, text) {
  const cell = page.locator(".cell").last();
  await write(page, cell, text);
  await cell.locator(".in button").click();
  return cell;
}

/** Chooses a ruleset by its name, with the keys. @param {import("playwright-core").Page} page @param {string} name */
export async function choose(page, name) {
  await page.locator("button.chooser").click();
  await page.locator(".chooser-box .find").fill(name.replace(/[:,]/g, " "));
  await page.locator(".chooser-box [role=option]").first().waitFor();
  await page.locator(".chooser-box .find").press("Enter");
}

/**
 * A browser, and pages that are watched.
 * @param {string} address
 * @param {string} pictures
 */
export async function start(address, pictures) {
  await mkdir(pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: SWITCHES });
  /** @type {string[]} what no page may do */
  const complaints = [];
  /** @type {import("playwright-core").BrowserContext[]} */
  const contexts = [];
  return {
    address,
    complaints,
    /** @param {string} name */
    picture: (name) => `${pictures}/${name}.png`,
    /**
     * A fresh page: nothing kept from others.
     * @param {string} path
     * @param {import("playwright-core").BrowserContextOptions} [options]
     */
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(20000);
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => complaints.push(`page error: ${error.stack}`));
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.origin !== address && !["data:", "blob:"].includes(url.protocol)) complaints.push(`a request left the host: ${request.url()}`);
      });
      await page.goto(`${address}${path}`);
      return page;
    },
    /** Ends the pages of one test. */
    async close() {
      for (const context of contexts.splice(0)) await context.close();
    },
    end: () => browser.close(),
  };
}

/** @typedef {Awaited<ReturnType<typeof start>>} Stage */

// Nothing is left in English when the page speaks Chinese: the page's own texts, what the engine says, and what is really seen.
import { readFile, readdir } from "node:fs/promises";
import { fetchChinese, learn, told, translated } from "../src/messages.js";
import { zh } from "../src/chinese.js";
import { check, choose, evaluate, same } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Stage} Stage */

await fetchChinese();
const isKnown = (/** @type {string} */ text) => translated(text) !== text;

const CRATES = new URL("../../../", import.meta.url);

/** The sources of a crate, tests left out. @param {URL} folder @returns {Promise<URL[]>} */
async function sources(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) found.push(...(await sources(new URL(`${entry.name}/`, folder))));
    else if (/\.rs$/.test(entry.name) && !/^tests/.test(entry.name)) found.push(new URL(entry.name, folder));
  }
  return found;
}

/** What diagnostics say: the first text of each call that makes one, with ⟨…⟩ for what is filled in. @param {string} text */
function said(text) {
  const code = text.replace(/#\[cfg\(test\)\]\s*mod tests[^]*$/, "").replace(/^\s*\/\/.*$/gm, "");
  const calls = /(?:Diagnostic::(?:syntax|new)\((?:[^"()]|\([^()]*\))*?|Fault::(?:domain|of_type|unsupported|too_large)\(\s*(?:format!\()?\s*|\.(?:expected|fix)\(\s*(?:format!\()?\s*|#\[error\(\s*)"((?:[^"\\]|\\[^])*)"/g;
  return [...code.matchAll(calls)].map((match) => {
    const plain = match[1].replace(/\\\n\s*/g, "").replace(/\\(.)/g, "$1");
    return { plain, filled: plain.replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) => (part === "{{" ? "{" : part === "}}" ? "}" : "⟨1⟩")) };
  });
}

/** The ids of messages: what `say!` is given. @param {string} text */
const ids = (text) => [...text.replace(/#\[cfg\(test\)\]\s*mod tests[^]*$/, "").replace(/^\s*\/\/.*$/gm, "").matchAll(/\bsay!\(\s*"((?:[^"\\]|\\[^])*)"/g)].map((match) => match[1].replace(/\\\n\s*/g, "").replace(/\\(.)/g, "$1"));

/** Two English words in a row, outside of code and quotes. @param {string} text */
const english = (text) => /[a-z]{3,} [a-z]{2,}/.test(text.replace(/`[^`]*`|“[^”]*”|'[^']*'/g, ""));

export async function diagnostics_have_their_chinese() {
  /** @type {Set<string>} */
  const missing = new Set();
  let all = 0;
  for (const crate of ["lang", "rules", "value"]) {
    for (const file of await sources(new URL(`${crate}/src/`, CRATES))) {
      for (const { plain, filled } of said(await readFile(file, "utf8"))) {
        if (!/[a-z]{2,} /.test(filled)) continue;
        all += 1;
        const known = [filled, plain].some((form) => isKnown(form) && !english(translated(form)));
        if (!known && english(`${filled} `.replace(/⟨1⟩/g, ""))) missing.add(plain);
      }
    }
  }
  check(all > 100, `messages found: ${all}`);
  same([...missing].join("\n"), "", "messages without Chinese");
  return `${all} messages`;
}

export async function messages_have_their_chinese_by_id() {
  const missing = [];
  let all = 0;
  for (const file of await sources(new URL("lang/src/", CRATES))) {
    for (const id of ids(await readFile(file, "utf8"))) {
      all += 1;
      if (english(id.replace(/\{\d\}/g, "")) && told({ id, arguments: [] }) === null) missing.push(id);
    }
  }
  check(all > 100, `ids found: ${all}`);
  same(missing.join("\n"), "", "ids without Chinese in messages.zh.json");
  same(told({ id: "{0} inside a comprehension", arguments: [{ id: "`{0}`", arguments: ["end"] }] }), "推导式中有 `end`", "a message in a place");
  return `${all} ids`;
}

export async function every_key_has_its_chinese() {
  const latin = new Set(["LaTeX", "SVG", "JSON", "TSV", "Markdown", "Jupyter", "{0}", "English · 中文", "N · P · draw"]);
  const wrong = Object.entries(zh).filter(([key, text]) => text === key && !latin.has(key));
  same(wrong.map(([key]) => key).join(", "), "", "keys whose Chinese is English");
  // A text in a source of the page that is no key would never be translated.
  const folder = new URL("../src/", import.meta.url);
  const stray = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".js") || /chinese|messages/.test(name)) continue;
    const text = (await readFile(new URL(name, folder), "utf8")).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "").replace(/\/\*\*[^]*?\*\//g, "");
    for (const [, literal] of text.matchAll(/(?<=[,([{?:]\s?)"([A-Z][a-z]+ [a-z][^"]*)"/g)) {
      if (!Object.hasOwn(zh, literal)) stray.push(`${name}: ${literal}`);
    }
  }
  same(stray.join("\n"), "", "texts that are no keys");
  return `${Object.keys(zh).length} keys`;
}

/** @param {Stage} stage */
export async function the_language_of_help_and_rulesets_is_chinese(stage) {
  const language = await (await fetch(`${stage.address}/api/language`)).json();
  const rules = await (await fetch(`${stage.address}/api/rules`)).json();
  learn(rules.rulesets);
  const silent = rules.rulesets.filter((/** @type {any} */ x) => !x.chinese?.name || !x.chinese?.summary).map((/** @type {any} */ x) => x.name);
  same(silent.join(", "), "", "rulesets without `// zh: 名：句`");
  const texts = [...language.methods, ...language.constants, ...language.symbols].map((x) => x.summary).concat(rules.rulesets.flatMap((/** @type {any} */ x) => [x.summary, x.ending, ...x.notes]));
  const missing = texts.filter((text) => !isKnown(text) && english(translated(text)));
  same(missing.join("\n"), "", "help without Chinese");
  return `${texts.length} texts`;
}

/** What a reader of the page sees or hears: texts and labels, without code, values and what is meant to be in two languages. @param {import("playwright-core").Page} page */
const seen = (page) =>
  page.evaluate(() => {
    const own = "code, pre, math, .val, .cm-editor, textarea, kbd, .alt, .src, [lang=en], option, .cap.source, .brand, noscript, script, style, .m, .mv, .plist .id, .chooser-name, .chooser-box b";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(own) || (parent instanceof HTMLElement && parent.offsetParent === null)) continue;
      found.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label]")) {
      if (!element.closest(own) && !element.closest("[hidden]")) found.push(element.getAttribute("aria-label") ?? "");
    }
    return found.filter((text) => /[A-Za-z]{3,} [a-z]{2,}/.test(text));
  });

/** @param {Stage} stage */
export async function nothing_english_is_seen_in_chinese(stage) {
  const page = await stage.open("/?lang=zh");
  await evaluate(page, "{1|-1} + {3|2|1}");
  await page.locator(".diag").first().waitFor();
  same((await seen(page)).join("\n"), "", "notebook, a diagnostic");
  await evaluate(page, "{2||1|-1} + ^");
  await page.locator(".result math").first().waitFor();
  same((await seen(page)).join("\n"), "", "notebook, a value");
  await page.getByRole("link", { name: "棋盘" }).click();
  await page.locator(".side .result").waitFor();
  same((await seen(page)).join("\n"), "", "boards");
  await choose(page, "Fox and Geese");
  await page.getByText("无尽即为平局").waitFor();
  same((await seen(page)).join("\n"), "", "a loopy board");
  await page.getByRole("link", { name: "找规律" }).click();
  await page.getByRole("button", { name: "0.77" }).click();
  await page.locator(".law").first().waitFor();
  same((await seen(page)).join("\n"), "", "laws");
  check((await page.locator(".law-rest").first().innerText()).includes("之后重复"), "a period is told in Chinese");
  await page.getByRole("link", { name: "题库" }).click();
  await page.locator('.plist a:has-text("Nim 游戏")').first().click();
  await page.locator(".contest textarea").first().fill("2\n5 x");
  await page.getByRole("button", { name: "解答此输入" }).click();
  await page.getByText("应为整数").waitFor();
  same(await page.locator(".contest pre").last().innerText(), "第 2 行：堆为 x；应为整数", "what is wrong with an input");
  await page.getByRole("link", { name: "序列" }).click();
  await page.locator(".proof").waitFor();
  same((await seen(page)).join("\n"), "", "sequences");
}

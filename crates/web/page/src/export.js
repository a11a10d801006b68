// A notebook as a text for people, and as one for Jupyter.

/** @typedef {{kind: "code" | "text", text: string, answer: any}} Written what a cell says, and what it gave */

/** What a cell gave, a line each: text that reads back, and LaTeX where there is some. @param {any} answer */
function told(answer) {
  /** @type {{text: string, latex?: string}[]} */
  const lines = [];
  for (const one of answer?.results ?? []) {
    const value = one.value;
    if (!value) continue;
    const text = value.raw ?? (value.type === "Position" ? (value.value ?? value.text) : value.text);
    lines.push({ text: one.name ? `${one.name} = ${text}` : text, latex: one.name ? undefined : value.latex });
  }
  for (const wrong of answer?.diagnostics ?? []) lines.push({ text: `error: ${wrong.message}` });
  return lines;
}

/**
 * Markdown: cells as blocks of code, what they gave below.
 * @param {string} name
 * @param {Written[]} cells
 */
export function markdownFile(name, cells) {
  const parts = cells.map(({ kind, text, answer }) => {
    if (kind === "text") return text.trim();
    const block = `\`\`\`farstar\n${text.trim()}\n\`\`\``;
    const lines = told(answer).map(({ text: line, latex }) => (latex ? `$${latex}$` : line.includes("\n") ? `\`\`\`text\n${line}\n\`\`\`` : `\`${line}\``));
    return [block, ...lines].join("\n\n");
  });
  return `${[`<!-- ${name} -->`, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** Lines as Jupyter keeps them. @param {string} text */
const lines = (text) => text.split("\n").map((line, i, all) => (i < all.length - 1 ? `${line}\n` : line));

/** A text as Python writes it. @param {string} text */
const python = (text) => (/\n|"/.test(text) ? `'''${text.replaceAll("\\", "\\\\").replaceAll("'''", "\\'\\'\\'")}'''` : `"${text.replaceAll("\\", "\\\\")}"`);

/**
 * A notebook of the Python package: each cell is asked of one session, so that names are known below.
 * @param {Written[]} cells
 */
export function jupyterFile(cells) {
  let count = 1;
  let id = 0;
  /** @type {any[]} */
  const out = [{ cell_type: "code", id: "cell-0", metadata: {}, execution_count: null, outputs: [], source: lines("import farstar\n\ns = farstar.Session()") }];
  for (const { kind, text, answer } of cells) {
    if (text.trim() === "") continue;
    id += 1;
    if (kind === "text") {
      out.push({ cell_type: "markdown", id: `cell-${id}`, metadata: {}, source: lines(text.trim()) });
      continue;
    }
    const found = told(answer);
    const last = found.at(-1);
    count += 1;
    const data = last ? { "text/plain": lines(found.map((line) => line.text).join("\n")), ...(found.length === 1 && last.latex ? { "text/latex": [`$${last.latex}$`] } : {}) } : null;
    out.push({ cell_type: "code", id: `cell-${id}`, metadata: {}, execution_count: data ? count : null, outputs: data ? [{ output_type: "execute_result", execution_count: count, metadata: {}, data }] : [], source: lines(`s.eval(${python(text.trim())})`) });
  }
  const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" }, language_info: { name: "python" } };
  return `${JSON.stringify({ cells: out, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

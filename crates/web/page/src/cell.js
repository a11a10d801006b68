// One cell of the notebook: an input, its state, its answer.
import { asking } from "./asking.js";
import { button, h, icon } from "./dom.js";
import { editor } from "./editor.js";
import { enrich } from "./enrich.js";
import { markdown } from "./markdown.js";
import { preview } from "./preview.js";
import { resultBoxes } from "./results.js";
import { outcomeWords } from "./value.js";
import { duration, label, put, t } from "./words.js";

/**
 * What a cell asks of its notebook.
 * @typedef {object} Host
 * @property {(cell: Cell) => string[]} before the texts of the cells above
 * @property {(cell: Cell) => void} changed
 * @property {(cell: Cell, uses: number[]) => void} done
 * @property {(cell: Cell) => void} chosen
 * @property {(cell: Cell) => void} next
 * @property {(cell: Cell, way: number) => boolean} neighbour
 * @property {(cell: Cell) => string} link
 * @property {(rules: string, position: string) => void} open
 * @property {() => void} jobs
 * @property {(cell: Cell, text: string) => void} below makes a cell below and runs it
 * @property {(text: string) => void} say to a screen reader
 */

/** @typedef {{kind: "code" | "text", text: string, ms?: number, height?: number}} Kept */
/** @typedef {"idle" | "edited" | "queued" | "running" | "done" | "stopped" | "error" | "offline"} State */

export class Cell {
  /** @type {State} */
  state = "idle";
  /** @type {number | undefined} */
  ms;
  /** @type {string[]} */
  names = [];
  /** @type {import("./api.js").Diagnostic[]} */
  diagnostics = [];
  /** What it gave when it was run last. @type {any} */
  result = null;
  /** @type {import("./editor.js").Editor | undefined} */
  editor;
  /** @type {ReturnType<typeof preview> | undefined} */
  preview;
  /** @type {HTMLButtonElement | undefined} */
  runner;
  /** @type {{text: string, edit: () => void} | undefined} */
  prose;
  seconds = 60;
  megabytes = 1024;
  number = 0;

  /**
   * @param {Host} host
   * @param {Kept} kept
   */
  constructor(host, kept) {
    this.host = host;
    this.kind = kept.kind;
    this.ms = kept.ms;
    this.mark = h("b");
    this.time = h("span");
    this.gutter = h("div", { class: "gut" }, this.mark, this.time);
    this.answer = h("div", { class: "answer", "aria-live": "off" });
    this.work = asking(this.answer, {
      dim: [this.answer],
      late: () => this.#tell("running"),
      again: () => void this.run(),
      comfort: "Your notebook is kept here.",
      frame: (part) => h("div", { class: "out" }, part),
    });
    this.dom = h("section", { class: "cell", tabindex: -1 }, this.gutter);
    this.dom.addEventListener("focusin", () => host.chosen(this));
    if (kept.kind === "code") {
      this.editor = editor(kept.text, "Expression", {
        run: (next) => {
          void this.run();
          if (next) host.next(this);
        },
        leave: () => this.dom.focus(),
        changed: () => this.#edited(),
        focus: () => host.chosen(this),
        fix: () => this.#fix(),
        stop: () => this.stop(),
        up: () => host.neighbour(this, -1),
        down: () => host.neighbour(this, 1),
      });
      this.runner = button("Run this cell", () => (this.work.busy() ? this.stop() : void this.run()), { class: "btn btn-icon", words: undefined, label: "Run this cell" });
      this.runner.replaceChildren(icon("i-run"));
      this.preview = preview({ text: () => this.text, before: () => host.before(this), mark: (found) => this.editor?.mark(found) });
      this.dom.append(h("div", { class: "cellbody" }, h("div", { class: "in" }, this.editor.dom, this.runner), this.preview.dom, this.answer));
      if (kept.height) this.answer.style.minHeight = `${kept.height}px`;
    } else {
      this.dom.classList.add("is-text");
      this.#prose(kept.text);
    }
  }

  get text() {
    return this.editor ? this.editor.text() : (this.prose?.text ?? "");
  }

  /** @returns {Kept} */
  kept() {
    return { kind: this.kind, text: this.text, ms: this.ms, height: this.state === "done" ? this.answer.offsetHeight || undefined : undefined };
  }

  /** What the outline calls it. */
  get title() {
    const text = this.text.trim();
    if (this.kind === "text") return text.split("\n")[0].replace(/^#+\s*|[*`$]/g, "") || "…";
    const remark = /^\/\/\s*(.+)/.exec(text);
    return remark ? remark[1] : text.split("\n")[0] || "…";
  }

  /** @param {number} n */
  place(n) {
    this.number = n;
    this.dom.id = `c${n}`;
    if (this.kind === "code") {
      this.mark.textContent = String(n);
      label(this.dom, "aria-label", ["Cell {0}", n]);
    } else {
      label(this.dom, "aria-label", "Text");
    }
  }

  /** @param {boolean} on */
  activate(on) {
    this.dom.toggleAttribute("data-active", on);
  }

  enter() {
    this.dom.scrollIntoView({ block: "nearest" });
    if (this.editor) this.editor.focus();
    else this.prose?.edit();
  }

  destroy() {
    this.work.drop();
    this.preview?.end();
    this.editor?.destroy();
    this.dom.remove();
  }

  stop() {
    this.work.stop();
  }

  #edited() {
    if (this.state === "done" || this.state === "error" || this.state === "stopped") this.#tell("edited");
    this.preview?.changed();
    this.host.changed(this);
  }

  /** Marks the answer as older than what it uses. */
  stale() {
    if (this.state === "done") this.#tell("edited");
  }

  #fix() {
    const fix = this.diagnostics[0]?.fixes?.[0];
    if (fix === undefined) return false;
    this.#apply(fix);
    return true;
  }

  /** @param {string} text */
  #apply(text) {
    this.editor?.set(text);
    this.editor?.focus();
    void this.run();
  }

  /** @param {State} state */
  #tell(state) {
    this.state = state;
    this.dom.dataset.state = state;
    if (state === "done" || state === "stopped" || state === "error") {
      if (this.ms === undefined || state === "error") this.time.textContent = "";
      else this.time.textContent = duration(this.ms);
    } else if (state === "edited") put(this.time, "edited");
    else if (state === "queued") put(this.time, "queued");
    else if (state === "running") put(this.time, "running");
    else this.time.textContent = "";
    if (this.runner) {
      const on = state === "running" || state === "queued";
      this.runner.replaceChildren(icon(on ? "i-stop" : "i-run"));
      label(this.runner, "aria-label", on ? "Stop this cell" : "Run this cell");
    }
    this.host.jobs();
  }

  /** Computes the cell and shows its answer in place of the old one. */
  async run() {
    if (!this.editor) return;
    const text = this.editor.text();
    this.work.drop();
    this.preview?.end();
    this.editor.mark([]);
    if (text.trim() === "") {
      this.answer.replaceChildren();
      this.answer.style.minHeight = "";
      this.#tell("idle");
      return;
    }
    this.answer.style.minHeight = `${this.answer.offsetHeight}px`;
    const answer = await this.work.ask("/api/eval", { text, before: this.host.before(this), limits: { seconds: this.seconds, megabytes: this.megabytes } }, {
      then: async ({ result, ms }, watch) => {
        this.ms = ms;
        await enrich(result, watch).catch((fault) => {
          if (!watch.signal?.aborted) throw fault;
          // The value is known; its board was not waited for.
          result.stopped = "cancelled";
        });
      },
    });
    if (answer === undefined) return;
    if (answer === null) {
      this.answer.style.minHeight = "";
      const fault = this.work.fault();
      this.#tell(fault === "offline" ? "offline" : "stopped");
      return;
    }
    const { result } = answer;
    /** @type {State} */
    let state = "done";
    this.diagnostics = result.cell === undefined || result.cell === null ? (result.diagnostics ?? []).filter((/** @type {any} */ d) => d.kind !== "stopped") : [];
    if (this.editor.text() === text) this.editor.mark(this.diagnostics);
    if (result.diagnostics?.some((/** @type {any} */ d) => d.kind !== "stopped")) state = "error";
    else if (result.stopped) state = "stopped";
    this.names = result.names ?? [];
    this.result = result;
    const boxes = resultBoxes(result, {
      link: () => this.host.link(this),
      fix: (to) => this.#apply(to),
      more: () => {
        this.seconds *= 2;
        this.megabytes *= 2;
        void this.run();
      },
      open: this.host.open,
      below: (to) => this.host.below(this, to),
    });
    this.answer.replaceChildren(...boxes);
    this.answer.style.minHeight = "";
    this.#tell(this.editor.text() === text ? state : "edited");
    this.host.done(this, result.uses ?? []);
    const last = (result.results ?? []).findLast((/** @type {any} */ told) => told.value)?.value;
    const outcome = last?.facts?.outcome;
    if (state === "done" && last) this.host.say([t(["Cell {0}", this.number]), last.label ?? last.text, outcome ? t(outcomeWords(outcome).words) : ""].filter((x) => x).join(". "));
  }

  /** A cell of prose: written plainly, shown as a heading and paragraphs. @param {string} text */
  #prose(text) {
    const shown = h("div", { class: "prose", tabindex: 0, role: "group", label: "Text" });
    const area = h("textarea", { class: "prose-edit", hidden: true, label: "Text", rows: 4 });
    const grow = () => {
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight + 2}px`;
    };
    const show = () => {
      const parts = markdown(area.value);
      shown.replaceChildren(...(parts.length > 0 ? parts : [h("p", { class: "minor", words: "Text: double-click or press Enter to write" })]));
      shown.hidden = false;
      area.hidden = true;
    };
    const edit = () => {
      shown.hidden = true;
      area.hidden = false;
      grow();
      area.focus();
    };
    area.value = text;
    area.addEventListener("input", () => {
      grow();
      this.prose = { text: area.value, edit };
      this.host.changed(this);
    });
    area.addEventListener("blur", show);
    area.addEventListener("keydown", (event) => {
      const run = event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey);
      if (event.key !== "Escape" && !run) return;
      event.preventDefault();
      show();
      if (event.shiftKey && run) this.host.next(this);
      else this.dom.focus();
    });
    shown.addEventListener("dblclick", edit);
    shown.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      edit();
    });
    this.prose = { text, edit };
    this.dom.append(h("div", { class: "cellbody" }, shown, area));
    show();
  }
}

// The list of jobs in the status bar: what is computed, how far it is, and Stop.
import { jobs, onWork, stopJob } from "./api.js";
import { button, h, said, the, writes } from "./dom.js";
import { command } from "./commands.js";
import { kept } from "./keep.js";
import { count, put } from "./words.js";

/** Starts the list of jobs. */
export function jobList() {
  const opener = h("button", { type: "button", class: "jobs-open", "aria-expanded": "false", "aria-controls": "jobs" });
  const box = h("div", { class: "jobs", id: "jobs", role: "region", label: "Jobs", hidden: true });
  the("status-jobs").replaceChildren(opener);
  the("status").before(box);
  let later = 0;

  /** The rows that are shown: one is kept as long as its job, so that a finger on Stop finds it where it was. @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();

  /** @param {import("./api.js").Going} job */
  function row(job) {
    const [what, time] = [h("span", { class: "jobs-what" }), h("span", { class: "jobs-time" })];
    const bar = h("progress", { max: 1, value: 0, label: "Time" });
    const stop = button("Stop", () => stopJob(job.id), { class: "btn btn-line" });
    return { element: h("div", { class: "jobs-row" }, h("code", null, job.name), what, bar, time, stop), what, time, bar, stop };
  }

  /** @param {import("./api.js").Going} job */
  function shown(job) {
    const kept = rows.get(job.id) ?? row(job);
    rows.set(job.id, kept);
    const { what, time, bar, stop } = kept;
    const p = job.progress;
    const waits = p?.state === "queued";
    if (waits) put(what, "waits for a free worker");
    else if (p?.total) put(what, ["{0} of {1}", count(p.done ?? 0), count(p.total)]);
    else if (p?.note) what.replaceChildren(said(p.note));
    else if (p?.nodes) put(what, ["{0} nodes", count(p.nodes)]);
    if (p?.seconds !== undefined && p.limits) put(time, ["{0} of {1} s", Math.round(p.seconds), Math.round(p.limits.seconds)]);
    bar.value = p?.limits ? Math.min(1, (p.seconds ?? 0) / p.limits.seconds) : 0;
    put(stop, waits ? "Take out" : "Stop");
    return kept.element;
  }

  function tell() {
    const list = jobs();
    const waiting = list.filter((job) => job.progress?.state === "queued").length;
    const running = list.length - waiting;
    if (list.length === 0) put(opener, "No job running");
    else if (waiting > 0) put(opener, ["{0} running, {1} waiting", running, waiting]);
    else put(opener, running === 1 ? "1 job running" : ["{0} jobs running", running]);
    opener.disabled = list.length === 0;
    if (list.length === 0) show(false);
    for (const id of rows.keys()) if (!list.some((job) => job.id === id)) rows.delete(id);
    if (!box.hidden) {
      const elements = list.map(shown);
      if (elements.length === box.children.length && elements.every((element, at) => element === box.children[at])) return;
      const at = [...box.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      box.replaceChildren(...elements);
      if (at >= 0) /** @type {HTMLElement | undefined} */ ([...box.querySelectorAll("button")][Math.min(at, list.length - 1)])?.focus();
    }
  }
  /** @param {boolean} open */
  function show(open) {
    if (box.hidden === !open) return;
    box.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) tell();
  }
  opener.addEventListener("click", () => show(box.hidden === true));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    show(false);
    opener.focus();
  });
  onWork(() => {
    // What takes less than a blink is not told.
    window.clearTimeout(later);
    later = window.setTimeout(tell, jobs().length > 0 ? 100 : 0);
  });
  command("Jobs", "J", () => show(box.hidden === true));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "j" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writes(event.target) || kept("letters") === "off") return;
    // In the notebook the same key walks over cells.
    if (event.target instanceof Element && event.target.closest(".cell")) return;
    show(box.hidden === true && jobs().length > 0);
    if (!box.hidden) /** @type {HTMLElement | null} */ (box.querySelector("button"))?.focus();
  });
  tell();
}

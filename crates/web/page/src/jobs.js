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

  /** @param {import("./api.js").Going} job */
  function row(job) {
    const p = job.progress;
    const waits = p?.state === "queued";
    const what = h("span", { class: "jobs-what" });
    if (waits) put(what, "waits for a free worker");
    else if (p?.total) put(what, ["{0} of {1}", count(p.done ?? 0), count(p.total)]);
    else if (p?.note) what.append(said(p.note));
    else if (p?.nodes) put(what, ["{0} nodes", count(p.nodes)]);
    const time = h("span", { class: "jobs-time" });
    if (p?.seconds !== undefined && p.limits) put(time, ["{0} of {1} s", Math.round(p.seconds), Math.round(p.limits.seconds)]);
    const bar = h("progress", { max: 1, value: p?.limits ? Math.min(1, (p.seconds ?? 0) / p.limits.seconds) : 0, label: "Time" });
    return h("div", { class: "jobs-row" }, h("code", null, job.name), what, bar, time, button(waits ? "Take out" : "Stop", () => stopJob(job.id), { class: "btn btn-line" }));
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
    if (!box.hidden) {
      const at = [...box.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      box.replaceChildren(...list.map(row));
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

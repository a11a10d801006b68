// The tree of a position, opened move by move: the canonical part marked, each value once; under it two positions
// compared and the heat of a sum.
import { once } from "./api.js";
import { asking } from "./asking.js";
import { chooser, named } from "./chooser.js";
import { command } from "./commands.js";
import { comparisonSection } from "./comparison.js";
import { button, correct, h, icon, picture, s, said, writes } from "./dom.js";
import { heatSection } from "./heat.js";
import { keep, kept, pack, unpack } from "./keep.js";
import { learn } from "./messages.js";
import { PLAYERS } from "./moves.js";
import { diagnostic, stoppedBox } from "./running.js";
import { copier, factRow, formula, outcomeWords, signs } from "./value.js";
import { facts, walls } from "./measures.js";
import { onSpeak, put, t } from "./words.js";

/** @typedef {import("./api.js").Rules} Rules */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./api.js").Move & {names: string[], svg?: string, alt?: string, reduced?: {why: "dominated" | "reversible", by: import("./api.js").Value}}} Option_ */
/** @typedef {{position: string, move: Option_ | null, parent: Node_ | null, told: any, open: boolean, kids: Node_[] | null, busy: boolean}} Node_ */

/** A tree of more nodes is not read any more. */
const MOST = 60;
const SLOT = 118;
const ROW = 156;

/** @param {string} position @param {Option_ | null} move @param {Node_ | null} parent @returns {Node_} */
const nodeOf = (position, move, parent) => ({ position, move, parent, told: null, open: false, kids: null, busy: false });

/**
 * Fills the part of the page with the tree.
 * @param {{openRules: (rules: Rules, position: string) => void, append: (text: string) => void}} shell
 */
export function explorer(shell) {
  const root = /** @type {HTMLElement} */ (document.querySelector("main[data-view=explorer]"));
  /** @type {Rules} */
  let rules = { name: "Domineering" };
  let title = "Domineering";
  let top = nodeOf("", null, null);
  let chosen = top;
  let canonical = false;
  /** @type {any[]} */
  let list = [];
  /** Answers about positions of this ruleset. @type {Map<string, any>} */
  let known = new Map();

  const crumbs = h("ol");
  const onlyButton = button("Only canonical", () => only(), { "aria-pressed": "false" });
  const crumbBar = h("nav", { class: "crumbs", label: "Line of play" }, crumbs, h("span", { class: "spring" }), h("div", { class: "crumb-acts" }, button("Compare", () => mark()), onlyButton, button("Add to sum", () => heat.add({ rules, position: chosen.position })), button("Open the board", () => shell.openRules(rules, chosen.position)), button("To the notebook", () => shell.append(cellText()))));
  const choice = chooser((name) => show({ name }, null), [], "tree-");
  const text = h("input", { class: "position", label: "Position as text", spellcheck: "false", autocapitalize: "off" });
  const form = h("form", null, text);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(text.value);
  });
  const head = h("h1");
  const counted = h("span", { class: "minor", role: "status" });
  const line = (/** @type {string} */ looks, /** @type {string} */ d) => picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 18" aria-hidden="true"><path class="${looks}" d="${d}"/></svg>`);
  const key = h("div", { class: "key" }, ...(/** @type {[Element | null, Key][]} */ ([[line("tedge tedge-l", "M2 9H24"), "Left"], [line("tedge tedge-r", "M2 7H24M2 11.5H24"), "Right"], [line("tedge tedge-l tedge-no", "M2 9H24"), "not in the canonical form"], [line("wins-under", "M4 9H22"), "wins"]])).map(([sign, words]) => h("span", null, sign, h("span", { words }))));
  const scroll = h("div", { class: "treescroll" });
  const tlist = h("div", { class: "tlist" });
  const fault = h("div", { class: "fault" });
  const comparison = comparisonSection();
  const heat = heatSection();
  const main = h("div", { class: "ex-main" }, h("div", { class: "treeform" }, choice.dom, form), fault, h("div", { class: "ex-head" }, head, counted, h("span", { class: "spring" }), key), scroll, tlist, comparison.dom, heat.dom);
  const side = h("aside", { class: "ex-side", label: "Value and moves" });
  const panel = asking(side, { patience: 300 });
  root.append(crumbBar, h("div", { class: "ex" }, main, side));

  /** @param {Rules} to @param {string | null} position */
  function show(to, position) {
    const one = to.name ? list.find((x) => x.name === to.name || x.title === to.name) : null;
    rules = one ? { ...to, name: one.name } : to;
    title = one?.title ?? one?.name ?? to.name ?? t("own rules");
    known = new Map();
    begin(position ?? one?.example ?? "");
  }

  /** @param {string} position */
  function begin(position) {
    top = nodeOf(position, null, null);
    chosen = top;
    text.value = position;
    fault.replaceChildren();
    side.replaceChildren();
    scroll.replaceChildren();
    tlist.replaceChildren();
    void pick(top, true);
  }

  const cellText = () => (rules.text ? `Ruleset("${rules.text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}")("${chosen.position}")` : `${(rules.name ?? "").replace(/\(.*/, "").replace(/[^\p{L}\p{N}]/gu, "")}("${chosen.position}")`);

  // ───── what is asked

  /** Chooses a node, and opens it if that is wanted. @param {Node_} node @param {boolean} [open] */
  async function pick(node, open = false) {
    chosen = node;
    if (node.told) {
      if (open) setOpen(node, true);
      draw();
      return;
    }
    node.busy = true;
    if (node !== top) draw();
    const before = known.get(node.position);
    if (before) panel.drop();
    const answer = before ? { result: before } : await panel.ask("/api/tree", { rules, position: node.position, limits: { seconds: 30 } });
    node.busy = false;
    if (!answer) return;
    const told = answer.result;
    if (told?.diagnostics) {
      fault.replaceChildren(...told.diagnostics.map((/** @type {any} */ d) => diagnostic(d, null)));
      side.replaceChildren();
      return;
    }
    if (!told?.svg) {
      side.replaceChildren(stoppedBox(told ?? {}, null));
      return;
    }
    if (!told.stopped) known.set(node.position, told);
    node.told = told;
    if (node === top) {
      correct(text, node.position, told.position);
      node.position = told.position;
      keep("tree", JSON.stringify({ rules, position: told.position }));
      choice.tell(named(title), told.svg);
    }
    if (open) setOpen(node, true);
    if (chosen === node) draw();
  }

  /** @param {Node_} node @param {boolean} to */
  function setOpen(node, to) {
    if (to && !node.kids) node.kids = (node.told?.options ?? []).map((/** @type {Option_} */ option) => nodeOf(option.position, option, node));
    if (to && node !== top && visible().length + shownKids(node, true).length > MOST) {
      put(counted, ["At most {0} nodes are drawn: close some, or show the canonical ones alone.", MOST]);
      return;
    }
    node.open = to;
  }

  /** Whether the values tell what is canonical. @param {Node_} node */
  const judged = (node) => node.told?.answer?.value !== undefined && node.told?.answer?.value_of === undefined;
  const pale = (/** @type {Node_} */ node) => node.parent !== null && judged(node.parent) && node.move?.canonical !== true;
  /** @param {Node_} node @param {boolean} [closed] also of a closed one */
  const shownKids = (node, closed = false) => (node.open || closed ? (node.kids ?? []).filter((kid) => !canonical || !pale(kid)).slice(0, MOST - 1) : []);
  /** Nodes in reading order. @returns {Node_[]} */
  const visible = () => {
    /** @param {Node_} node @returns {Node_[]} */
    const walk = (node) => [node, ...shownKids(node).flatMap(walk)];
    return walk(top);
  };

  // ───── drawing

  function draw() {
    const focus = scroll.contains(document.activeElement) || tlist.contains(document.activeElement);
    if (!top.told) return;
    const all = visible();
    if (!all.includes(chosen)) chosen = top;
    put(head, ["{0}, tree", named(title)]);
    const total = all.length + all.filter((node) => !node.open).reduce((sum, node) => sum + (node.told?.options?.length ?? 0), 0);
    put(counted, ["{0} of {1} known nodes shown", all.length, total]);
    scroll.replaceChildren(drawTree(all));
    tlist.replaceChildren(h("ul", { role: "tree", label: "Tree" }, listItem(top)));
    tellCrumbs();
    drawSide();
    if (focus) {
      const box = scroll.offsetParent === null ? tlist : scroll;
      /** @type {HTMLElement | null} */ (box.querySelector("[tabindex='0']"))?.focus();
    }
  }

  /** A value in few signs. @param {Node_} node */
  function shortOf(node) {
    if (node.busy) return "…";
    const value = node.move?.value ?? node.told?.value;
    if (value) {
      const told = signs(value.short ?? value.label ?? value.text ?? "");
      const long = told || signs(node.told?.answer?.mean ? `~${node.told.answer.mean}` : "");
      return long.length > 13 ? `${long.slice(0, 12)}…` : long;
    }
    return node.told?.outcome?.letter ?? "";
  }

  /** What a screen reader says of a node. @param {Node_} node @returns {string} */
  function spoken(node) {
    const parts = [node.move ? `${t(PLAYERS[node.move.player].name)} ${node.move.names[0]}` : t("Start"), shortOf(node)];
    if (node.move && node.move.names.length > 1) parts.push(`×${node.move.names.length}`);
    if (node.move?.reduced) parts.push(t(node.move.reduced.why));
    else if (node.move?.canonical) parts.push(t("canonical"));
    if (node.move?.wins) parts.push(t("wins"));
    return parts.join(", ");
  }

  /** @param {Node_[]} all */
  function drawTree(all) {
    /** @type {Map<Node_, {x: number, y: number}>} */
    const places = new Map();
    let end = 0;
    /** @param {Node_} node @param {number} depth @returns {number} */
    const lay = (node, depth) => {
      const kids = shownKids(node);
      const xs = kids.map((kid) => lay(kid, depth + 1));
      const x = kids.length > 0 ? (xs[0] + xs[xs.length - 1]) / 2 : (end += 1) - 0.5;
      places.set(node, { x: x * SLOT, y: depth * ROW });
      return x;
    };
    lay(top, 0);
    const width = Math.max(end, 3) * SLOT + 44;
    const shift = 12 + (Math.max(end, 3) - end) * SLOT * 0.5;
    const height = (Math.max(...[...places.values()].map((p) => p.y)) / ROW + 1) * ROW - 30;
    const svg = s("svg", { class: "pic tsvg", viewBox: `0 0 ${width} ${height}`, width, height, role: "tree", label: "Tree" });
    const edges = s("g");
    const nodes = s("g");
    svg.append(edges, nodes);
    for (const node of all) {
      const at = places.get(node) ?? { x: 0, y: 0 };
      const [x, y] = [at.x + shift, at.y + 8];
      const up = node.parent && places.get(node.parent);
      if (up && node.move) {
        const lean = node.move.player === "Left" ? -16 : node.move.player === "Right" ? 16 : 0;
        const [px, py] = [up.x + shift + lean, up.y + 8 + 106];
        const looks = node.move.player === "Left" ? "tedge tedge-l" : node.move.player === "Right" ? "tedge tedge-r" : "tedge tedge-b";
        const curve = (/** @type {number} */ d) => `M${px + d} ${py}C${px + d} ${py + 30} ${x + d} ${y - 32} ${x + d} ${y}`;
        edges.append(s("path", { class: `${looks}${pale(node) ? " tedge-no" : ""}`, d: node.move.player === "Right" ? `${curve(-2)}${curve(2.4)}` : curve(0) }));
      }
      nodes.append(drawNode(node, x, y));
    }
    return svg;
  }

  /** @param {Node_} node @param {number} x @param {number} y */
  function drawNode(node, x, y) {
    const kids = node.told ? (node.told.options?.length ?? 0) : null;
    const looks = ["tn", node === chosen ? "tn-sel" : "", node.parent && pale(node) ? "tn-no" : "tn-can"].join(" ");
    const g = s("g", { class: looks, role: "treeitem", tabindex: node === chosen ? 0 : -1, "aria-level": depth(node) + 1, "aria-selected": String(node === chosen), "aria-expanded": kids === 0 ? undefined : String(node.open), "aria-label": spoken(node), data: { position: node.position } });
    g.append(s("rect", { class: "plate", x: x - 48, y, width: 96, height: 106, rx: 6 }));
    const board = boardOf(node);
    if (board) {
      for (const [name, value] of Object.entries({ x: x - 40, y: y + 6, width: 80, height: 66 })) board.setAttribute(name, String(value));
      g.append(board);
    }
    g.append(s("text", { class: "tv", x, y: y + 91 }, shortOf(node)));
    if (node.move?.wins) g.append(s("path", { class: "wins-under", d: `M${x - 16} ${y + 99.5}H${x + 16}` }));
    if (node.move && node.move.names.length > 1) g.append(s("text", { class: "tsmall", x: x + 46, y: y - 3 }, `×${node.move.names.length}`));
    if (!node.open && kids !== 0) g.append(s("text", { class: "tmore", x, y: y + 119 }, "⋯"));
    g.append(s("title", null, spoken(node)));
    g.addEventListener("click", () => press(node));
    return g;
  }

  /** The board of a node, small. @param {Node_} node */
  function boardOf(node) {
    const svg = node.told?.svg ?? node.move?.svg;
    const board = svg ? picture(svg) : null;
    for (const part of board?.querySelectorAll(".mv, .canvas") ?? []) part.remove();
    for (const part of board?.querySelectorAll("text") ?? []) if (!part.closest(".piece")) part.remove();
    for (const name of ["role", "aria-label", "data-k"]) board?.removeAttribute(name);
    board?.setAttribute("aria-hidden", "true");
    const last = board && lastMove(node);
    if (last) board.append(last);
    board?.classList.add("bd");
    return board;
  }

  /** The cells of the move that led here, in the colour of who made it. @param {Node_} node */
  function lastMove(node) {
    const drawing = node.parent?.told?.drawing;
    const boxes = (node.move?.cells ?? []).map((i) => drawing?.boxes?.[i]).filter((box) => box);
    if (boxes.length === 0 || !["grid", "hex", "strip", "row"].includes(drawing.kind)) return null;
    const [x, y] = [Math.min(...boxes.map((b) => b[0])), Math.min(...boxes.map((b) => b[1]))];
    const [right, low] = [Math.max(...boxes.map((b) => b[0] + b[2])), Math.max(...boxes.map((b) => b[1] + b[3]))];
    const inset = boxes[0][2] * 0.14;
    const left = node.move?.player === "Left";
    return s("rect", { class: left ? "last-l" : node.move?.player === "Right" ? "last-r" : "last-b", x: x + inset, y: y + inset, width: right - x - 2 * inset, height: low - y - 2 * inset, rx: left ? boxes[0][2] * 0.3 : 2, "stroke-width": boxes[0][2] * 0.1 });
  }

  const depth = (/** @type {Node_} */ node) => {
    let n = 0;
    for (let at = node.parent; at; at = at.parent) n += 1;
    return n;
  };

  /** The same as a list, for narrow screens. @param {Node_} node @returns {HTMLElement} */
  function listItem(node) {
    const board = boardOf(node);
    const many = node.move && node.move.names.length > 1 ? ` · ×${node.move.names.length}` : "";
    const small = h("small", null, h("span", { words: node.move === null ? "start" : node.move.reduced ? node.move.reduced.why : node.move.canonical ? "canonical" : "option" }), node.move ? ` · ${node.move.names[0]}${many}` : "");
    const wins = node.move?.wins ? h("span", { class: "won" }, icon("i-tick", 13), h("span", { words: "wins" })) : h("span");
    const face = h("button", { type: "button", "aria-selected": String(node === chosen), tabindex: node === chosen ? 0 : -1, class: pale(node) ? "tn-no" : undefined, on: { click: () => press(node) } }, node.move ? icon(PLAYERS[node.move.player].sign) : h("span"), board ?? h("span"), h("span", null, h("span", { class: "val" }, shortOf(node)), h("br"), small), wins);
    const kids = shownKids(node);
    return h("li", { role: "treeitem", "aria-expanded": node.told && (node.told.options?.length ?? 0) === 0 ? undefined : String(node.open), "aria-level": depth(node) + 1 }, face, kids.length > 0 ? h("ul", { role: "group" }, ...kids.map(listItem)) : null);
  }

  /** A click: chooses and opens; on the chosen one it opens and closes. @param {Node_} node */
  function press(node) {
    if (node === chosen && node.told) {
      setOpen(node, !node.open);
      draw();
    } else void pick(node, !node.open);
  }

  function tellCrumbs() {
    /** @type {Node_[]} */
    const path = [];
    for (let at = /** @type {Node_ | null} */ (chosen); at; at = at.parent) path.unshift(at);
    crumbs.replaceChildren(
      ...path.map((node) => {
        const outcome = node.told?.outcome;
        const face = node.move ? h("span", null, icon(PLAYERS[node.move.player].sign, 11), node.move.names[0]) : h("span", { words: "Start" });
        return h("li", { "aria-current": node === chosen ? "true" : undefined }, h("button", { type: "button", on: { click: () => void pick(node) } }, face, outcome ? h("small", { words: outcomeWords(outcome).words }) : h("small", null, " ")));
      }),
    );
  }

  function drawSide() {
    const told = chosen.told;
    if (!told) return;
    /** @type {HTMLElement[]} */
    const parts = [h("p", { class: "turn" }, chosen.move ? icon(PLAYERS[chosen.move.player].sign, 18) : null, h("span", { words: chosen.move ? ["After {0}", chosen.move.names.join(", ")] : "Start" }))];
    if (told.value) parts.push(formula(told.value));
    parts.push(factRow(facts(told)).row);
    if (chosen.move) parts.push(reason(chosen));
    for (const remark of [told.none, told.message]) if (remark) parts.push(h("p", { class: "hint" }, said(remark)));
    if (told.stopped) parts.push(stoppedBox(told, null));
    if ((told.options ?? []).length === 0 && !told.stopped) parts.push(h("p", { class: "hint", words: "No move: play is over here." }));
    if (told.more > 0) parts.push(h("p", { class: "hint", words: ["{0} more options are not shown", told.more] }));
    parts.push(...walls(told));
    if (told.value) parts.push(h("div", { class: "tools" }, copier("Copy", () => told.value.text), copier("LaTeX", () => told.value.latex), copier("Link", () => `${location.origin}/explorer#${pack(JSON.stringify({ rules, position: chosen.position }))}`)));
    const keys = (/** @type {[string, Key][]} */ ([["→ ←", "open, close"], ["↑ ↓", "next node"], ["C", "canonical only"], ["M", "mark to compare"], ["S", "add to the sum"], ["G", "to Boards"]]));
    parts.push(h("p", { class: "hint" }, ...keys.flatMap(([name, what], i) => [i ? " · " : "", h("kbd", null, name), " ", h("span", { words: what })])));
    side.replaceChildren(...parts);
  }

  /** Why an option is or is not canonical. @param {Node_} node */
  function reason(node) {
    const move = node.move;
    if (!move || !node.parent || !judged(node.parent)) return h("div");
    const own = signs(move.value?.short ?? move.value?.label ?? "");
    const whole = signs(node.parent.told.value?.label ?? node.parent.told.answer.value ?? "");
    const shown = whole.length > 40 ? "" : ` ${whole}`;
    if (!move.reduced) return h("p", { class: "why-not" }, h("span", { words: move.canonical ? ["An option of the canonical form{0}.", shown] : ["Not an option of the canonical form{0}.", shown] }));
    const by = signs(move.reduced.by.label ?? move.reduced.by.text ?? "");
    const left = move.player !== "Right";
    const both = move.player === "Both";
    /** @type {Words} */
    const words = move.reduced.why === "dominated" ? [left ? "Left has {0} instead, and {0} ≥ {1}." : "Right has {0} instead, and {0} ≤ {1}.", by, own] : both ? ["The opponent answers {0}, which is where play began.", by] : [left ? "Right answers {0}, and {0} ≤{1}: its Left options take its place." : "Left answers {0}, and {0} ≥{1}: its Right options take its place.", by, shown || " …"];
    return h("p", { class: "why-not" }, h("b", { words: move.reduced.why === "dominated" ? "Dominated." : "Reversible." }), " ", h("span", { words }));
  }

  // ───── acts

  function only() {
    canonical = !canonical;
    onlyButton.setAttribute("aria-pressed", String(canonical));
    draw();
  }
  const mark = () => {
    comparison.mark({ rules, position: chosen.position });
    comparison.dom.scrollIntoView({ block: "nearest" });
  };

  /** @param {number} way */
  function step(way) {
    const all = visible();
    const next = all[all.indexOf(chosen) + way];
    if (next) void pick(next);
  }

  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shown !== "explorer" || event.defaultPrevented || writes(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const inTree = event.target instanceof Element && (scroll.contains(event.target) || tlist.contains(event.target));
    if (inTree && event.key === "ArrowRight") {
      if (!chosen.open) void pick(chosen, true);
      else if (shownKids(chosen)[0]) void pick(shownKids(chosen)[0]);
    } else if (inTree && event.key === "ArrowLeft") {
      if (chosen.open && chosen !== top) {
        setOpen(chosen, false);
        draw();
      } else if (chosen.parent) void pick(chosen.parent);
    } else if (inTree && event.key === "ArrowDown") step(1);
    else if (inTree && event.key === "ArrowUp") step(-1);
    else if (inTree && event.key === "Enter" && event.target instanceof SVGElement) press(chosen);
    else if (kept("letters") === "off") return;
    else if (event.key === "/") choice.open();
    else if (event.key === "c") only();
    else if (event.key === "m") mark();
    else if (event.key === "s") heat.add({ rules, position: chosen.position });
    else if (event.key === "g") shell.openRules(rules, chosen.position);
    else return;
    event.preventDefault();
  });
  command("Canonical options only", "C", only, "explorer");
  command("Mark to compare", "M", mark, "explorer");
  command("Choose a ruleset", "/", choice.open, "explorer");
  onSpeak(draw);

  // ───── start: a link, what was open last, or a position that shows every kind of node

  /** @type {{rules: Rules, position: string | null}} */
  let wanted = { rules: { name: "Domineering" }, position: "##.|...|..." };
  for (const told of [unpack(location.hash.slice(1)), kept("tree")]) {
    try {
      const one = JSON.parse(told ?? "");
      if (one?.rules && typeof one.position === "string") {
        wanted = one;
        break;
      }
    } catch {
      // nothing there
    }
  }
  const ready = once("/api/rules")
    .then((told) => {
      list = told.rulesets ?? [];
      choice.know(list);
      learn(list);
      show(wanted.rules, wanted.position);
    })
    .catch(() => fault.replaceChildren(h("p", { class: "say", role: "alert", words: "The engine stopped answering." })));

  return {
    /** @param {Rules} to @param {string} position */
    show: (to, position) => {
      wanted = { rules: to, position };
      if (list.length > 0) show(to, position);
      else void ready;
    },
    /** @param {import("./heat.js").Term[]} terms */
    heat: (terms) => {
      heat.set(terms);
      heat.dom.scrollIntoView({ block: "start" });
    },
  };
}

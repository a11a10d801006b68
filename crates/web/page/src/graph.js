// Graphs drawn by hand: vertices are dragged, edges drawn from one to another, pieces laid on either.
// One canvas serves graphs, edge games with their ground (Hackenbush) and digraphs.
import { h, s } from "./dom.js";
import { drawGraphMarks } from "./graph-marks.js";
import { t } from "./words.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {{name: string, x: number, y: number, piece: string | null}} Node_ */
/** @typedef {{from: number, to: number, piece: string | null}} Link the ground is vertex -1 */
/** @typedef {{kind: "graph" | "digraph" | "edges", nodes: Node_[], links: Link[]}} Graph */
/** @typedef {{outcome: string, plies?: number | null, to?: number[], value?: string, mathml?: string[]}} Verdict */

const WIDTH = 600;
const HEIGHT = 352;
const GROUND = 300;
/** The piece of an edge that has been cut. */
export const CUT = "_";

/** Names not used yet: a, b, c … then v27, v28 … @param {Graph} graph */
function freeName(graph) {
  const used = new Set(graph.nodes.map((n) => n.name));
  const first = graph.kind === "edges" ? [] : [..."abcdefghijklmnopqrstuvwxyz"];
  const free = first.find((x) => !used.has(x));
  if (free) return free;
  let n = graph.kind === "edges" ? 1 : 27;
  while (used.has(graph.kind === "edges" ? String(n) : `v${n}`)) n += 1;
  return graph.kind === "edges" ? String(n) : `v${n}`;
}

/**
 * The position as text, as the rules read it.
 * @param {Graph} graph
 * @param {string} empty the piece that is not written
 */
export function graphText(graph, empty) {
  const name = (/** @type {number} */ v) => (v < 0 ? "$" : graph.nodes[v].name);
  if (graph.kind === "edges") return graph.links.map((e) => `${name(e.from)}-${name(e.to)}:${e.piece ?? CUT}`).join(", ");
  const joint = graph.kind === "digraph" ? ">" : "-";
  // Each vertex first, so that cells keep their order whatever edges come and go.
  // One vertex alone has its piece: its name by itself would be no graph.
  const lone = graph.nodes.length === 1 && graph.links.length === 0;
  const parts = graph.nodes.map((n) => (lone || (n.piece && n.piece !== empty) ? `${n.name}:${n.piece ?? empty}` : n.name));
  return [...parts, ...graph.links.map((e) => `${name(e.from)}${joint}${name(e.to)}`)].join(", ");
}

/** Whose a piece is, its number left out. @param {Map<string, string | null>} owners @param {string | null} piece */
const owned = (owners, piece) => owners.get(piece ?? "") ?? owners.get(piece?.[0] ?? "");

/**
 * The graph of a drawing made by the server; vertices that have a place keep it.
 * @param {import("./api.js").Drawing} drawing
 * @param {Map<string, {x: number, y: number}>} places
 * @returns {Graph}
 */
export function graphOf(drawing, places) {
  const kind = drawing.kind === "edges" ? "edges" : drawing.kind === "digraph" ? "digraph" : "graph";
  // The server's picture, scaled to this canvas; its ground lies as far from its foot as ours.
  const width = drawing.width ?? WIDTH;
  const height = drawing.height ?? HEIGHT;
  const scale = Math.min(1, WIDTH / width, HEIGHT / height);
  const place = (/** @type {{x: number, y: number}} */ v) => ({
    x: WIDTH / 2 + (v.x - width / 2) * scale,
    y: kind === "edges" ? GROUND - (height - (HEIGHT - GROUND) - v.y) * scale : HEIGHT / 2 + (v.y - height / 2) * scale,
  });
  const counted = (/** @type {string} */ sign, /** @type {number} */ i) => (drawing.numbers?.[i] == null ? sign : `${sign}${drawing.numbers[i]}`);
  const nodes = (drawing.vertices ?? []).map((v, i) => {
    const at = places.get(v.name) ?? place(v);
    places.set(v.name, at);
    return { name: v.name, x: at.x, y: at.y, piece: v.piece && kind !== "edges" ? counted(v.piece, i) : (v.piece ?? null) };
  });
  const links = (drawing.edges ?? []).map((e, i) => ({ from: e.from ?? -1, to: e.to ?? -1, piece: e.piece ? counted(e.piece, i) : (kind === "edges" ? CUT : null) }));
  return { kind, nodes, links };
}

/**
 * @typedef {object} GraphActs
 * @property {"view" | "edit"} mode
 * @property {string[]} pieces what Space turns through, on the cells of this kind
 * @property {Map<string, string | null>} owners piece to "Left", "Right" or null
 * @property {(graph: Graph) => void} changed
 * @property {() => void} moved a vertex lies elsewhere
 * @property {(cell: number) => void} cell a vertex, or on an edge game an edge, was chosen to be played
 * @property {(cell: number) => string} speak
 * @property {Set<number>} winning cells whose move wins
 * @property {import("./graph-marks.js").Marks} [marks] the moves of both players
 * @property {Map<number, string>} [notes] what stands beside a cell: the name of an edge
 * @property {Verdict[]} [verdicts] of the vertices of a digraph
 * @property {string} alt
 */

/**
 * The canvas.
 * @param {Graph} graph
 * @param {GraphActs} acts
 * @param {{chosen: {what: "node" | "link", at: number} | null}} cursor kept between drawings
 */
export function canvas(graph, acts, cursor) {
  const svg = s("svg", { class: `pic graph graph-${acts.mode}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", label: { message: acts.alt } });
  const figure = h("figure", { class: "boardpic" }, svg);
  const onEdges = graph.kind === "edges";
  const editing = acts.mode === "edit";
  const again = () => acts.changed(graph);

  const paper = s("rect", { class: "canvas", x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 8 });
  svg.append(s("defs", null, marker("arrow-end", "arrow"), marker("arrow-good-end", "arrow-good")), paper);
  if (onEdges) {
    svg.append(s("path", { class: "ground", d: `M40 ${GROUND}H560` }));
    for (let x = 54; x < 560; x += 16) svg.append(s("path", { class: "hatch", d: `M${x} ${GROUND + 4}l-9 11` }));
    const soil = s("rect", { class: "hit soil", x: 30, y: GROUND - 12, width: 540, height: 44, "aria-label": t("the ground") });
    soil.addEventListener("click", (event) => {
      event.stopPropagation();
      if (editing && cursor.chosen?.what === "node") join(-1, cursor.chosen.at);
    });
    svg.append(soil);
  }

  /** Where an end of a link lies. @param {Link} link @param {"from" | "to"} end */
  const place = (link, end) => {
    const v = link[end];
    if (v >= 0) return graph.nodes[v];
    // Feet of edges between the same vertex and the ground stand side by side.
    const other = graph.nodes[end === "from" ? link.to : link.from];
    const twins = graph.links.filter((e) => Math.min(e.from, e.to) < 0 && Math.max(e.from, e.to) === Math.max(link.from, link.to));
    return { x: (other?.x ?? WIDTH / 2) + (twins.indexOf(link) - (twins.length - 1) / 2) * 30, y: GROUND };
  };
  const join = (/** @type {number} */ a, /** @type {number} */ b) => {
    const same = graph.links.findIndex((e) => e.from === a && e.to === b || (graph.kind !== "digraph" && e.from === b && e.to === a));
    if (same >= 0 && !onEdges) graph.links.splice(same, 1);
    else if (a !== b || onEdges) graph.links.push({ from: a, to: b, piece: onEdges ? (acts.pieces[0] ?? null) : null });
    cursor.chosen = b >= 0 ? { what: "node", at: b } : null;
    again();
  };
  const drop = () => {
    const chosen = cursor.chosen;
    if (!chosen) return;
    if (chosen.what === "link") graph.links.splice(chosen.at, 1);
    else {
      graph.links = graph.links.filter((e) => e.from !== chosen.at && e.to !== chosen.at).map((e) => ({ ...e, from: e.from > chosen.at ? e.from - 1 : e.from, to: e.to > chosen.at ? e.to - 1 : e.to }));
      graph.nodes.splice(chosen.at, 1);
    }
    cursor.chosen = null;
    again();
  };
  const turn = (/** @type {{piece: string | null}} */ cell) => {
    if (acts.pieces.length === 0) return;
    cell.piece = acts.pieces[(acts.pieces.indexOf(cell.piece ?? "") + 1) % acts.pieces.length];
    again();
  };
  const put = (/** @type {number} */ x, /** @type {number} */ y) => {
    const from = cursor.chosen?.what === "node" ? cursor.chosen.at : null;
    graph.nodes.push({ name: freeName(graph), x, y, piece: onEdges ? null : (acts.pieces[0] ?? null) });
    const at = graph.nodes.length - 1;
    if (from !== null) graph.links.push({ from, to: at, piece: onEdges ? (acts.pieces[0] ?? null) : null });
    else if (onEdges) graph.links.push({ from: -1, to: at, piece: acts.pieces[0] ?? null });
    cursor.chosen = { what: "node", at };
    again();
  };
  const point = (/** @type {PointerEvent | MouseEvent} */ event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: Math.round(Math.max(16, Math.min(WIDTH - 16, at.x))), y: Math.round(Math.max(16, Math.min(onEdges ? GROUND - 14 : HEIGHT - 24, at.y))) };
  };
  if (editing) {
    paper.addEventListener("click", (event) => {
      const { x, y } = point(event);
      put(x, y);
    });
  }

  /** @type {(SVGElement | HTMLElement)[]} what the keyboard walks over */
  const stops = [];
  const chosenIs = (/** @type {"node" | "link"} */ what, /** @type {number} */ at) => cursor.chosen?.what === what && cursor.chosen.at === at;
  const links = s("g");
  const nodes = s("g");
  const hits = s("g", { data: { hit: "" } });
  svg.append(links, hits, nodes);
  graph.links.forEach((link, i) => {
    const a = place(link, "from");
    const b = place(link, "to");
    if (onEdges && link.piece === CUT) return;
    const d = path(graph, link, a, b);
    const good = acts.verdicts?.[link.from]?.to?.includes(link.to) ?? false;
    if (onEdges) {
      const owner = owned(acts.owners, link.piece);
      if (acts.winning.has(i)) links.append(s("path", { class: "hb hb-win", d }));
      links.append(s("path", { class: `hb ${owner === "Left" ? "hb-l" : owner === "Right" ? "hb-r" : "hb-g"}`, d }));
      if (owner === "Right") links.append(s("path", { class: "hb hb-core", d }));
    } else {
      const end = graph.kind === "digraph" ? { "marker-end": `url(#${good ? "arrow-good-end" : "arrow-end"})` } : {};
      links.append(s("path", { class: good ? "arc arc-good" : "arc", d, ...end }));
    }
    const note = acts.notes?.get(i);
    if (onEdges && note) {
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [x, y] = [(a.x + b.x) / 2 + (18 * Math.abs(b.y - a.y)) / length, (a.y + b.y) / 2 + 4 - (14 * Math.abs(b.x - a.x)) / length];
      links.append(s("text", { class: "mid", x, y, data: { note: i } }, note));
    }
    if (!onEdges && !editing) return;
    const hit = s("path", { class: `hit edge${chosenIs("link", i) ? " chosen" : ""}`, d, tabindex: -1, role: "button", "aria-label": onEdges ? acts.speak(i) : `${graph.nodes[link.from]?.name} ${graph.nodes[link.to]?.name}`, data: { cell: onEdges ? i : -1 } });
    const choose = () => {
      if (!editing) {
        acts.cell(i);
        return;
      }
      if (chosenIs("link", i) && onEdges) turn(link);
      else {
        cursor.chosen = { what: "link", at: i };
        again();
      }
    };
    hit.addEventListener("click", (event) => {
      event.stopPropagation();
      choose();
    });
    keys(hit, choose, onEdges ? link : null, null);
    hits.append(hit);
    stops.push(hit);
  });

  graph.nodes.forEach((node, i) => {
    if (onEdges && !editing && !graph.links.some((e) => (e.from === i || e.to === i) && e.piece !== CUT)) return;
    const group = s("g", { class: "node", transform: `translate(${node.x} ${node.y})` });
    const verdict = acts.verdicts?.[i];
    if (onEdges) group.append(s("circle", { class: "joint", r: 6 }));
    else if (verdict) group.append(...verdictShape(node, verdict, graph.links.some((e) => e.to === i && e.from >= 0 && graph.nodes[e.from].y - node.y > 1.5 * Math.abs(graph.nodes[e.from].x - node.x))));
    else {
      const owner = owned(acts.owners, node.piece);
      if (acts.winning.has(i)) group.append(s("circle", { class: "halo", r: 23 }));
      group.append(owner === "Right" ? s("path", { class: "vn vn-r", d: "M0-20L20 0 0 20-20 0Z" }) : s("circle", { class: `vn${owner === "Left" ? " vn-l" : ""}${node.piece === "#" ? " vn-x" : ""}`, r: 17 }));
      group.append(s("text", { class: `vt${owner === "Left" ? " on-l" : owner === "Right" ? " on-r" : ""}`, y: 5 }, node.piece === "#" ? "×" : node.name));
      const kind = node.piece && !owner && (acts.pieces.indexOf(node.piece) > 0 || /.\d/.test(node.piece)) && node.piece !== "#" ? node.piece : "";
      if (kind) group.append(s("text", { class: "vs", y: 36 }, kind));
    }
    const touchable = editing || !onEdges;
    if (touchable) {
      const hit = s("circle", { class: `hit${chosenIs("node", i) ? " chosen" : ""}`, r: onEdges ? 14 : 21, tabindex: -1, role: "button", "aria-label": onEdges ? t(["joint {0}", node.name]) : acts.speak(i), data: { node: node.name, cell: onEdges ? -1 : i, hit: "" } });
      const choose = () => {
        const before = cursor.chosen;
        if (!editing) acts.cell(i);
        else if (before?.what === "node" && before.at !== i) join(before.at, i);
        else {
          cursor.chosen = chosenIs("node", i) ? null : { what: "node", at: i };
          again();
        }
      };
      drag(hit, group, node, choose);
      keys(hit, choose, onEdges ? null : node, node);
      group.append(hit);
      stops.push(hit);
    }
    nodes.append(group);
  });

  const along = (/** @type {number} */ i, /** @type {number} */ t) => middle(graph, graph.links[i], place(graph.links[i], "from"), place(graph.links[i], "to"), t);
  const marks = acts.marks && !editing ? drawGraphMarks(svg, graph, acts.marks, along, [WIDTH, HEIGHT]) : null;
  if (marks) svg.append(marks);

  /**
   * Dragging moves a vertex; a click that did not drag chooses it.
   * @param {SVGElement} hit @param {SVGElement} group @param {Node_} node @param {() => void} choose
   */
  function drag(hit, group, node, choose) {
    let dragged = false;
    hit.addEventListener("pointerdown", (event) => {
      dragged = false;
      hit.setPointerCapture(event.pointerId);
      event.stopPropagation();
    });
    hit.addEventListener("pointermove", (event) => {
      if (!hit.hasPointerCapture(event.pointerId)) return;
      const { x, y } = point(event);
      if (!dragged && Math.hypot(x - node.x, y - node.y) < 6) return;
      dragged = true;
      node.x = x;
      node.y = y;
      group.setAttribute("transform", `translate(${x} ${y})`);
      // Marks stand beside what has moved: they come back with the next drawing.
      marks?.remove();
      redrawLinks();
    });
    hit.addEventListener("pointerup", () => {
      if (dragged) acts.moved();
    });
    hit.addEventListener("click", (event) => {
      event.stopPropagation();
      if (!dragged) choose();
    });
  }

  /** Links follow a vertex that is dragged. */
  function redrawLinks() {
    const shapes = graph.links.map((link) => (onEdges && link.piece === CUT ? null : path(graph, link, place(link, "from"), place(link, "to"))));
    let at = 0;
    const drawn = [...links.children];
    graph.links.forEach((link, i) => {
      const d = shapes[i];
      if (d === null) return;
      let copies = 1;
      if (onEdges) copies = 1 + Number(acts.winning.has(i)) + Number(owned(acts.owners, link.piece) === "Right");
      for (let k = 0; k < copies; k += 1) drawn[at++]?.setAttribute("d", d);
      if (acts.notes?.has(i) && onEdges) at += 1;
      hits.querySelectorAll("path")[i]?.setAttribute("d", d);
    });
  }

  /**
   * @param {SVGElement} hit @param {() => void} choose
   * @param {{piece: string | null} | null} cell what carries a piece here
   * @param {Node_ | null} node
   */
  function keys(hit, choose, cell, node) {
    hit.addEventListener("keydown", (event) => {
      const at = stops.indexOf(hit);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const letter = event.key.toUpperCase();
      if (event.altKey && editing && node && step !== undefined) {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") node.x += 10 * step;
        else node.y += 10 * step;
        again();
      } else if (event.altKey) return;
      else if (step !== undefined) {
        hit.tabIndex = -1;
        const next = stops[(at + step + stops.length) % stops.length];
        next.tabIndex = 0;
        next.focus();
      } else if (event.key === "Enter") choose();
      else if (editing && event.key === " " && cell) turn(cell);
      else if (editing && (event.key === "Delete" || event.key === "x")) {
        cursor.chosen = node ? { what: "node", at: graph.nodes.indexOf(node) } : { what: "link", at: Number(hit.dataset.cell) };
        drop();
      } else if (editing && event.key === "n") {
        put(Math.min(WIDTH - 30, (node?.x ?? WIDTH / 2) + 60), Math.max(30, (node?.y ?? HEIGHT / 2) - 50));
      } else if (editing && cell && "LRG".includes(letter)) {
        const owner = letter === "L" ? "Left" : letter === "R" ? "Right" : null;
        const piece = acts.pieces.find((p) => acts.owners.get(p) === owner && p !== CUT && p !== "." && p !== "#");
        if (piece === undefined) return;
        cell.piece = piece;
        again();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  if (stops[0]) stops[0].tabIndex = 0;
  return { figure, drop, turnChosen: (/** @type {string} */ piece) => {
    const chosen = cursor.chosen;
    const cell = chosen?.what === "node" ? graph.nodes[chosen.at] : chosen ? graph.links[chosen.at] : null;
    if (!cell || (chosen?.what === "link") !== onEdges) return false;
    cell.piece = piece;
    again();
    return true;
  } };
}

/** @param {string} id @param {string} looks */
const marker = (id, looks) => s("marker", { id, viewBox: "0 0 10 10", refX: 8.5, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, s("path", { class: looks, d: "M0 .8 9.4 5 0 9.2Z" }));

/**
 * A point of the curve of a link, and the way it goes there.
 * @param {Graph} graph @param {Link} link @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} t
 * @returns {{at: [number, number], way: [number, number]}}
 */
function middle(graph, link, a, b, t) {
  const points = [...path(graph, link, a, b).matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map((m) => Number(m[0]));
  const list = /** @type {[number, number][]} */ (Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]));
  // De Casteljau: the curve is one of Bézier of whatever degree.
  let way = /** @type {[number, number]} */ ([1, 0]);
  while (list.length > 1) {
    if (list.length === 2) way = [list[1][0] - list[0][0], list[1][1] - list[0][1]];
    for (let i = 0; i + 1 < list.length; i += 1) list[i] = [list[i][0] + (list[i + 1][0] - list[i][0]) * t, list[i][1] + (list[i + 1][1] - list[i][1]) * t];
    list.pop();
  }
  const length = Math.hypot(...way) || 1;
  return { at: list[0], way: [way[0] / length, way[1] / length] };
}

/**
 * The curve of a link; parallel links and arcs both ways bend apart.
 * @param {Graph} graph @param {Link} link @param {{x: number, y: number}} a @param {{x: number, y: number}} b
 */
function path(graph, link, a, b) {
  if (link.from === link.to) return `M${a.x - 8} ${a.y - 8}C${a.x - 50} ${a.y - 60} ${a.x + 50} ${a.y - 60} ${a.x + 8} ${a.y - 8}`;
  const between = graph.links.filter((e) => e.from >= 0 && e.to >= 0 && Math.min(e.from, e.to) === Math.min(link.from, link.to) && Math.max(e.from, e.to) === Math.max(link.from, link.to));
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const cut = graph.kind === "digraph" ? 24 : 0;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  let bend = 0;
  if (between.length > 1) {
    const at = between.indexOf(link) - (between.length - 1) / 2;
    bend = at * (link.from < link.to ? 1 : -1) * 44;
    if (graph.kind === "digraph") bend = 30;
  }
  const from = { x: a.x + ux * cut, y: a.y + uy * cut };
  const to = { x: b.x - ux * cut, y: b.y - uy * cut };
  if (bend === 0) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return `M${from.x} ${from.y}Q${(a.x + b.x) / 2 - uy * bend} ${(a.y + b.y) / 2 + ux * bend} ${to.x} ${to.y}`;
}

/** N a circle, P a gold square, a draw a dashed diamond. @param {Node_} node @param {Verdict} verdict @param {boolean} above where the words stand */
function verdictShape(node, verdict, above) {
  const shape =
    verdict.outcome === "P"
      ? s("rect", { class: "vp", x: -19, y: -19, width: 38, height: 38, rx: 4 })
      : verdict.outcome === "N"
        ? s("circle", { class: "vn", r: 20 })
        : s("path", { class: "vd", d: "M0-24L24 0 0 24-24 0Z" });
  const say = verdict.outcome === "D" ? t("draw") : t(["{0} in {1}", verdict.outcome, verdict.plies ?? "?"]);
  return [shape, s("text", { class: verdict.outcome === "P" ? "vt vt-p" : "vt", y: 5 }, node.name), s("text", { class: "vs", y: above ? -27 : 37 }, say)];
}

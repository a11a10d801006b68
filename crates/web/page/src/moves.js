// Moves of a position in a list, winners first.
import { h, icon, picture } from "./dom.js";
import { signs } from "./value.js";

/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./words.js").Key} Key */

/** @type {Record<string, {sign: string, name: Key, of: Key}>} */
export const PLAYERS = {
  Left: { sign: "w-l", name: "Left", of: "Left’s moves" },
  Right: { sign: "w-r", name: "Right", of: "Right’s moves" },
  Both: { sign: "w-n", name: "Moves", of: "Moves" },
};

/** A short value as text. @param {import("./api.js").Value | undefined} value */
export const brief = (value) => (value ? signs(value.label ?? value.text) : "");

/**
 * A short value as a formula; where the server made none, as text.
 * @param {import("./api.js").Value | undefined} value
 * @returns {(Node | string)[]}
 */
export function briefly(value) {
  const parts = (value?.mathml ?? []).map((part) => picture(part)).filter((part) => part !== null);
  return parts.length > 0 ? parts : [brief(value)];
}

/**
 * The moves of one player.
 * @param {string} player
 * @param {Move[]} moves
 * @param {{play?: (move: Move) => void, light?: (move: Move | null) => void, advice?: boolean}} acts
 */
export function moveList(player, moves, acts) {
  const { sign, name, of } = PLAYERS[player] ?? PLAYERS.Both;
  const wins = moves.filter((m) => m.wins).length;
  const draws = moves.filter((m) => m.draws).length;
  const known = acts.advice !== false && moves.some((m) => m.wins !== undefined);
  const head = h("h3", null, icon(sign), h("span", { words: name }));
  if (known && moves.length > 0) head.append(h("span", { class: "count", words: wins === 1 ? ["1 of {0} wins", moves.length] : ["{0} of {1} win", wins, moves.length] }));
  if (known && draws > 0) head.lastElementChild?.append(" · ", h("span", { words: ["{0} draw", draws] }));
  const list = h("ol", { label: of });
  moves.forEach((move) => {
    const told = acts.advice === false ? "" : brief(move.value);
    const row = h(
      "button",
      {
        type: "button",
        disabled: !acts.play,
        on: {
          click: () => acts.play?.(move),
          pointerenter: () => acts.light?.(move),
          pointerleave: () => acts.light?.(null),
          focus: () => acts.light?.(move),
          blur: () => acts.light?.(null),
        },
      },
      h("span", { class: "m" }, move.name),
      h("span", { class: "val", title: told || undefined }, ...(told ? briefly(move.value) : [])),
      acts.advice === false ? null : mark(move),
    );
    list.append(h("li", { class: acts.advice === false ? undefined : move.wins ? "win" : move.draws ? "even" : undefined }, row));
  });
  const box = h("div", { class: "moves", data: { player } }, head);
  box.append(moves.length > 0 ? list : h("p", { class: "hint", words: "no move" }));
  box.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const rows = [...(box.parentElement ?? box).querySelectorAll("button")].filter((b) => b.closest(".moves"));
    const at = rows.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = rows[at + step];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  return box;
}

/** What a move is good for, in a sign and a word. @param {Move} move */
function mark(move) {
  const long = move.plies ? h("span", { class: "minor", words: move.plies === 1 ? "in 1 ply" : ["in {0} plies", move.plies] }) : null;
  if (move.wins) return h("span", { class: "won" }, icon("i-tick", 13), h("span", { words: "wins" }), long);
  if (move.draws) return h("span", { class: "drawn" }, icon("w-d", 12), h("span", { words: "draws" }));
  return long ? h("span", { class: "lost" }, h("span", { words: "loses" }), " ", long) : null;
}

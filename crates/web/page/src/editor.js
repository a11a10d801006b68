// The input of a cell: CodeMirror with the signs, names and help of the language.
import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap, completionStatus, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, hoverTooltip, keymap, placeholder, showTooltip, tooltips } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";
import { once } from "./api.js";
import { h, said } from "./dom.js";
import { onSpeak, t } from "./words.js";

/** @typedef {import("./api.js").Diagnostic} Diagnostic */
/** @typedef {{name: string, signature?: string, summary?: string, example?: string, result?: string, kind: string}} Help */

const WORDS = new Set(["if", "then", "else", "elseif", "end", "for", "in", "where", "from", "to", "by", "while", "do", "and", "or", "not", "true", "false", "let", "def"]);

/** The words and signs of the language, as far as colours go. @type {StreamLanguage<{depth: number}>} */
const language = StreamLanguage.define({
  startState: () => ({ depth: 0 }),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+(?:\/\d+)?/)) return "number";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (word && word !== true) return WORDS.has(word[0].toLowerCase()) ? "keyword" : null;
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const looks = tagHighlighter([
  { tag: tags.operator, class: "tok-op" },
  { tag: tags.string, class: "tok-str" },
  { tag: tags.keyword, class: "tok-key" },
  { tag: tags.comment, class: "tok-op" },
]);

/** @type {Map<string, Help>} */
const helps = new Map();
/** @type {import("@codemirror/autocomplete").Completion[]} */
let completions = [];

const folded = (/** @type {string} */ name) => name.toLowerCase().replaceAll("_", "");

/** A ruleset as an expression names it. @param {string} name */
export const together = (name) => name.replace(/[^\p{L}\p{N}]+(\p{L}?)/gu, (_, next) => next.toUpperCase());

/** Fetches the names of the language; editors work before it is there. */
export async function learn() {
  const told = await once("/api/language");
  /** @type {Help[]} */
  const all = [
    ...(told.methods ?? []).map((/** @type {any} */ m) => ({ ...m, kind: "method" })),
    ...(told.constants ?? []).map((/** @type {any} */ m) => ({ ...m, kind: "constant" })),
    ...(told.rulesets ?? []).map((/** @type {any} */ name) => ({ name, kind: "class" })),
  ];
  for (const help of all) helps.set(folded(help.name), help);
  completions = all.map((help) => ({
    // Names of several words are written together.
    label: help.kind === "class" ? together(help.name) : help.name,
    type: help.kind,
    detail: help.kind === "class" ? t({ message: "ruleset" }) : undefined,
    info: help.summary ? () => ({ dom: helpBox(help) }) : undefined,
  }));
  for (const symbol of told.symbols ?? []) {
    if (/^\w{2,}$/.test(symbol.text)) completions.push({ label: symbol.text, detail: symbol.sign, type: "constant" });
  }
  return told;
}

/** @param {Help} help */
function helpBox(help) {
  return h(
    "div",
    { class: "helpbox" },
    h("code", null, help.signature ?? help.name),
    help.summary ? h("p", null, said(help.summary)) : null,
    help.example ? h("p", { class: "minor" }, h("code", null, help.example), help.result ? ` = ` : "", help.result ? h("code", null, help.result) : null) : null,
  );
}

/** @param {EditorState} state @param {number} at */
function helpAt(state, at) {
  const line = state.doc.lineAt(at);
  for (const match of line.text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const from = line.from + match.index;
    const to = from + match[0].length;
    if (from <= at && at <= to) {
      const help = helps.get(folded(match[0]));
      return help?.summary ? { from, to, help } : null;
    }
  }
  return null;
}

/** @type {import("@codemirror/state").StateEffectType<Diagnostic[]>} */
const mark = StateEffect.define();

/** Where the text is wrong. @type {StateField<import("@codemirror/view").DecorationSet>} */
const marks = StateField.define({
  create: () => Decoration.none,
  update(old, change) {
    for (const effect of change.effects) {
      if (!effect.is(mark)) continue;
      const length = change.newDoc.length;
      const spans = effect.value.map((d) => {
        let from = Math.min(d.start, length);
        let to = Math.min(Math.max(d.end, from), length);
        if (from === to) {
          if (to < length) to += 1;
          else from = Math.max(0, from - 1);
        }
        return { from, to };
      });
      return Decoration.set(spans.filter((x) => x.from < x.to).map(({ from, to }) => Decoration.mark({ class: "bad" }).range(from, to)), true);
    }
    return change.docChanged ? old.map(change.changes) : old;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @type {import("@codemirror/state").StateEffectType<{pos: number, help: Help} | null>} */
const showHelp = StateEffect.define();
/** Help called by a key. @type {StateField<{pos: number, help: Help} | null>} */
const helpShown = StateField.define({
  create: () => /** @type {{pos: number, help: Help} | null} */ (null),
  update(old, change) {
    for (const effect of change.effects) if (effect.is(showHelp)) return effect.value;
    return change.docChanged || change.selection ? null : old;
  },
  provide: (field) => showTooltip.from(field, (shown) => (shown ? { pos: shown.pos, above: false, create: () => ({ dom: helpBox(shown.help) }) } : null)),
});

const nonce = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=csp-nonce]"))?.content ?? "";

/**
 * What an editor tells its cell.
 * @typedef {{run: (next: boolean) => void, leave: () => void, changed: () => void, focus: () => void, fix: () => boolean, stop: () => void, up: () => boolean, down: () => boolean}} Acts
 */

/**
 * An editor for one cell.
 * @param {string} text
 * @param {import("./words.js").Words} name what a screen reader calls it
 * @param {Acts} acts
 */
export function editor(text, name, acts) {
  const speech = new Compartment();
  const words = () => EditorView.contentAttributes.of({ "aria-label": t(name), spellcheck: "false", autocapitalize: "off", autocorrect: "off" });
  const edge = (/** @type {-1 | 1} */ way) => (/** @type {EditorView} */ view) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head).number;
    if (!main.empty || (way < 0 ? line > 1 : line < view.state.doc.lines)) return false;
    return way < 0 ? acts.up() : acts.down();
  };
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        nonce ? EditorView.cspNonce.of(nonce) : [],
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        language,
        syntaxHighlighting(looks),
        marks,
        helpShown,
        EditorView.lineWrapping,
        speech.of(words()),
        // The bars at the edges of the window cover nothing.
        tooltips({ tooltipSpace: () => ({ top: 60, left: 0, bottom: innerHeight - 40, right: innerWidth }) }),
        placeholder("{1|-1} + ^"),
        autocompletion({
          override: [
            (context) => {
              const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
              if (!word || (!context.explicit && word.text.length < 2)) return context.explicit ? { from: context.pos, options: completions } : null;
              const local = [...context.state.doc.toString().matchAll(/[\p{L}_][\p{L}\p{N}_]{2,}(?=\s*(?:\(.*?\))?\s*:=)/gu)].map((m) => ({ label: m[0], type: "variable" }));
              return { from: word.from, options: [...local, ...completions], validFor: /^[\p{L}\p{N}_]*$/u };
            },
          ],
          icons: false,
          defaultKeymap: false,
          maxRenderedOptions: 60,
        }),
        hoverTooltip((v, at) => {
          const found = helpAt(v.state, at);
          return found ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: helpBox(found.help) }) } : null;
        }),
        Prec.highest(
          keymap.of([
            { key: "Ctrl-Enter", mac: "Cmd-Enter", run: () => (acts.run(false), true) },
            { key: "Shift-Enter", run: () => (acts.run(true), true) },
            { key: "Alt-Enter", run: () => acts.fix() },
            { key: "Ctrl-.", mac: "Cmd-.", run: () => (acts.stop(), true) },
            { key: "Ctrl-Space", run: startCompletion },
            {
              key: "Escape",
              run: (v) => {
                // A list that is seen is closed first; one that is only being looked up is not waited for.
                if (completionStatus(v.state) === "active") return closeCompletion(v);
                closeCompletion(v);
                if (v.state.field(helpShown)) v.dispatch({ effects: showHelp.of(null) });
                else acts.leave();
                return true;
              },
            },
            ...completionKeymap.filter((binding) => binding.key !== "Escape"),
            {
              key: "Alt-F1",
              run: (v) => {
                const found = helpAt(v.state, v.state.selection.main.head);
                v.dispatch({ effects: showHelp.of(found ? { pos: found.from, help: found.help } : null) });
                return true;
              },
            },
          ]),
        ),
        keymap.of([
          ...closeBracketsKeymap,
          { key: "ArrowUp", run: edge(-1) },
          { key: "ArrowDown", run: edge(1) },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) acts.changed();
          if (update.focusChanged && update.view.hasFocus) acts.focus();
        }),
      ],
    }),
  });
  const deaf = onSpeak(() => view.dispatch({ effects: speech.reconfigure(words()) }));
  return {
    dom: view.dom,
    text: () => view.state.doc.toString(),
    /** @param {string} to */
    set: (to) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: to }, selection: { anchor: to.length } }),
    focus: () => view.focus(),
    /** @param {Diagnostic[]} diagnostics */
    mark: (diagnostics) => view.dispatch({ effects: mark.of(diagnostics) }),
    /** @param {string} sign */
    insert: (sign) => {
      view.dispatch(view.state.replaceSelection(sign));
      view.focus();
    },
    destroy: () => {
      deaf();
      view.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof editor>} Editor */

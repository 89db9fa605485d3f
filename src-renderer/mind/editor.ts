/**
 * The text editor of the Mind room: CodeMirror, loaded when a file is opened.
 *
 * It lives in a shadow root: there its styles are adopted sheets, which the content security policy
 * allows; in the document itself they would be style elements, which it does not.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { differenceOf } from './difference.ts';
import { editorLook, editorSyntax } from './editor-look.ts';
import { ownDirection } from './own-direction.ts';

export interface TextProblem {
  readonly line?: number;
  readonly message: string;
}

export interface EditorOptions {
  readonly path: string;
  readonly text: string;
  /** The editor's own words in the owner's language. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  /** Asked a moment after the last key. */
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
}

export interface TextEditor {
  /** Replaces what differs; can be undone. */
  setText(text: string): void;
  /** Puts the cursor at a heading's line and takes the focus. */
  showHeading(heading: string): void;
  showLine(line: number): void;
  destroy(): void;
}

const checkAfterMs = 350;

export function openEditor(place: HTMLElement, options: EditorOptions): TextEditor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: extensionsFor(options) }),
  });

  function goTo(position: number): void {
    view.dispatch({
      selection: { anchor: position },
      effects: EditorView.scrollIntoView(position, { y: 'start', yMargin: 24 }),
    });
    view.focus();
  }

  return {
    setText(text) {
      const change = differenceOf(view.state.doc.toString(), text);
      if (change !== undefined) view.dispatch({ changes: change });
    },
    showHeading(heading) {
      const position = placeOfHeading(view.state.doc, heading);
      if (position !== undefined) goTo(position);
    },
    showLine(line) {
      const { doc } = view.state;
      goTo(doc.line(Math.min(Math.max(1, line), doc.lines)).from);
    },
    destroy: () => view.destroy(),
  };
}

function extensionsFor({ path, phrases, ...on }: EditorOptions): readonly Extension[] {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    drawSelection(),
    history(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    ownDirection,
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({ 'aria-label': path, spellcheck: 'false', tabindex: '0' }),
    languageOf(path),
    syntaxHighlighting(editorSyntax),
    editorLook,
    lintGutter(),
    linter(async (view) => diagnosticsOf(view.state.doc, await on.check(String(view.state.doc))), {
      delay: checkAfterMs,
    }),
    keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run() {
          on.onSave();
          return true;
        },
      },
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) on.onChange(update.state.doc.toString());
    }),
  ];
}

function languageOf(path: string): Extension {
  if (/\.(?:md|markdown)$/i.test(path)) {
    return yamlFrontmatter({ content: markdown({ base: markdownLanguage }) });
  }
  return /\.ya?ml$/i.test(path) ? yaml() : [];
}

function diagnosticsOf(doc: Text, problems: readonly TextProblem[]): Diagnostic[] {
  return problems.map(({ line = 1, message }) => {
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
    return { from, to, severity: 'error', message };
  });
}

/** The line of the innermost heading; `heading` names them from the outermost on, as search hits do. */
function placeOfHeading(doc: Text, heading: string): number | undefined {
  const last = heading.split(' › ').at(-1)?.trim();
  if (!last) return undefined;
  for (let number = 1; number <= doc.lines; number += 1) {
    const { text, from } = doc.line(number);
    if (/^#{1,6}\s/.test(text) && text.includes(last)) return from;
  }
  return undefined;
}

/** Each line runs as its own letters do, whatever the direction of the window. */
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const byItsLetters = Decoration.line({ attributes: { dir: 'auto' } });

function linesInView({ state, visibleRanges }: EditorView): DecorationSet {
  const found = visibleRanges.flatMap(({ from, to }) => {
    const first = state.doc.lineAt(from).number;
    const last = state.doc.lineAt(to).number;
    return Array.from({ length: last - first + 1 }, (_, index) =>
      byItsLetters.range(state.doc.line(first + index).from),
    );
  });
  return Decoration.set(found, true);
}

export const ownDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = linesInView(view);
      }

      update({ view, docChanged, viewportChanged }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = linesInView(view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

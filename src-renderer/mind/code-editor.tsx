import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import type { TextEditor, TextProblem } from './editor.ts';
import { editorPhrases } from './editor-phrases.ts';
import css from './mind-room.module.css';

interface CodeEditorProps {
  readonly path: string;
  /** To begin with; later texts are put in by `TextEditor.setText`. */
  readonly text: string;
  readonly heading: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
  /** Told when the editor is there, and that it is gone. */
  readonly onEditor: (editor: TextEditor | undefined) => void;
}

/** The editor's place; the editor itself is fetched the first time a file is opened. */
export function CodeEditor(props: CodeEditorProps) {
  const { path, heading } = props;
  const i18n = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<TextEditor>();
  // The editor lives longer than one drawing: it always asks for what is true now.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let opened: TextEditor | undefined;
    let gone = false;
    void import('./editor.ts').then(({ openEditor }) => {
      if (gone || place.current === null) return;
      opened = openEditor(place.current, {
        path,
        text: latest.current.text,
        phrases: editorPhrases(i18n),
        onChange: (next) => latest.current.onChange(next),
        onSave: () => latest.current.onSave(),
        check: (next) => latest.current.check(next),
      });
      setEditor(opened);
      latest.current.onEditor(opened);
    });
    return () => {
      gone = true;
      opened?.destroy();
      setEditor(undefined);
      latest.current.onEditor(undefined);
    };
  }, [path, i18n]);

  useEffect(() => {
    if (heading !== undefined) editor?.showHeading(heading);
  }, [editor, heading]);

  return <div ref={place} className={css.text} aria-busy={editor === undefined} />;
}

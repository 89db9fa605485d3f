/** How the text editor looks: the window's own colours and type, also for what floats in it. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const editorLook = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink-1)', backgroundColor: 'var(--bg)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontFeatureSettings: '"calt" 0',
    lineHeight: '1.7',
    padding: '12px 0',
  },
  '.cm-content': { caretColor: 'var(--accent)', padding: '0 20px 40vh 0' },
  '.cm-line': { padding: '0 0 0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--bg)',
    color: 'var(--ink-3)',
    border: 'none',
    paddingInlineStart: '6px',
  },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in oklab, var(--accent) 24%, transparent)' },
  '.cm-selectionMatch': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 12%, transparent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink-1)',
    fontFamily: 'var(--font)',
    zIndex: '5',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 12px', fontSize: '12.5px' },
  '.cm-panel.cm-search label': { fontSize: '12.5px' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink-1)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    fontSize: '12.5px',
    padding: '4px 8px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    fontSize: '12.5px',
    padding: '3px 9px',
    cursor: 'pointer',
  },
  '.cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-panel.cm-search [name=close]': { fontSize: '18px', padding: '2px 8px' },
  ':is(.cm-textfield, .cm-button, [name=close], input):focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: '1px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink-1)',
    border: '1px solid var(--line)',
    borderRadius: '9px',
    boxShadow: 'var(--shadow-2)',
    fontFamily: 'var(--font)',
    fontSize: '12.5px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)', padding: '6px 10px' },
});

export const editorSyntax = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--ink-1)', fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--code-string)' },
  { tag: tags.quote, color: 'var(--ink-2)' },
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-title)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--ink-3)' },
  { tag: tags.keyword, color: 'var(--code-keyword)' },
]);

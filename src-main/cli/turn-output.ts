/** Prints a turn while it happens: the answer on stdout, what is done for it on stderr. */
import { clip } from '../../brain/shared/text.ts';
import type { ConnectomeEvent, ToolOutcomeKind } from '../../protocol/index.ts';
import { dim, printable, say } from './terminal.ts';

export interface TurnOutput {
  show(event: ConnectomeEvent): void;
}

/** One event per line, exactly as it came. */
export function jsonOutput(write: (text: string) => void): TurnOutput {
  return { show: (event) => write(`${JSON.stringify(event)}\n`) };
}

function isFolded(event: ConnectomeEvent): boolean {
  return 'folded' in event && event.folded === true;
}

/** A terminal that was too slow gets the whole text again: what it shows already is not repeated. */
function restOf(event: ConnectomeEvent & { readonly text: string }, shown: string): string {
  if (!isFolded(event)) return event.text;
  return event.text.startsWith(shown) ? event.text.slice(shown.length) : `\n${event.text}`;
}

const howItEnded = {
  success: 'done',
  failure: 'failed',
  denial: 'not allowed',
  stopped: 'stopped',
  interrupted: 'interrupted',
} as const satisfies Record<ToolOutcomeKind, string>;

/** `live`: show the text as it comes (a terminal); else only the finished answer. */
export function textOutput(write: (text: string) => void, live: boolean): TurnOutput {
  let shown = '';
  let shownCall = 0;

  function endLine(): void {
    if (shown !== '' && !shown.endsWith('\n')) write('\n');
    shown = '';
  }

  return {
    show(event) {
      switch (event.type) {
        case 'provider':
          for (const { provider, message } of event.failed ?? []) {
            say(dim(`${provider}: ${printable(message)}`));
          }
          break;
        case 'delta':
          if (!live) break;
          if (event.call !== shownCall) endLine();
          shownCall = event.call;
          write(printable(restOf(event, shown)));
          shown = isFolded(event) ? event.text : shown + event.text;
          break;
        case 'tool_call':
          endLine();
          say(dim(`· ${event.name} ${clip(printable(JSON.stringify(event.args)), 120)}`));
          break;
        case 'tool_result':
          if (!event.ok) {
            const how = howItEnded[event.outcome ?? 'failure'];
            say(dim(`  ${event.name} ${how}: ${clip(printable(event.output), 160)}`));
          }
          break;
        case 'content':
          // What streamed is the same text, unless the turn ended before it was shown.
          if (live && shown === event.text) endLine();
          else if (event.text !== '') {
            endLine();
            write(`${live ? printable(event.text) : event.text}\n`);
          }
          break;
        case 'done':
          if (event.stopReason !== 'end') say(dim(`(ended: ${event.stopReason})`));
          break;
        case 'error':
          endLine();
          say(`${event.code}: ${printable(event.message)}`);
          for (const { provider, message } of event.providers ?? []) {
            say(`  ${provider}: ${printable(message)}`);
          }
          break;
      }
    },
  };
}

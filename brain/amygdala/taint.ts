/**
 * Layer (d): what a session may not do unasked after it has read text from elsewhere. Sending out asks,
 * but for the one place that the text is from and that an allow rule names; so does changing what lasts.
 */
import type { ContentOrigin } from '../../protocol/index.ts';
import type { Confinement } from '../regions.ts';
import { namesOf } from '../shared/origins.ts';
import { isInside } from '../shared/paths.ts';
import { mcpNameOf } from '../shared/permission-rules.ts';
import { type Sentence, say } from '../shared/say.ts';
import { onlyLooks } from './command-order.ts';
import type { Decided, TaintFacts } from './decided.ts';
import { callsOut } from './network.ts';
import type { Subject } from './subject.ts';

export function tainted(
  subject: Subject,
  { origins, hosts }: TaintFacts,
  /** An allow rule names this very server or host, not just the tool. */
  isNamed: () => boolean,
): Decided | undefined {
  if (origins.length === 0) return undefined;
  const names = namesOf(origins);
  const ask = (reason: Sentence): Decided => ({ level: 'confirm', source: 'taint', reason });
  const { command, path, places, spec } = subject;
  if (command !== undefined) {
    if (!couldSend(subject, hosts)) return undefined;
    return ask(say('taint.command', { names }));
  }
  const target = targetOf(subject);
  if (target !== undefined) {
    const [cause, ...others] = origins;
    const alone = others.length === 0 && cause?.kind === target.kind && cause.name === target.name;
    if (alone && isNamed()) return undefined;
    const where = target.name === '' ? say('taint.theWeb') : target.name;
    return ask(say('taint.call', { names, target: where }));
  }
  if (spec.plugin !== undefined && (subject.confinedPlugin !== true || spec.plugin.sends)) {
    return ask(say('taint.plugin', { names, plugin: spec.capability }));
  }
  if (path?.access === 'write' && isInside(places.homeRoot, path.real)) {
    return ask(say('taint.lasting', { names }));
  }
  return undefined;
}

function targetOf({ call, spec, web }: Subject): ContentOrigin | undefined {
  const mcp = mcpNameOf(call.name);
  if (mcp !== undefined) return { kind: 'mcp', name: mcp.server };
  return spec.kind === 'web' ? { kind: 'web', name: web?.host ?? '' } : undefined;
}

function couldSend(subject: Subject, hosts: readonly string[]): boolean {
  const { command } = subject;
  if (command?.sandbox.confined !== true) return true;
  // With a rule that names it, it would get the network.
  if (command.facts.commands.some(callsOut)) return true;
  return hosts.length > 0 && !onlyLooks(subject);
}

/** Could the output of this command be from elsewhere than the working folder and the system? */
export function readsElsewhere(
  subject: Subject,
  confinement: Confinement,
  hosts: readonly string[],
): boolean {
  if (confinement === 'vetted') return false;
  if (confinement === 'none' || hosts.length > 0) return true;
  const paths = subject.command?.paths ?? [];
  return paths.some(
    ({ access, class: where, requested, lent }) =>
      access === 'read' && where === 'outside' && !lent && /[/\\]/.test(requested),
  );
}

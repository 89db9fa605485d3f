/**
 * What its owner is asked about a server beside all conversations: whether it may start, and whether
 * what it says of its tools now is accepted. One open question for each server and kind.
 */
import type { Decision, PendingAsk } from '../../../protocol/index.ts';
import { messageOf } from '../../shared/result.ts';
import type { Confinement } from './confinement.ts';
import type { AskRule, ServerAsk, ServersDeps } from './deps.ts';
import { confinedOf } from './info.ts';
import { shownLaunch } from './launch.ts';
import { withAccepted } from './record.ts';
import type { Server } from './server.ts';
import { shownTools } from './tools.ts';

export interface OwnerQuestions {
  toStart(name: string, launch: string): void;
  aboutTools(server: Server): void;
  /** It was answered in another place, or has no object any more. */
  withdraw(rule: AskRule, name: string, decision: Decision): void;
}

export interface OwnerQuestionsDeps extends Pick<ServersDeps, 'ask' | 'logger'> {
  readonly confinement: Confinement;
  serverOf(name: string): Server | undefined;
  /** Nobody is asked before everything is up, nor about what he has just seen. */
  mayAsk(name: string): boolean;
}

export function createOwnerQuestions(deps: OwnerQuestionsDeps): OwnerQuestions {
  const { confinement } = deps;
  const asks = new Map<string, { readonly about: string; readonly ask: ServerAsk }>();

  /** The same one is not asked twice. */
  function ask(
    rule: AskRule,
    server: string,
    about: string,
    words: {
      readonly title: string;
      readonly detail: string;
      readonly risk: string;
      readonly data: Omit<NonNullable<PendingAsk['server']>, 'name'>;
    },
    then: (decision: Decision) => void,
  ): void {
    const key = `${rule} ${server}`;
    const open = asks.get(key);
    if (open?.about === about || !deps.mayAsk(server)) return;
    open?.ask.withdraw('deny');
    const { data, ...sentences } = words;
    const asked = deps.ask({ rule, server: { name: server, ...data }, ...sentences });
    asks.set(key, { about, ask: asked });
    asked.answer.then(
      (decision) => {
        if (asks.get(key)?.ask === asked) then(decision);
      },
      (thrown: unknown) => {
        deps.logger.error('asking about a server failed', { server, reason: messageOf(thrown) });
      },
    );
  }

  function toStart(name: string, launch: string): void {
    const config = deps.serverOf(name)?.config();
    if (config === undefined) return;
    const words = {
      title: `Start the server "${name}"?`,
      detail: shownLaunch(config),
      risk: startRisk(confinement.confines(config)),
      data: confinedOf(config, confinement),
    };
    ask('mcp_start', name, launch, words, (decision) => {
      const server = deps.serverOf(name);
      const same = server !== undefined && confinement.launchOf(server.config()) === launch;
      if (same && decision !== 'deny') server.allow(decision !== 'allow_once');
    });
  }

  function aboutTools(server: Server): void {
    const fresh = shownTools(server).flatMap(({ name, description, change }) =>
      change === undefined ? [] : [{ name, was: description, ...change }],
    );
    if (fresh.length === 0) {
      withdraw('mcp_tools', server.name, 'allow_always');
      return;
    }
    const about = fresh.map(({ name, hash }) => `${name} ${hash}`).join('\n');
    const words = {
      title: `The server "${server.name}" has changed its tools`,
      detail: fresh
        .map(({ kind, name, was, description }) =>
          kind === 'new'
            ? `New: ${name}\n${description}`
            : `${name}\nWas: ${was}\nNow: ${description}`,
        )
        .join('\n\n')
        .slice(0, 10_000),
      risk: 'What a server says about its tools becomes part of what models read. Until you accept it, each call asks.',
      data: {
        tools: fresh
          .slice(0, 50)
          .map(({ kind, name, was, description }) => ({ kind, name, was, description })),
      },
    };
    ask('mcp_tools', server.name, about, words, (decision) => {
      if (decision !== 'deny') acceptTools(server, fresh);
    });
  }

  function withdraw(rule: AskRule, name: string, decision: Decision): void {
    const open = asks.get(`${rule} ${name}`);
    asks.delete(`${rule} ${name}`);
    open?.ask.withdraw(decision);
  }

  return { toStart, aboutTools, withdraw };
}

/** False: they are not what was shown any more. */
export function acceptTools(
  server: Server,
  tools: readonly { readonly name: string; readonly hash: string }[],
): boolean {
  let record = server.record();
  let all = true;
  for (const { name, hash } of tools) {
    const next = withAccepted(record, name, hash);
    if (next === undefined) all = false;
    else record = next;
  }
  server.setRecord(record);
  return all;
}

/** Undefined: it is no program. */
function startRisk(confined: boolean | undefined): string {
  switch (confined) {
    case true:
      return 'It is a program. It can reach the network and your files, but not your keys and nothing of Connectome’s own.';
    case false:
      return 'It is a program that runs with all your rights, outside of the sandbox: it can read your keys, too.';
    default:
      return 'What its tools are called with is sent there.';
  }
}

/** What a request's end means for its provider: circuit, misconfiguration, and the news of it. */
import { type Sentence, sentenceOf, verbatim } from '../shared/say.ts';
import type { Circuit } from './circuit.ts';
import type { Problem } from './failures.ts';
import type { Registry } from './registry.ts';

export interface Health {
  succeeded(provider: string): void;
  /** Returns how long the provider rests now, where it does. */
  failed(provider: string, problem: Problem): number | undefined;
  /** Nothing answers at its address any more. True when it had answered before: then that is news. */
  gone(provider: string, message: Sentence): boolean;
  /** Settings or key changed: everything held against it is forgotten. */
  forgiven(provider: string): void;
}

export interface HealthDeps {
  readonly circuit: Circuit;
  readonly registry: Registry;
  readonly probeAgain: (provider: string) => void;
  readonly onHealth: (provider: string, state: string, message: Sentence) => void;
}

export function createHealth(deps: HealthDeps): Health {
  const reported = new Map<string, string>();
  const worked = new Set<string>();

  /** News only: a provider that keeps its state is not reported again. */
  function report(provider: string, state: string, message: Sentence): void {
    const said = `${state} ${message.text}`;
    if ((reported.get(provider) ?? 'ready ') === said) return;
    reported.set(provider, said);
    deps.onHealth(provider, state, message);
  }

  function ready(provider: string): void {
    deps.registry.clear(provider);
    deps.circuit.succeed(provider);
    report(provider, 'ready', verbatim(''));
  }

  return {
    succeeded(provider) {
      worked.add(provider);
      ready(provider);
    },
    gone(provider, message) {
      if (!worked.has(provider)) return false;
      report(provider, 'offline', message);
      return true;
    },
    failed(provider, problem) {
      const message = sentenceOf(problem, 'message');
      if (problem.action === 'misconfigured') {
        deps.registry.misconfigured(provider, message);
        report(provider, 'misconfigured', message);
        return undefined;
      }
      if (problem.code === 'refused' || problem.code === 'timeout') deps.probeAgain(provider);
      if (!problem.counts) return undefined;
      const ms = deps.circuit.fail(provider, message, problem.retryAfterMs);
      report(provider, 'cooling', message);
      return ms;
    },
    forgiven(provider) {
      deps.registry.forget(provider);
      ready(provider);
    },
  };
}

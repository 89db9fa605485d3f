/** Looks at a plugin before any of its code runs: may it, with what, and which tools does it have? */
import { join } from 'node:path';
import { readRegularFile } from '../../shared/regular-file.ts';
import { messageOf } from '../../shared/result.ts';
import { joined, say, spoken, verbatim } from '../../shared/say.ts';
import { isoLocal } from '../../shared/time.ts';
import { parseSkill } from '../skill-file.ts';
import { agree } from './agreement.ts';
import type { Held, PluginsDeps, State } from './held.ts';
import { asItems, grantedFolders, isCovered, permissionWords } from './permissions.ts';
import type { Runner } from './running.ts';
import { pluginSource } from './source.ts';

export interface Looking {
  look(one: Held): Promise<void>;
  /** Keeps the owner's word on what it is now. */
  remember(one: Held, allowed: boolean): Promise<void>;
}

export function createLooking(
  deps: PluginsDeps,
  runner: Runner,
  on: {
    state(one: Held, state: State): void;
    track(job: Promise<unknown>): void;
  },
): Looking {
  const { memory, logger } = deps;
  const { state: set, track } = on;

  /** From its files to its tools; each step may end in a state that says what is missing. */
  async function look(one: Held): Promise<void> {
    const granted = await grantedFolders(one.skill.permissions, deps.places);
    if (!granted.ok) return set(one, { kind: 'broken', reason: granted.error });
    one.granted = granted.value;
    one.shipped = await isShipped(one);
    if (!one.source.installed) return set(one, { kind: 'dependencies' });
    const allowed = await mayStart(one);
    if (one.gone.signal.aborted) return;
    if (allowed === 'asks') {
      set(one, { kind: 'asks' });
      // Not waited for here: an owner may take days.
      one.asking = ask(one).catch((thrown: unknown) => {
        if (one.gone.signal.aborted) return;
        logger.error('asking about a plugin failed', { reason: messageOf(thrown) });
      });
      return;
    }
    if (allowed === 'denied') return set(one, { kind: 'denied' });
    await offer(one);
  }

  async function mayStart(one: Held): Promise<'yes' | 'asks' | 'denied'> {
    const { decision } = await memory.of(one.folder);
    const said = decision?.hash === one.source.hash ? decision.allowed : undefined;
    if (one.shipped) return said === false ? 'denied' : 'yes';
    if (decision === undefined || !isCovered(one.skill.permissions, decision.permissions)) {
      return 'asks';
    }
    const same = decision.hash === one.source.hash;
    if (!decision.allowed) return same ? 'denied' : 'asks';
    // Where nothing confines it, what was allowed is this very code.
    return (await runner.confines(one)) || (same && !decision.confined) ? 'yes' : 'asks';
  }

  async function isShipped({ folder, skill, source }: Held): Promise<boolean> {
    if (deps.shipped === undefined) return false;
    try {
      const original = await pluginSource(join(deps.shipped, folder));
      if (original?.hash !== source.hash) return false;
      const text = await readRegularFile(join(deps.shipped, folder, 'SKILL.md'));
      const parsed = parseSkill(text.toString('utf8'));
      return parsed.ok && isCovered(skill.permissions, parsed.value.permissions);
    } catch {
      // There is no such skill among them.
      return false;
    }
  }

  async function ask(one: Held): Promise<void> {
    const own = Promise.withResolvers<boolean>();
    one.decided = own;
    const confined = await runner.confines(one);
    const words = permissionWords(one.skill.permissions);
    const { signal } = one.gone;
    const withdrawn = new AbortController();
    const wants =
      words.length === 0
        ? say('plugin.onlyComputes')
        : joined([say('plugin.wants'), ...asItems(words)], '\n');
    const question = {
      ...spoken({
        title: say('plugin.asksToStart', { name: one.skill.name }),
        detail: joined([verbatim(one.skill.description), wants], '\n\n'),
        risk: say(confined ? 'plugin.inSandbox' : 'plugin.noSandbox'),
      }),
      folder: one.source.folder,
    };
    const asked = deps.ask(question, AbortSignal.any([signal, withdrawn.signal]));
    const said = await Promise.race([asked, own.promise]);
    withdrawn.abort();
    // Withdrawn: that it rejects now is no news.
    void asked.catch(() => {});
    if (signal.aborted) return;
    const allowed = typeof said === 'boolean' ? said : said !== 'deny';
    if (said !== 'allow_once' && said !== 'allow_session') await remember(one, allowed);
    if (allowed) track(offer(one));
    else set(one, { kind: 'denied' });
  }

  async function remember(one: Held, allowed: boolean): Promise<void> {
    await memory.keep(one.folder, {
      decision: {
        allowed,
        permissions: {
          read: [...one.skill.permissions.read],
          write: [...one.skill.permissions.write],
          hosts: [...one.skill.permissions.hosts],
          commands: [...one.skill.permissions.commands],
        },
        hash: one.source.hash,
        confined: await runner.confines(one),
        at: isoLocal(deps.clock.now()),
      },
    });
  }

  /** Its tools as they were when this very code was last looked at, or by starting it. */
  async function offer(one: Held): Promise<void> {
    const said = one.skill.tools.flatMap(({ parameters, ...tool }) =>
      parameters === undefined ? [] : [{ ...tool, parameters }],
    );
    if (one.shipped && said.length > 0 && said.length === one.skill.tools.length) {
      // The program's own is what its SKILL.md says; its process starts when it is called.
      return set(one, { kind: 'ready', ...agree(one.skill.tools, said) });
    }
    const { manifest } = await memory.of(one.folder);
    if (manifest?.hash === one.source.hash) {
      return set(one, { kind: 'ready', ...agree(one.skill.tools, manifest.tools) });
    }
    const started = await runner.running(one, one.source.folder);
    if (!started.ok) return set(one, { kind: 'broken', reason: started.error });
    const exported = [...started.value.tools];
    await memory.keep(one.folder, { manifest: { hash: one.source.hash, tools: exported } });
    set(one, { kind: 'ready', ...agree(one.skill.tools, exported) });
    runner.rest(one);
  }

  return { look, remember };
}

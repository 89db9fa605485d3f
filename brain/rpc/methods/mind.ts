import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import type { Parts } from '../parts.ts';

type MindMethods = Pick<
  Methods,
  | 'task.list'
  | 'task.get'
  | 'memory.search'
  | 'workspace.list'
  | 'workspace.read'
  | 'workspace.write'
  | 'workspace.offers'
  | 'workspace.accept'
  | 'capability.list'
  | 'capability.reload'
  | 'capability.setEnabled'
>;

/** What the mind did, knows and can do. */
export function mindMethods(parts: Parts): MindMethods {
  const { motor, cortex, workspace, defaultMind, cerebellum, settings } = parts;
  return {
    async 'task.list'({ limit = 100 }) {
      return { tasks: [...(await motor.list(limit))] };
    },
    async 'task.get'({ taskId }) {
      return (await motor.get(taskId)) ?? fail('not_found', `There is no task "${taskId}".`);
    },
    'memory.search'({ query, sources, after, before, limit = 20 }) {
      const hits = cortex.search({
        query,
        limit,
        ...(sources === undefined ? {} : { sources }),
        ...(after === undefined ? {} : { after }),
        ...(before === undefined ? {} : { before }),
      });
      return {
        hits: hits.map(({ path, heading, source, score, snippet, at }) => ({
          path,
          heading,
          source,
          score,
          snippet,
          ...(at === undefined ? {} : { at }),
        })),
      };
    },
    async 'workspace.list'() {
      return { files: [...(await workspace.list())] };
    },
    async 'workspace.read'({ path }) {
      const read = await workspace.read(path);
      return read.ok ? read.value : fail(read.error.code, read.error.message);
    },
    async 'workspace.write'(file) {
      const written = await workspace.write(file);
      return written.ok ? written.value : fail(written.error.code, written.error.message);
    },
    async 'workspace.offers'() {
      return { offers: [...(await defaultMind.offers())] };
    },
    async 'workspace.accept'({ path, hash, accept }) {
      const decided = await defaultMind.decide(path, hash, accept);
      return decided.ok
        ? { ok: true }
        : fail(decided.error, 'This is not (or no longer) what is on offer for that file.');
    },
    'capability.list': () => ({ capabilities: [...cerebellum.list()] }),
    async 'capability.reload'() {
      return { capabilities: [...(await cerebellum.reload())] };
    },
    async 'capability.setEnabled'({ name, enabled }) {
      if (!cerebellum.list().some((one) => one.name === name)) {
        fail('not_found', `There is no capability "${name}".`);
      }
      const others = settings.get().disabledCapabilities.filter((one) => one !== name);
      const updated = await settings.update({
        disabledCapabilities: enabled ? others : [...others, name],
      });
      if (!updated.ok) fail('unavailable', updated.error);
      const list = await cerebellum.reload();
      const capability = list.find((one) => one.name === name);
      return { capability: capability ?? fail('not_found', `There is no capability "${name}".`) };
    },
  };
}

import type { FactRecord, TaskSummary } from '../../../protocol/index.ts';
import { parseSkill } from '../../cerebellum/skill-file.ts';
import type { Fact } from '../../regions.ts';
import { parseFrontMatter } from '../../shared/frontmatter.ts';
import { say, spoken } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import type { Parts } from '../parts.ts';

type MindMethods = Pick<
  Methods,
  | 'task.list'
  | 'task.get'
  | 'memory.search'
  | 'knowledge.list'
  | 'knowledge.correct'
  | 'knowledge.forget'
  | 'workspace.list'
  | 'workspace.read'
  | 'workspace.write'
  | 'workspace.history'
  | 'workspace.version'
  | 'workspace.restore'
  | 'workspace.check'
  | 'workspace.offers'
  | 'workspace.accept'
  | 'capability.list'
  | 'capability.reload'
  | 'capability.setEnabled'
>;

/** What the mind did, knows and can do. */
export function mindMethods(parts: Parts): MindMethods {
  const { motor, cortex, workspace, defaultMind, cerebellum, settings } = parts;
  const { knowledge, forgetting, sessions } = parts;

  function factRecord({ before, ...rest }: Fact): FactRecord {
    const title =
      rest.sessionId === undefined ? undefined : sessions.summary(rest.sessionId)?.title;
    return {
      ...rest,
      before: [...before],
      ...(title === undefined ? {} : { sessionTitle: title }),
    };
  }

  function taskRecord(task: TaskSummary): TaskSummary {
    const title =
      task.sessionId === undefined ? undefined : sessions.summary(task.sessionId)?.title;
    return { ...task, ...(title === undefined ? {} : { sessionTitle: title }) };
  }

  return {
    async 'task.list'({ limit = 100 }) {
      return { tasks: (await motor.list(limit)).map(taskRecord) };
    },
    async 'task.get'({ taskId }) {
      const found = await motor.get(taskId);
      if (found === undefined) return fail('not_found', say('none.task', { id: taskId }));
      return { ...found, task: taskRecord(found.task) };
    },
    async 'memory.search'({ query, sources, after, before, limit = 20 }) {
      const hits = await cortex.recall({
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
    async 'knowledge.list'() {
      return { facts: (await knowledge.list()).map(factRecord) };
    },
    async 'knowledge.correct'({ old, new: replacement }) {
      const changed = await knowledge.correct({ old, replacement });
      return changed.ok ? changed.value : fail('unavailable', changed.error);
    },
    async 'knowledge.forget'({ fact, everywhere = false, dryRun = false }) {
      const plan = await forgetting.plan({ fact, everywhere });
      if (!plan.ok) return fail('unavailable', plan.error);
      const { files, sessions: ids, facts } = plan.value;
      const found = { facts: facts.map(factRecord), files: [...files], sessions: [...ids] };
      if (dryRun) return { ...found, changed: 0, later: 0 };
      const gone = await forgetting.forget({ fact, everywhere });
      if (!gone.ok) return fail('unavailable', gone.error);
      return { ...found, changed: gone.value.changed, later: gone.value.later };
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
    async 'workspace.history'({ path }) {
      const kept = await workspace.versions(path);
      if (!kept.ok) return fail(kept.error.code, kept.error.message);
      return { versions: [...kept.value] };
    },
    async 'workspace.version'({ path, versionId }) {
      const found = await workspace.version(path, versionId);
      return found.ok ? { content: found.value } : fail(found.error.code, found.error.message);
    },
    async 'workspace.restore'(file) {
      const written = await workspace.restore(file);
      return written.ok ? written.value : fail(written.error.code, written.error.message);
    },
    'workspace.check'({ path, content }) {
      const read = /^cerebellum\/[^/]+\/SKILL\.md$/.test(path)
        ? parseSkill(content)
        : parseFrontMatter(content);
      if (read.ok) return { problems: [] };
      const { line, reason } = read.error;
      const place = line === undefined ? {} : { line };
      return { problems: [{ ...place, ...spoken({ message: reason }) }] };
    },
    async 'workspace.offers'() {
      return { offers: [...(await defaultMind.offers())] };
    },
    async 'workspace.accept'({ path, hash, accept }) {
      const decided = await defaultMind.decide(path, hash, accept);
      return decided.ok ? { ok: true } : fail(decided.error, say('none.offer'));
    },
    'capability.list': () => ({ capabilities: [...cerebellum.list()] }),
    async 'capability.reload'() {
      return { capabilities: [...(await cerebellum.reload())] };
    },
    async 'capability.setEnabled'({ name, enabled }) {
      if (!cerebellum.list().some((one) => one.name === name)) {
        fail('not_found', say('none.capability', { name }));
      }
      const updated = await settings.update(({ disabledCapabilities }) => {
        const others = disabledCapabilities.filter((one) => one !== name);
        return { disabledCapabilities: enabled ? others : [...others, name] };
      });
      if (!updated.ok) fail('unavailable', updated.error);
      const list = await cerebellum.reload();
      const capability = list.find((one) => one.name === name);
      return { capability: capability ?? fail('not_found', say('none.capability', { name })) };
    },
  };
}

/** `/skill`: the owner activates a skill for the conversation, or ends it. No model has a say in it. */
import { clip } from '../shared/text.ts';
import { addressee, type Regions, type SkillOrder, type Turn } from './turn.ts';

const MAX_LISTED = 40;

/** Obeys what the message says of skills; gives the answer where nothing is left for a model. */
export async function obeySkillCommand(regions: Regions, turn: Turn): Promise<string | undefined> {
  const { skill, text } = addressee(turn.request);
  if (skill === undefined) return undefined;
  const held = regions.hippocampus.sessions.loaded(turn.sessionId)?.meta.skills ?? [];
  const done = changed(regions, held, skill);
  if (done.skills !== undefined) {
    // A window may have changed them meanwhile.
    const again = (active: readonly string[]) => changed(regions, active, skill).skills ?? active;
    await regions.changeActiveSkills(turn.sessionId, again);
  }
  // An unknown skill is said at once: what was meant to be done under it must not be done without.
  return text !== '' && done.skills !== undefined ? undefined : done.answer;
}

interface Changed {
  /** Absent: nothing was changed. */
  readonly skills?: readonly string[];
  readonly answer: string;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function changed(regions: Regions, held: readonly string[], order: SkillOrder): Changed {
  switch (order.kind) {
    case 'list':
      return { answer: `${activeWords(held)}\n\n${knownWords(regions)}` };
    case 'end': {
      const { name } = order;
      const left = name === undefined ? [] : held.filter((one) => !same(one, name));
      if (left.length === held.length) {
        const missing = name === undefined ? '' : `The skill "${clip(name, 80)}" is not active. `;
        return { answer: `${missing}${activeWords(held)}` };
      }
      return { skills: left, answer: `Ended. ${activeWords(left)}` };
    }
    case 'activate': {
      const found = regions.cerebellum.skills().find(({ name }) => same(name, order.name));
      if (found === undefined) {
        return { answer: `There is no skill "${clip(order.name, 80)}". ${knownWords(regions)}` };
      }
      const skills = held.some((one) => same(one, found.name)) ? held : [...held, found.name];
      const only =
        found.allowedTools.length === 0
          ? ''
          : ` Until then only these may be called: ${found.allowedTools.join(', ')}.`;
      return {
        skills,
        answer: `The skill "${found.name}" is active in this conversation until \`/skill off\`.${only}`,
      };
    }
  }
}

function activeWords(names: readonly string[]): string {
  return names.length === 0
    ? 'No skill is active in this conversation.'
    : `Active in this conversation: ${names.join(', ')}. \`/skill off\` ends all of them.`;
}

function knownWords({ cerebellum }: Regions): string {
  const names = cerebellum.skills().map(({ name }) => name);
  const shown = names.slice(0, MAX_LISTED).join(', ');
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.length === 0 ? 'There are no skills.' : `There are: ${shown}${more}.`;
}

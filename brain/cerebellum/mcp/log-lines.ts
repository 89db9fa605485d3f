/** The last lines that a server said beside its messages; in memory only. */
import { cleaned } from './describe.ts';

const MAX_LINES = 300;
const MAX_LINE = 500;
/** A server that floods is not listened to line by line. */
const MAX_PIECE = 20_000;

/** What npm and Node say after they have said what is wrong. */
const afterwords =
  /complete log of this run|^npm err\S*(?: \d+)?$|Note that you can also install|tarball, folder, http|^Node\.js v\d|^\s*at .+:\d+|^[{}\]]|^\s*(?:code|requireStack|errno|syscall):/;

/** Node and npm, uv, Python, curl and Git. */
const untrustedCertificate =
  /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|CERTIFICATE_VERIFY_FAILED|self[- ]signed certificate|unable to get (?:local )?issuer certificate|invalid peer certificate/i;

export interface LogLines {
  /** What the server said. */
  add(text: string): void;
  /** What we say about it. */
  note(text: string): void;
  all(): readonly string[];
  /** It begins anew: its last words are those from here on. */
  begin(): void;
  /** The last one that tells something; undefined where it has said nothing since. */
  last(): string | undefined;
  /** Since it began it has complained of a certificate that it does not trust. */
  sawUntrusted(): boolean;
}

export function createLogLines(redact: (text: string) => string): LogLines {
  let lines: string[] = [];
  let last: string | undefined;
  let untrusted = false;

  function note(text: string): readonly string[] {
    const said = redact(text.slice(-MAX_PIECE))
      .split('\n')
      .map((line) => cleaned(line, MAX_LINE))
      .filter((line) => line !== '');
    lines = [...lines, ...said].slice(-MAX_LINES);
    return said;
  }

  return {
    add(text) {
      const said = note(text);
      last = said.findLast((line) => !afterwords.test(line)) ?? last;
      untrusted ||= said.some((line) => untrustedCertificate.test(line));
    },
    note,
    all: () => lines,
    begin() {
      last = undefined;
      untrusted = false;
    },
    last: () => last,
    sawUntrusted: () => untrusted,
  };
}

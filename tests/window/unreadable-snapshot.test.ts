import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../src-renderer/inspector/read-snapshot.ts';

const snapshot = `---
version: 1
tokens: 812
budget:
  identity: { cap: 3600, used: 812, share: 0.15, decidedBy: share }
  memory: { cap: 7200, used: 0 }
---

## Message

\`\`\`text
What now?
## Included
\`\`\`

## Included

| path | category | score | tokens | how |
|---|---|---|---|---|
| identity/soul.md › Who \\| what | identity | 1.00 | 812 | whole |
| cerebellum/git/SKILL.md | skills | 0.41 | 90 | trimmed |

## Dropped

| path | category | score | tokens | reason |
|---|---|---|---|---|
| hippocampus/knowledge/people.md › Nadia | memory | 0.18 | 90 | not relevant |

## System prompt

sha256 abc

\`\`\`\`xml
\`\`\`
## Messages
\`\`\`
\`\`\`\`
`;

describe('a snapshot', () => {
  const view = readSnapshot(snapshot);

  it('shows budget, included and dropped as the file says', () => {
    expect(view.budget).toEqual({
      identity: { cap: 3600, used: 812 },
      memory: { cap: 7200, used: 0 },
    });
    expect(view.included).toEqual([
      {
        path: 'identity/soul.md',
        heading: 'Who | what',
        category: 'identity',
        score: 1,
        tokens: 812,
      },
      {
        path: 'cerebellum/git/SKILL.md',
        category: 'skills',
        score: 0.41,
        tokens: 90,
        reason: 'trimmed',
      },
    ]);
    expect(view.dropped.map((one) => one.reason)).toEqual(['not relevant']);
  });

  it('takes nothing that was sent for a section of its own', () => {
    expect(view.sections.map((section) => section.title)).toEqual(['Message', 'System prompt']);
  });

  it('of an unknown shape is still readable, only without bars', () => {
    expect(readSnapshot('hello')).toEqual({
      budget: {},
      included: [],
      dropped: [],
      sections: [],
    });
  });
});

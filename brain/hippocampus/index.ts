/**
 * Hippocampus: what happened and what was learned.
 *
 * Takes events and messages of sessions, ends of turns, facts; gives transcripts (the truth about a
 * session), episode files per day, knowledge files per topic, attachments by hash. Always holds: an
 * event is stored before anyone hears of it, and what is in a file is enough to go on after a crash.
 */
export { type Attachments, createAttachments } from './attachments.ts';
export { createConsolidation } from './consolidation.ts';
export { createEpisodeJournal } from './episodes.ts';
export { forgetPreview } from './forget-preview.ts';
export { createForgetting } from './forgetting.ts';
export { createKnowledge } from './knowledge.ts';
export { createProposals, type ProposalsDeps } from './proposals.ts';
export { createRecollection } from './recollection.ts';
export type { Ending, TurnRequest } from './records.ts';
export { createSessions, type Sessions } from './sessions.ts';

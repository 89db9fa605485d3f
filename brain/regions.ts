/**
 * What each region offers to the pipeline: the whole anatomy, types only.
 *
 * Regions never import each other. `brain.ts` builds them and hands each one what it needs of the
 * others as plain functions or as these interfaces.
 */
export type * from './anatomy/base.ts';
export type * from './anatomy/capabilities.ts';
export type * from './anatomy/context.ts';
export type * from './anatomy/memory.ts';
export type * from './anatomy/model.ts';
export type * from './anatomy/safety.ts';
export type * from './anatomy/servers.ts';
export type * from './anatomy/tasks.ts';
export type * from './anatomy/tools.ts';

/** The one contract between the mind and its windows. */
export * from './capabilities.ts';
export * from './config.ts';
export * from './conversations.ts';
export * from './event-parts.ts';
export * from './events.ts';
export * from './json.ts';
export * from './jsonrpc.ts';
export * from './methods.ts';
export * from './mind.ts';
export * from './program.ts';
export * from './sentences/said.ts';
export * from './servers.ts';

/** Grows when a change would confuse an older client. */
export const PROTOCOL_VERSION = 1;

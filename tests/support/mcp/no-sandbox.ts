/** As on a machine that has no sandbox. */
import type { ServersDeps } from '../../../brain/cerebellum/mcp/index.ts';
import { err } from '../../../brain/shared/result.ts';

const none = { available: false, message: 'There is none here.' };

export const noSandbox: ServersDeps['sandbox'] = {
  state: async () => none,
  known: () => none,
  confineServer: async () => err(none.message),
};

import type { McpServerInfo } from '../../../protocol/index.ts';
import type { Result } from '../../shared/result.ts';
import { type Sentence, say } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import type { Parts } from '../parts.ts';

type ServerMethods = Pick<
  Methods,
  | 'mcp.list'
  | 'mcp.read'
  | 'mcp.add'
  | 'mcp.remove'
  | 'mcp.allow'
  | 'mcp.test'
  | 'mcp.signIn'
  | 'mcp.setEnabled'
  | 'mcp.setSampling'
  | 'mcp.setTool'
  | 'mcp.accept'
  | 'mcp.logs'
  | 'mcp.prompts'
  | 'mcp.prompt'
  | 'mcp.resources'
  | 'mcp.resource'
>;

export function serverMethods({ cerebellum }: Pick<Parts, 'cerebellum'>): ServerMethods {
  const { servers } = cerebellum;

  function known(name: string): McpServerInfo {
    const found = servers.list().find((server) => server.name === name);
    return found ?? fail('not_found', say('none.server', { name }));
  }
  const told = (result: Result<McpServerInfo, Sentence>) =>
    result.ok ? { server: result.value } : fail('denied', result.error);

  return {
    'mcp.list': () => ({ servers: [...servers.list()] }),
    async 'mcp.read'({ text }) {
      const read = await servers.read(text);
      return read.ok ? { servers: [...read.value] } : fail('denied', read.error);
    },
    async 'mcp.add'({ text, names, secrets, start, allowFile = false }) {
      const added = await servers.add({
        text,
        start,
        allowFile,
        ...(names === undefined ? {} : { names }),
        ...(secrets === undefined ? {} : { secrets }),
      });
      if (!added.ok) return fail(added.error.kind, added.error.message);
      const list = servers.list().filter(({ name }) => added.value.includes(name));
      return { added: [...added.value], servers: list };
    },
    async 'mcp.remove'({ name }) {
      known(name);
      const removed = await servers.remove(name);
      return removed.ok ? { removed: true } : fail('denied', removed.error);
    },
    'mcp.allow'({ name, launch }) {
      known(name);
      return told(servers.allow(name, launch));
    },
    async 'mcp.test'({ name }) {
      known(name);
      return { server: (await servers.test(name)) ?? known(name) };
    },
    async 'mcp.signIn'({ name }) {
      known(name);
      const begun = await servers.signIn(name);
      return begun.ok ? { url: begun.value } : fail('unavailable', begun.error);
    },
    async 'mcp.setEnabled'({ name, enabled }) {
      known(name);
      return told(await servers.change(name, { disabled: !enabled }));
    },
    async 'mcp.setSampling'({ name, allowed }) {
      known(name);
      return told(await servers.change(name, { sampling: allowed }));
    },
    async 'mcp.setTool'({ name, tool, enabled }) {
      known(name);
      return told(
        await servers.change(name, ({ disabledTools = [] }) => {
          const others = disabledTools.filter((one) => one !== tool);
          return { disabledTools: enabled ? others : [...others, tool] };
        }),
      );
    },
    'mcp.accept'({ name, tools }) {
      known(name);
      return told(servers.accept(name, tools));
    },
    'mcp.prompts': () => ({ prompts: [...servers.prompts()] }),
    async 'mcp.prompt'({ server, name, arguments: args = {} }) {
      known(server);
      const read = await servers.prompt(server, name, args);
      return read.ok ? { text: read.value } : fail('unavailable', read.error);
    },
    'mcp.resources': ({ name }) => {
      known(name);
      return { resources: [...(servers.resources(name) ?? [])] };
    },
    async 'mcp.resource'({ name, uri }) {
      known(name);
      const read = await servers.resource(name, uri);
      return read.ok ? { text: read.value } : fail('unavailable', read.error);
    },
    'mcp.logs': ({ name }) => ({
      lines: [...(servers.logs(name) ?? fail('not_found', say('none.server', { name })))],
    }),
  };
}

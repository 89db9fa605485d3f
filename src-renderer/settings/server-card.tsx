/** One MCP server: how it is, what it runs, its tools, what it said. */
import { useEffect, useState } from 'react';
import type {
  McpServerInfo,
  McpTool,
  MethodName,
  ParamsOf,
  ResultOf,
} from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import quoted from '../design/quoted.module.css';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { ServerPrompts } from './server-prompts.tsx';
import own from './servers.module.css';
import css from './settings.module.css';

interface ServerCardProps {
  readonly server: McpServerInfo;
  readonly onChanged: () => void;
}

export function ServerCard({ server, onChanged }: ServerCardProps) {
  const { t, told } = useI18n();
  const message = told(server, 'message');
  const { name, kind, state, shown, tools, problems, confined } = server;
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [signInAt, setSignInAt] = useState('');
  const isOff = state === 'off';
  const isBad = hasNext(state);
  const changes = tools.flatMap((tool) =>
    tool.change === undefined ? [] : [{ name: tool.name, hash: tool.change.hash }],
  );

  const toolsOff = tools.filter(({ enabled }) => !enabled).length;

  async function change<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
  ): Promise<ResultOf<M> | undefined> {
    setBusy(true);
    const result = await tried(() => call(method, params));
    setBusy(false);
    onChanged();
    return result;
  }

  async function test(): Promise<void> {
    const tested = await change('mcp.test', { name });
    // What is wrong with it stands on its card.
    if (tested?.server.state === 'ready') notify(t('servers.tested', { name }), 'good');
  }

  async function signIn(): Promise<void> {
    await tried(async () => setSignInAt((await call('mcp.signIn', { name })).url));
  }

  return (
    <li className={css.card} aria-label={name}>
      <div className={css.cardHead}>
        <b>{name}</b>
        {kind && <span className={css.kind}>{t(`servers.kind.${kind}`)}</span>}
        <span className={cx(css.state, state === 'ready' && css.ready, isBad && css.bad)}>
          {t(`servers.state.${state}`)}
        </span>
        <label className={cx(css.switch, own.switch)}>
          <input
            type="checkbox"
            role="switch"
            checked={!isOff}
            aria-checked={!isOff}
            onChange={() => void change('mcp.setEnabled', { name, enabled: isOff })}
            aria-label={t('servers.enabled', { name })}
          />
        </label>
      </div>
      <pre className={cx(quoted.quoted, own.program)} {...scrollable}>
        {shown}
      </pre>
      {confined === false && <p className={cx(css.help, css.wrong)}>{t('servers.unconfined')}</p>}
      {message !== '' && (state === 'waiting' || state === 'failed') && (
        <p className={cx(css.help, css.wrong)}>{message}</p>
      )}
      {hasNext(state) && <p className={css.help}>{t(`servers.next.${state}`)}</p>}
      {state === 'sign_in' && signInAt !== '' && (
        <p className={css.help}>{t('servers.signInAt', { url: signInAt })}</p>
      )}
      {problems.map((problem, at) => (
        <p key={problem} className={cx(css.help, css.wrong)}>
          {told(
            { problem, said: { problem: server.problemsSaid?.[at] ?? [{ text: problem }] } },
            'problem',
          )}
        </p>
      ))}
      {tools.length > 0 && (
        <details className={own.more} open={changes.length > 0}>
          <summary>
            {t(toolsOff > 0 ? 'servers.toolsSomeOff' : 'servers.tools', {
              count: tools.length,
              off: toolsOff,
            })}
          </summary>
          <ul className={own.tools}>
            {tools.map((tool) => (
              <ToolLine
                key={tool.name}
                tool={tool}
                onToggle={() =>
                  void change('mcp.setTool', { name, tool: tool.name, enabled: !tool.enabled })
                }
              />
            ))}
          </ul>
        </details>
      )}
      {server.prompts > 0 && <ServerPrompts name={name} count={server.prompts} />}
      {!isOff && (
        <label className={own.option}>
          <input
            type="checkbox"
            checked={server.sampling}
            disabled={busy}
            onChange={() => void change('mcp.setSampling', { name, allowed: !server.sampling })}
          />
          {t('servers.sampling')}
        </label>
      )}
      <Logs server={server} />
      <div className={css.actions}>
        {state === 'asks' && (
          <Button
            look="primary"
            disabled={busy}
            onClick={() => void change('mcp.allow', { name, launch: server.launch })}
          >
            {t('servers.start')}
          </Button>
        )}
        {state === 'sign_in' && (
          <Button look="primary" onClick={() => void signIn()}>
            {t('servers.signIn')}
          </Button>
        )}
        {changes.length > 0 && (
          <Button
            look="primary"
            disabled={busy}
            onClick={() => void change('mcp.accept', { name, tools: changes })}
          >
            {t('servers.accept')}
          </Button>
        )}
        {!isOff && state !== 'asks' && (
          <Button disabled={busy} onClick={() => void test()}>
            {t(busy ? 'servers.testing' : 'servers.test')}
          </Button>
        )}
        {removing ? (
          <>
            <Button
              look="danger"
              disabled={busy}
              onClick={() => void change('mcp.remove', { name })}
            >
              {t('servers.removeSure')}
            </Button>
            <Button look="quiet" onClick={() => setRemoving(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <Button look="quiet" onClick={() => setRemoving(true)}>
            {t('servers.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** States in which its owner may want to do something. */
function hasNext(
  state: McpServerInfo['state'],
): state is 'asks' | 'waiting' | 'failed' | 'sign_in' {
  return ['asks', 'waiting', 'failed', 'sign_in'].includes(state);
}

function ToolLine({ tool, onToggle }: { readonly tool: McpTool; readonly onToggle: () => void }) {
  const { t } = useI18n();
  const { name, rule, description, enabled, change } = tool;
  return (
    <li>
      <code title={rule}>{name}</code>
      <label className={css.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={enabled}
          aria-checked={enabled}
          onChange={onToggle}
          aria-label={t('servers.toolEnabled', { name })}
        />
      </label>
      <p className={css.help}>{description}</p>
      {change && (
        <p className={cx(css.help, css.wrong)}>
          {t(change.kind === 'new' ? 'servers.new' : 'servers.changed', {
            text: change.description,
          })}
        </p>
      )}
    </li>
  );
}

function Logs({ server }: { readonly server: McpServerInfo }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const { value, reload } = useAnswer('mcp.logs', open ? { name: server.name } : undefined);
  // Whenever there is news of it, it may have said something, too.
  useEffect(() => {
    if (server.name !== '') reload();
  }, [server, reload]);
  return (
    <details className={own.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('servers.logs')}</summary>
      {value && (
        <pre className={cx(quoted.quoted, own.program)} {...scrollable}>
          {value.lines.length === 0 ? t('servers.logsNone') : value.lines.join('\n')}
        </pre>
      )}
    </details>
  );
}

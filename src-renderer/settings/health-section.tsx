/** How it is: versions, index, sandbox, where secrets are, and what is wrong in the settings. */
import type { ReactNode } from 'react';
import { cx } from '../design/cx.ts';
import { Failure } from '../design/room.tsx';
import { shownFolder } from '../design/shown-folder.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import css from './health-section.module.css';
import settings from './settings.module.css';

export function HealthSection() {
  const { t, tn, told, duration, list } = useI18n();
  const userHome = useSettings((state) => state.userHome);
  const { value: health, failure } = useAnswer('health.get', {});
  return (
    <>
      <header className={settings.intro}>
        <h2>{t('settings.health')}</h2>
      </header>
      {failure && <Failure>{failure}</Failure>}
      {health && (
        <>
          <section className={css.problems} aria-label={t('health.problems')}>
            {health.config.length === 0 ? (
              <p className={settings.help}>{t('health.noProblems')}</p>
            ) : (
              <ul>
                {health.config.map((problem) => (
                  <li
                    key={`${problem.path} ${problem.message}`}
                    className={cx(css.problem, problem.severity === 'error' && settings.wrong)}
                  >
                    <code>
                      {problem.path}
                      {problem.line === undefined ? '' : `:${problem.line}`}
                    </code>
                    {told(problem, 'message')}
                  </li>
                ))}
              </ul>
            )}
          </section>
          <dl className={css.facts}>
            <Fact name={t('health.version')}>
              Connectome {health.version}, Node {health.node}, {health.platform}
            </Fact>
            <Fact name={t('health.host')}>
              {list([
                health.host,
                t('health.pid', { pid: health.pid }),
                t('health.uptime', { time: duration(health.uptimeMs) }),
              ])}
            </Fact>
            <Fact name={t('health.home')}>
              <code>{shownFolder(health.home, userHome)}</code>
            </Fact>
            <Fact name={t('health.index')}>
              {t('health.indexState', {
                state: t(`health.index.${health.index.state}`),
                documents: tn('health.documents', health.index.documents),
              })}
            </Fact>
            <Fact name={t('health.network')}>
              {t(health.online ? 'health.online' : 'health.offline')}
            </Fact>
            <Fact name={t('health.sandbox')}>
              {t(health.sandbox.available ? 'health.sandbox.available' : 'health.sandbox.missing')}
              <Exact>{told(health.sandbox, 'message')}</Exact>
            </Fact>
            <Fact name={t('health.secrets')}>
              {t(`health.secrets.${health.secrets.backend}`)}
              <Exact>{told(health.secrets, 'message')}</Exact>
            </Fact>
          </dl>
        </>
      )}
    </>
  );
}

/** The brain's own sentence, for whoever wants to know exactly. */
function Exact({ children }: { readonly children: string }) {
  return (
    <small className={css.exact} dir="auto">
      {children}
    </small>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './design/tokens.css';
import './design/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { currentI18n } from './i18n/index.ts';
import { startLive } from './store/live.ts';
import { followLooks } from './store/settings.ts';
import { wordRefusals } from './transport/brain.ts';

followLooks();
wordRefusals((refusal) => {
  const { t, told } = currentI18n();
  if (refusal === 'disconnected') return t('connection.lost');
  return told({ message: refusal.message, said: refusal.data?.said }, 'message');
});
// Before the first frame: a window that turns round would be seen.
const { language, direction } = currentI18n();
document.documentElement.lang = language;
document.documentElement.dir = direction;
startLive();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

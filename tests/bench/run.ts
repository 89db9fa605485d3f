/** `npm run bench`: prints figures with machine and sizes. Nothing here passes or fails. */
import { limitYoungSpace } from '../../src-main/young-space.ts';
import { benchAbilities } from './abilities.ts';
import { benchAsking } from './asking.ts';
import { benchContext, benchLargeIndex } from './context.ts';
import { machine } from './figures.ts';
import { benchGrep } from './grep.ts';
import { benchLoad } from './load.ts';
import { benchOverhead } from './overhead.ts';
import { benchServers } from './servers.ts';
import { benchStartUp } from './start-up.ts';
import { benchStream } from './stream.ts';

console.log(`Connectome bench\n${machine()}`);
// As every host does.
limitYoungSpace();
await benchOverhead();
await benchAsking();
await benchGrep();
await benchAbilities();
await benchStream();
await benchLoad();
await benchContext(100);
await benchContext(10_000);
await benchLargeIndex(33_400);
await benchServers();
await benchStartUp();

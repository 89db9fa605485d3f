/**
 * Builds the regions and wires them; the only file that knows them all.
 *
 * Takes a home and what the host lends; gives a dispatcher that any pipe can connect to.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../protocol/index.ts';
import { createAmygdala, createFolderTrust } from './amygdala/index.ts';
import { createBroca } from './broca/index.ts';
import { createCerebellum } from './cerebellum/index.ts';
import { createCorpus } from './corpus/index.ts';
import { createEpisodeJournal, forgetPreview } from './hippocampus/index.ts';
import { createDefaultMind, prepareHome } from './home/index.ts';
import { createMotor } from './motor/index.ts';
import { createPrefrontal } from './prefrontal/index.ts';
import { createRas } from './ras/index.ts';
import { createDispatcher, type Dispatcher } from './rpc/dispatcher.ts';
import { allMethods } from './rpc/methods/index.ts';
import { announceSession } from './rpc/parts.ts';
import type { Keyring } from './settings/index.ts';
import type { Host } from './shared/host.ts';
import { isPrivateSession, newId } from './shared/ids.ts';
import type { Logger } from './shared/log.ts';
import { isInside } from './shared/paths.ts';
import { createRedactor } from './shared/redact.ts';
import { ok, type Result } from './shared/result.ts';
import { spoken } from './shared/say.ts';
import { type Clock, systemClock } from './shared/time.ts';
import { createStorage, type FileOps } from './storage/index.ts';
import { createSpending, createThalamus } from './thalamus/index.ts';
import { createLanes } from './turn/lanes.ts';
import type { Regions } from './turn/turn.ts';
import {
  createAnthropicReader,
  createOllamaReader,
  createOpenAiReader,
  createOpenAiResponsesReader,
  createWernicke,
} from './wernicke/index.ts';
import { createAnnouncer } from './wiring/announcer.ts';
import { createAskBeside } from './wiring/ask-beside.ts';
import { keepTidy } from './wiring/keep-tidy.ts';
import { createMemory } from './wiring/memory.ts';
import { createParts } from './wiring/method-parts.ts';
import { openSettings } from './wiring/open-settings.ts';
import { takeUp } from './wiring/take-up.ts';
import { tellWindows } from './wiring/tell-windows.ts';

/** The rule that the question about a plugin names, so that windows can word it for themselves. */
const PLUGIN_START = 'plugin_start';
const SANDBOX_WARM_UP_MS = 3000;

export interface BrainOptions {
  /** Absolute path of the home. */
  readonly home: string;
  readonly host: Host;
  readonly version: string;
  readonly logger: Logger;
  /** Folder of the shipped default mind. */
  readonly defaults: string;
  readonly clock?: Clock;
  /** A fresh one-time URL for a browser; undefined where no gateway runs. */
  readonly gatewayUrl?: () => string | undefined | Promise<string | undefined>;
  /** The system's own where absent; `null`: there is none. Only tests pass one. */
  readonly keyring?: Keyring | null;
  /** Is an address on the open internet? Only tests pass another answer, to have servers of their own. */
  readonly isPublic?: (address: string) => boolean;
  /** Only tests pass another one, to make writes fail. */
  readonly fileOps?: FileOps;
}

export interface Brain {
  /** Changes with every start; events carry it. */
  readonly epoch: string;
  readonly dispatcher: Dispatcher;
  readonly config: () => Config;
  /** Our own secrets are replaced by marks; hosts use it for their logs. */
  readonly redact: (text: string) => string;
  /** Tells of a secret of the host's (the gateway's token), which must not be written anywhere. */
  learnSecret(name: string, value: string): void;
  /** Ends running turns as stopped, leaves waiting ones waiting, and closes every file. */
  stop(): Promise<void>;
}

/** Starts the mind of a home. The caller makes sure that only one brain holds it. */
export async function startBrain(options: BrainOptions): Promise<Result<Brain>> {
  const { host, logger, version, clock = systemClock } = options;
  const startedAt = performance.now();
  const epoch = newId('e');
  const storage = createStorage(options.fileOps);
  const redactor = createRedactor();

  const home = await prepareHome({ root: options.home, storage });
  if (!home.ok) return home;
  const paths = home.value;
  const shared = { paths, storage, clock, logger, redactor };
  const web = options.isPublic === undefined ? {} : { isPublic: options.isPublic };

  const defaultMind = createDefaultMind({ ...shared, shippedFolder: options.defaults });
  await defaultMind.install();
  const corpus = createCorpus(shared);

  const announcer = createAnnouncer(epoch, clock);
  const { announce } = announcer;
  const { settings, secrets } = await openSettings({
    ...shared,
    keyring: options.keyring,
    corpus,
    announce,
  });
  const askBeside = createAskBeside({
    approvals: () => amygdala.approvals,
    announce,
    notify: host.notify,
    clock,
  });
  const memory = createMemory({
    ...shared,
    epoch,
    corpus,
    announce,
    askBeside,
    later: {
      thalamus: () => thalamus,
      proposedSkills: () => cerebellum.proposedSkills,
      discardArchives: () => parts.archives.discard(),
      settled: () => prefrontal.settled(),
    },
  });
  const { sessions, attachments, cortex, basalganglia, knowledge, forgetting } = memory;
  const cerebellum = await createCerebellum({
    ...shared,
    ...web,
    settings,
    recall: (query) => cortex.recall(query),
    knowledge,
    proposals: memory.proposals,
    forgetting,
    recollection: memory.recollection,
    servers: {
      updateSettings: settings.update,
      secrets,
      readEnvironment: (name) => host.readEnvironment(name),
      version,
      openLink: (url) => host.openLink(url),
      ask: (question) => askBeside({ ...question, cwd: '' }, { notice: question.risk }),
      onChange: ({ name, state, message }) =>
        announce({ type: 'mcp', server: name, state, message }),
    },
    host,
    shipped: join(options.defaults, 'cerebellum'),
    askOwner: ({ folder, ...words }, signal) => {
      const question = { ...words, cwd: folder, rule: PLUGIN_START };
      return askBeside(question, { signal, notice: words.risk }).answer;
    },
    judge: (call, context) => amygdala.classify(call, context),
    onChange: (names, errors) => {
      announce({ type: 'capability', names: [...names], errors });
      corpus.emit('capability.changed', { names, errors });
    },
  });
  const amygdala = createAmygdala({
    ...shared,
    ...web,
    settings,
    userHome: homedir(),
    patterns: () => cerebellum.patterns(),
    shellFolder: (sessionId, workingDir) => cerebellum.shellFolder(sessionId, workingDir),
    sandbox: () => cerebellum.sandbox(),
    preview: async ({ name, args }) => {
      if (name !== 'forget' || typeof args.fact !== 'string') return undefined;
      const what = { fact: args.fact, everywhere: args.everywhere === true };
      return forgetPreview(await forgetting.plan(what), what.everywhere);
    },
    isTurnOf: (sessionId, turnId) => sessions.loaded(sessionId)?.turns.has(turnId) ?? false,
  });
  const folderTrust = createFolderTrust({
    ...shared,
    settings,
    updateSettings: settings.update,
    askBeside,
    userHome: homedir(),
  });
  cerebellum.start();
  const prefrontal = createPrefrontal({
    ...shared,
    settings,
    ras: createRas(),
    searchMemory: (query) => cortex.search(query),
    near: (question) => cortex.near(question),
    preferences: () => basalganglia.preferences(),
    tools: (found) => cerebellum.offered(found),
    skills: () => cerebellum.skills(),
    folderTrust,
  });
  const thalamus = createThalamus({
    ...shared,
    settings,
    host,
    secrets,
    readers: {
      anthropic: createAnthropicReader,
      openai: createOpenAiReader,
      openai_responses: createOpenAiResponsesReader,
      ollama: createOllamaReader,
    },
    onHealth: (provider, state, message) => {
      announce({ type: 'provider_health', provider, state, ...spoken({ message }) });
      corpus.emit('provider.health', { provider, state, message: message.text });
    },
    onPull: (pull) => announce({ type: 'provider_pull', ...pull }),
  });
  const spending = createSpending(shared);
  const motor = createMotor({ ...shared, settings });
  const broca = createBroca({ ...sessions, redactor, logger });

  const changeActiveSkills: Regions['changeActiveSkills'] = async (sessionId, change) => {
    await sessions.change(sessionId, ({ skills = [] }) => ({ skills: change(skills) }));
    announceSession({ sessions, announce }, sessionId, 'updated');
  };

  const regions: Regions = {
    prefrontal: {
      ...prefrontal,
      async buildContext(input) {
        // What the turn before has written is a memory of this one.
        await cortex.refreshed();
        return await prefrontal.buildContext(input);
      },
    },
    thalamus,
    spending,
    broca,
    wernicke: createWernicke({ newToolCallId: () => newId('c') }),
    amygdala,
    motor,
    cerebellum,
    hippocampus: { sessions, episodes: createEpisodeJournal(shared) },
    basalganglia,
    corpus,
    clock,
    logger,
    settings,
    changeActiveSkills,
    addAllowRule: (rule) => settings.addRule('allow', rule),
    readAttachments: (ids) => attachments.read(ids),
    // Of a private session nothing is kept outside of its own folder.
    keepImages: async ({ sessionId }, images) =>
      isPrivateSession(sessionId)
        ? []
        : Promise.all(images.map((image) => attachments.keepImage('picture', image))),
    isTrusted: (path) =>
      folderTrust.judge(path) === 'trusted' ||
      // Skills are rules already, and what is attached is the owner's to show.
      [paths.cerebellum, paths.attachments].some((folder) => isInside(folder, path)),
    modeOf: (mode) => (settings.locked() ? 'default' : mode),
  };
  const lanes = createLanes(regions, (sessionId) =>
    announceSession({ sessions, announce }, sessionId, 'queue'),
  );

  const parts = createParts({
    ...shared,
    ...memory,
    epoch,
    version,
    startedAt,
    host,
    lanes,
    regions,
    changeActiveSkills,
    prefrontal,
    thalamus,
    spending,
    amygdala,
    motor,
    cerebellum,
    settings,
    secrets,
    defaultMind,
    announce,
    gatewayUrl: async () => options.gatewayUrl?.(),
  });
  const dispatcher = createDispatcher(allMethods(parts), redactor.own, logger, {
    isLoaded: (sessionId) => sessions.loaded(sessionId) !== undefined,
    load: async (sessionId) => (await sessions.open(sessionId)) !== undefined,
    replay: sessions.replay,
  });
  announcer.to(dispatcher.publish);
  tellWindows({
    broca,
    publish: dispatcher.publish,
    notify: host.notify,
    sessionChanged: (sessionId) => announceSession({ sessions, announce }, sessionId, 'updated'),
    // Found in the very next turn, without waiting for the file watcher.
    onEpisode: (sessionId, episode) =>
      void memory.indexNow([sessions.transcriptOf(sessionId), join(paths.workspace, episode)]),
  });

  // Tried out when everything else is up, so that the first command need not wait for it.
  const warmUp = setTimeout(() => void cerebellum.sandbox(), SANDBOX_WARM_UP_MS).unref();
  const unfinished = await memory.start();
  await takeUp(unfinished, { lanes, motor, logger });
  const behind = keepTidy({
    ...shared,
    knowledge,
    forgetting,
    corpus,
    spending,
    onWritten: memory.indexNow,
  });
  // Behind everything else: nothing waits for a server but a call of its tools.
  const startServers = setImmediate(() => cerebellum.servers.start());

  return ok({
    epoch,
    dispatcher,
    config: () => settings.get(),
    redact: redactor.all,
    learnSecret: redactor.add,
    async stop() {
      clearTimeout(warmUp);
      clearImmediate(startServers);
      await lanes.close();
      await behind.settled();
      parts.archives.close();
      await thalamus.close();
      await prefrontal.settled();
      await cerebellum.close();
      await cortex.close();
      await memory.settled();
      await settings.close();
      await corpus.close();
      await storage.settled();
    },
  });
}

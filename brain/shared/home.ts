import { join } from 'node:path';

/** Every path of a home, from one place. All absolute. */
export interface HomePaths {
  readonly root: string;
  readonly config: string;
  /** The last settings that were read without an error; see brain/settings. */
  readonly configGood: string;
  readonly secrets: string;
  readonly gatewayToken: string;
  readonly lock: string;
  readonly logs: string;
  readonly checkpoints: string;
  readonly trash: string;
  /** What the owner's texts said before. */
  readonly history: string;
  /** What is still to be forgotten. */
  readonly forgetting: string;
  /** What tainted conversations want to remember. */
  readonly proposals: string;
  /** What the owner has decided about plugins. */
  readonly plugins: string;
  /** The last good version of each SKILL.md. */
  readonly skillsGood: string;
  readonly attachments: string;
  /** Private sessions, with all that is theirs: outside of the workspace, where nothing looks. */
  readonly privateSessions: string;
  /** Minds on their way in or out; emptied at every start. */
  readonly archives: string;
  /** What is kept of MCP servers. */
  readonly mcp: string;
  readonly workspace: string;
  readonly identity: string;
  readonly prefrontal: string;
  readonly snapshots: string;
  readonly cerebellum: string;
  readonly episodes: string;
  readonly knowledge: string;
  /** Weekly summaries. */
  readonly consolidated: string;
  readonly sessions: string;
  readonly outcomes: string;
  readonly tasks: string;
  readonly corpus: string;
  readonly spending: string;
  readonly index: string;
}

export function homePaths(root: string): HomePaths {
  const workspace = join(root, 'workspace');
  return {
    root,
    config: join(root, 'config.json'),
    configGood: join(root, 'config.good.json'),
    secrets: join(root, 'secrets'),
    gatewayToken: join(root, 'gateway.token'),
    lock: join(root, 'brain.lock'),
    logs: join(root, 'logs'),
    checkpoints: join(root, 'checkpoints'),
    trash: join(root, 'trash'),
    history: join(root, 'history'),
    forgetting: join(root, 'forgetting.json'),
    proposals: join(root, 'proposals.json'),
    plugins: join(root, 'plugins.json'),
    skillsGood: join(root, 'skills.good'),
    attachments: join(root, 'attachments'),
    privateSessions: join(root, 'private'),
    archives: join(root, 'archives'),
    mcp: join(root, 'mcp'),
    workspace,
    identity: join(workspace, 'identity'),
    prefrontal: join(workspace, 'prefrontal'),
    snapshots: join(workspace, 'prefrontal', '.debug'),
    cerebellum: join(workspace, 'cerebellum'),
    episodes: join(workspace, 'hippocampus', 'episodes'),
    knowledge: join(workspace, 'hippocampus', 'knowledge'),
    consolidated: join(workspace, 'hippocampus', 'consolidated'),
    sessions: join(workspace, 'hippocampus', 'sessions'),
    outcomes: join(workspace, 'basalganglia'),
    tasks: join(workspace, 'motor', 'tasks'),
    corpus: join(workspace, 'corpus'),
    spending: join(workspace, 'thalamus', 'spending'),
    index: join(workspace, 'cortex', 'index.db'),
  };
}

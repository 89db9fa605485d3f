/**
 * The home on the disk: its folders, the default mind in it, and the mind's files for the windows.
 *
 * Takes the path of the home and the folder of shipped defaults; gives checked paths, offers of
 * newer defaults, and reading and writing of workspace files. Must always hold: nothing of the
 * owner is overwritten unless he said so, and no path leads out of the workspace.
 */
export { createMindArchives, type ImportResult, type MindArchives } from './archive/index.ts';
export { createFileHistory, type FileHistory } from './file-history.ts';
export {
  createDefaultMind,
  type DefaultMind,
  type DefaultMindDeps,
  type DefaultOffer,
} from './first-start.ts';
export { checkHome, prepareHome } from './prepare.ts';
export { createWorkspaceFiles, type WorkspaceFiles } from './workspace-files.ts';

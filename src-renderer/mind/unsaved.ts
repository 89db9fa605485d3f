/** What was typed into files of the mind and not saved, so that leaving the room loses nothing. */
export interface Unsaved {
  readonly text: string;
  /** The version of the file that was edited. */
  readonly baseHash: string;
}

const texts = new Map<string, Unsaved>();

export function readUnsaved(path: string): Unsaved | undefined {
  return texts.get(path);
}

export function keepUnsaved(path: string, unsaved: Unsaved): void {
  texts.set(path, unsaved);
}

export function dropUnsaved(path: string): void {
  texts.delete(path);
}

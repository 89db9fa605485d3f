/**
 * Stands in for the `electron` module where no binary is: records window options, handlers and
 * calls, and lets a test fire events. Only what the desktop host uses is here.
 */
import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

type Listener = (...args: never[]) => unknown;

export class FakeFrame {
  readonly url: string;
  readonly parent: FakeFrame | null;
  constructor(url: string, parent: FakeFrame | null = null) {
    this.url = url;
    this.parent = parent;
  }
}

export class FakeWebContents extends EventEmitter {
  readonly sent: { readonly channel: string; readonly text: string }[] = [];
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined;
  url = '';
  isDestroyed = (): boolean => false;
  getURL = (): string => this.url;
  send(channel: string, text: string): void {
    this.sent.push({ channel, text });
    this.emit('test-sent');
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
}

export class FakeBrowserWindow extends EventEmitter {
  static readonly all: FakeBrowserWindow[] = [];
  static getAllWindows(): readonly FakeBrowserWindow[] {
    return FakeBrowserWindow.all;
  }
  readonly options: Record<string, unknown>;
  readonly webContents = new FakeWebContents();
  focused = 0;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeBrowserWindow.all.push(this);
    state.app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
  }
  show(): void {}
  isMinimized = (): boolean => false;
  restore(): void {}
  focus(): void {
    this.focused += 1;
  }
}

class FakeSession {
  permissionRequest: Listener | undefined;
  permissionCheck: Listener | undefined;
  devicePermission: Listener | undefined;
  beforeRequest: Listener | undefined;
  readonly schemes = new Map<string, (request: Request) => Promise<Response>>();
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void => {
      this.schemes.set(scheme, handler);
    },
  };
  readonly webRequest = {
    onBeforeRequest: (listener: Listener): void => {
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: Listener): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Listener): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: Listener): void {
    this.devicePermission = handler;
  }
}

class FakeApp extends EventEmitter {
  readonly calls: string[] = [];
  readonly paths = new Map<string, string>();
  isFirst = true;
  enableSandbox = (): void => void this.calls.push('enableSandbox');
  setPath = (name: string, path: string): void => void this.paths.set(name, path);
  requestSingleInstanceLock = (): boolean => this.isFirst;
  whenReady = async (): Promise<void> => void this.calls.push('whenReady');
  quit = (): void => {
    this.calls.push('quit');
    this.emit('before-quit', { preventDefault: () => this.calls.push('quit prevented') });
    this.emit('test-quit');
  };
  exit = (code: number): void => void this.calls.push(`exit ${code}`);
  relaunch = (): void => void this.calls.push('relaunch');
}

export interface ElectronState {
  readonly app: FakeApp;
  readonly session: FakeSession;
  readonly ipcMain: EventEmitter;
  readonly ipcRenderer: EventEmitter & { send: ReturnType<typeof vi.fn> };
  readonly privileged: unknown[];
  readonly opened: string[];
  readonly errors: string[];
  readonly exposed: Map<string, unknown>;
}

function createState(): ElectronState {
  return {
    app: new FakeApp(),
    session: new FakeSession(),
    ipcMain: new EventEmitter(),
    ipcRenderer: Object.assign(new EventEmitter(), { send: vi.fn() }),
    privileged: [],
    opened: [],
    errors: [],
    exposed: new Map(),
  };
}

/** What Electron was told so far; anew for each `resetElectron`. */
export let state: ElectronState = createState();

export function resetElectron(): ElectronState {
  state = createState();
  FakeBrowserWindow.all.length = 0;
  return state;
}

/** The module itself, for `vi.mock('electron', ...)`. */
export const electron = {
  get app() {
    return state.app;
  },
  get session() {
    return { defaultSession: state.session };
  },
  get ipcMain() {
    return state.ipcMain;
  },
  get ipcRenderer() {
    return state.ipcRenderer;
  },
  BrowserWindow: FakeBrowserWindow,
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]): void =>
      void state.privileged.push(...schemes),
  },
  shell: {
    openExternal: async (url: string): Promise<void> => void state.opened.push(url),
  },
  dialog: {
    showErrorBox: (_title: string, text: string): void => void state.errors.push(text),
  },
  net: { isOnline: () => true },
  Notification: class {
    static isSupported = (): boolean => false;
    show(): void {}
  },
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown): void => void state.exposed.set(name, value),
  },
};

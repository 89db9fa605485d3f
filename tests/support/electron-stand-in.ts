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
  isLoading = false;
  isLoadingMainFrame = (): boolean => this.isLoading;
  getURL = (): string => this.url;
  send(channel: string, text: string): void {
    this.sent.push({ channel, text });
    this.emit('test-sent');
  }
  reloads = 0;
  reload(): void {
    this.reloads += 1;
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
  isShown = false;
  isClosed = false;
  bounds = { x: 40, y: 50, width: 900, height: 700 };
  show(): void {
    this.isShown = true;
  }
  maximize(): void {
    this.options.wasMaximized = true;
  }
  isMaximized = (): boolean => this.options.wasMaximized === true;
  getNormalBounds = (): object => this.bounds;
  isDestroyed = (): boolean => this.isClosed;
  hasUnsaved = false;
  /** False: its page holds it back. */
  leave(): boolean {
    let isLeft = !this.hasUnsaved;
    const preventDefault = (): void => {
      isLeft = true;
    };
    if (this.hasUnsaved) this.webContents.emit('will-prevent-unload', { preventDefault });
    if (!isLeft) return false;
    this.emit('close');
    this.isClosed = true;
    FakeBrowserWindow.all.splice(FakeBrowserWindow.all.indexOf(this), 1);
    return true;
  }
  close(): void {
    if (!this.leave()) return;
    state.app.emit('window-all-closed');
  }
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
  isPackaged = false;
  languages = ['en-GB'];
  getPreferredSystemLanguages = (): readonly string[] => this.languages;
  getLoginItemSettings = (): object => ({ openAtLogin: false, wasOpenedAtLogin: false });
  setAsDefaultProtocolClient = (scheme: string): void => void this.calls.push(`links ${scheme}`);
  setAppUserModelId = (id: string): void => void this.calls.push(`is ${id}`);
  enableSandbox = (): void => void this.calls.push('enableSandbox');
  setPath = (name: string, path: string): void => void this.paths.set(name, path);
  requestSingleInstanceLock = (): boolean => this.isFirst;
  whenReady = async (): Promise<void> => void this.calls.push('whenReady');
  quit = (): void => {
    this.calls.push('quit');
    // A window with unsaved text stays, unless it is said to go; when none is left, what ends may wait.
    for (const window of [...FakeBrowserWindow.all]) if (!window.leave()) return;
    let isPrevented = false;
    this.emit('will-quit', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    if (!isPrevented) this.calls.push('ended');
  };
  exit = (code: number): void => void this.calls.push(`exit ${code}`);
  relaunch = (): void => void this.calls.push('relaunch');
}

class FakeTray extends EventEmitter {
  menu: readonly { readonly label?: string; readonly click?: () => void }[] = [];
  constructor(_image: unknown) {
    super();
    state.tray = this;
  }
  setToolTip(): void {}
  setContextMenu(menu: typeof this.menu): void {
    this.menu = menu;
  }
  destroy(): void {
    state.tray = undefined;
  }
}

export interface ElectronState {
  readonly app: FakeApp;
  readonly session: FakeSession;
  readonly ipcMain: EventEmitter;
  readonly ipcRenderer: EventEmitter & { send: ReturnType<typeof vi.fn> };
  readonly privileged: unknown[];
  readonly opened: string[];
  readonly errors: string[];
  /** Questions that were asked, and the button that is pressed next. */
  readonly questions: string[];
  answer: number;
  menu: readonly {
    readonly label?: string;
    readonly role?: string;
    readonly submenu?: readonly unknown[];
    readonly click?: () => void;
  }[];
  /** Menus that were opened at the mouse, and what was copied. */
  readonly popups: ElectronState['menu'][];
  copied: string;
  tray: FakeTray | undefined;
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
    questions: [],
    answer: 0,
    menu: [],
    popups: [],
    copied: '',
    tray: undefined,
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
    showMessageBoxSync: (...args: { readonly message?: string }[]): number => {
      state.questions.push(args.at(-1)?.message ?? '');
      return state.answer;
    },
    showMessageBox: async (...args: { readonly message?: string }[]): Promise<object> => {
      state.questions.push(args.at(-1)?.message ?? '');
      return { response: state.answer };
    },
  },
  Menu: {
    buildFromTemplate: (template: ElectronState['menu']) =>
      Object.assign([...template], { popup: (): void => void state.popups.push(template) }),
    setApplicationMenu: (menu: ElectronState['menu']): void => {
      state.menu = menu;
    },
  },
  clipboard: {
    writeText: (text: string): void => {
      state.copied = text;
    },
  },
  Tray: FakeTray,
  nativeImage: {
    createFromPath: () => ({ resize: () => ({ setTemplateImage: (): void => {} }) }),
  },
  screen: {
    getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  },
  net: { isOnline: () => true },
  Notification: class {
    static isSupported = (): boolean => false;
    on(): void {}
    show(): void {}
  },
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown): void => void state.exposed.set(name, value),
  },
};

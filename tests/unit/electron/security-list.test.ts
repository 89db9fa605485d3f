/**
 * Electron's security list (https://www.electronjs.org/docs/latest/tutorial/security), point by
 * point, checked on what the desktop host tells Electron. Point 16 (a current Electron) is
 * package.json's; point 19 (fuses) is in `electron-builder.yml`, see `unpackaged-file.test.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../../../brain/storage/index.ts';
import { registerAppScheme, serveAppScheme } from '../../../src-main/electron/app-scheme.ts';
import {
  blockRemoteContent,
  confinePages,
  denyPermissions,
} from '../../../src-main/electron/lockdown.ts';
import { openWindow, type WindowPlace } from '../../../src-main/electron/window.ts';
import {
  type ElectronState,
  FakeBrowserWindow,
  FakeWebContents,
  resetElectron,
} from '../../support/electron-stand-in.ts';
import { tempFolder } from '../../support/temp-home.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

let electron: ElectronState;

const place: WindowPlace = {
  preload: '/preload.cjs',
  home: '/nowhere',
  storage: createStorage(),
  language: () => 'en',
};

/** The stand-in where Electron's own type is asked for. */
const as = <T>(standIn: unknown): T => standIn as T;

beforeEach(() => {
  electron = resetElectron();
});

async function protect(): Promise<void> {
  const renderer = join(await tempFolder(), 'renderer');
  await mkdir(renderer);
  await writeFile(join(renderer, 'index.html'), '<!doctype html>');
  await writeFile(join(renderer, '..', 'secret.json'), '"secret"');
  registerAppScheme();
  confinePages(as<App>(electron.app));
  const session = as<Parameters<typeof denyPermissions>[0]>(electron.session);
  denyPermissions(session);
  blockRemoteContent(session);
  serveAppScheme(session, renderer);
}

function newContents(): FakeWebContents {
  const contents = new FakeWebContents();
  electron.app.emit('web-contents-created', {}, contents);
  return contents;
}

/** Fires a navigation event and tells whether it was prevented. */
function isPrevented(contents: FakeWebContents, name: string, url: string): boolean {
  const preventDefault = vi.fn();
  contents.emit(name, { url, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

describe('the list', () => {
  it('1, 18: loads only its own scheme, which is standard and secure, never file: or http:', async () => {
    await protect();
    await openWindow(place);
    expect(FakeBrowserWindow.all[0]?.webContents.url).toBe('app://connectome/');
    expect(electron.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
    const isCancelled = (url: string): boolean => {
      const answer = vi.fn();
      as<(details: object, answer: unknown) => void>(electron.session.beforeRequest)(
        { url },
        answer,
      );
      return answer.mock.calls[0]?.[0].cancel;
    };
    for (const url of [
      'https://x.example/a.png',
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'app://other/',
    ]) {
      expect([url, isCancelled(url)]).toEqual([url, true]);
    }
    for (const url of ['app://connectome/assets/a.js', 'data:image/png;base64,AA==']) {
      expect([url, isCancelled(url)]).toEqual([url, false]);
    }
  });

  it('2, 3, 4, 6, 8, 9, 10, 11: no Node, isolated, sandboxed, web security whole, no extras', async () => {
    await openWindow(place);
    const { webPreferences } = as<{ webPreferences: Record<string, unknown> }>(
      FakeBrowserWindow.all[0]?.options,
    );
    expect(webPreferences).toMatchObject({
      preload: '/preload.cjs',
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
    expect(webPreferences).not.toHaveProperty('session');
  });

  it('5: denies every permission but copying text and notifying, and these only to its own page', async () => {
    await protect();
    const contents = new FakeWebContents();
    const isGranted = (permission: string, url: string): boolean => {
      contents.url = url;
      const answer = vi.fn();
      as<(...args: unknown[]) => void>(electron.session.permissionRequest)(
        contents,
        permission,
        answer,
      );
      const checked = as<(...args: unknown[]) => boolean>(electron.session.permissionCheck)(
        contents,
        permission,
        url,
      );
      expect(answer).toHaveBeenCalledWith(checked);
      return checked;
    };
    const own = 'app://connectome/';
    for (const name of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem']) {
      expect([name, isGranted(name, own)]).toEqual([name, false]);
    }
    for (const name of ['clipboard-sanitized-write', 'notifications']) {
      expect(isGranted(name, own)).toBe(true);
      expect(isGranted(name, 'https://x.example/')).toBe(false);
    }
    expect(as<() => boolean>(electron.session.devicePermission)()).toBe(false);
  });

  it('7: every page and file comes with the policy, which allows no inline or foreign script', async () => {
    await protect();
    const serve = electron.session.schemes.get('app');
    for (const path of ['', 'sessions/s_1', 'missing.js']) {
      const response = await serve?.(new Request(`app://connectome/${path}`));
      const policy = response?.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it('12: no webview is ever attached', async () => {
    await protect();
    const preventDefault = vi.fn();
    newContents().emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it('13: pages do not leave the app; frames not either', async () => {
    await protect();
    const contents = newContents();
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      expect(isPrevented(contents, name, 'app://connectome/mind')).toBe(false);
      for (const url of [
        'https://x.example/',
        'file:///etc/passwd',
        'app://connectome.evil/',
        'javascript:0',
        'x',
      ]) {
        expect([name, url, isPrevented(contents, name, url)]).toEqual([name, url, true]);
      }
    }
  });

  it('14, 15: no new windows; links go out once, and only with a scheme for browsers', async () => {
    await protect();
    const contents = newContents();
    const urls = [
      'https://x.example/a',
      'http://x.example/',
      'mailto:a@x.example',
      'file:///etc/passwd',
      'smb://x.example/share',
      'javascript:alert(1)',
      'ms-msdt:/id',
      'vscode://file/x',
      '\\\\x.example\\share',
    ];
    for (const url of urls)
      expect(contents.windowOpenHandler?.({ url })).toEqual({ action: 'deny' });
    isPrevented(contents, 'will-navigate', 'https://x.example/clicked');
    isPrevented(contents, 'will-frame-navigate', 'https://x.example/clicked');
    expect(electron.opened).toEqual([
      'https://x.example/a',
      'http://x.example/',
      'mailto:a@x.example',
      'https://x.example/clicked',
    ]);
  });

  it('18: its scheme serves nothing outside the built window', async () => {
    await protect();
    const serve = electron.session.schemes.get('app');
    for (const url of [
      'app://connectome/..%2fsecret.json',
      'app://other/',
      'app://connectome/x.json',
    ]) {
      expect((await serve?.(new Request(url)))?.status).toBe(404);
    }
    expect((await serve?.(new Request('app://connectome/', { method: 'POST' })))?.status).toBe(404);
  });
});

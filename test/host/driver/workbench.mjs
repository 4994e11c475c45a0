/**
 * A VS Code in the browser with the packaged extension. Its methods let a test see and act without selectors. `page` is for
 * everything else.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { vsixFile, workDir } from '../../setup/places.mjs';
import { Canary } from './canary.mjs';
import { launchBrowser } from './chromium.mjs';
import { editorOf, textOf } from './documents.mjs';
import { Dialog, Notifications } from './messages.mjs';
import { QuickInput } from './quickInput.mjs';
import { serveWorkbench } from './serve.mjs';
import { KEYS, testBrowserSettings } from './settings.mjs';
import { Tree } from './tree.mjs';

const ACTION_LIMIT_MILLISECONDS = 30_000;
const START_LIMIT_MILLISECONDS = 80_000;
const BACKUP_MILLISECONDS = 2_500;
/** `npm test -- browser --pictures` takes screenshots. A failed step always takes one. */
const hasPictures = process.env.PICTURES === '1';

/**
 * Opens a copy of the sample folder. Close it with `close()`. The options that are not here are those of the server (server.mjs).
 * @param {object} options
 * @param {string} options.name  of its screenshots and logs
 * @param {string} [options.file]  the file of the folder that is open at the start; default: `accounts.csv`
 * @param {string[]} [options.extensions]  other packaged extensions, installed beside ours
 * @param {Record<string, string>} [options.extensionFiles]  contents by path, written into our installed extension; requires
 * `language`
 * @returns {Promise<Workbench>}
 */
export async function openWorkbench({ name, settings = {}, extensions = [], extensionFiles = {}, ...options }) {
  rmSync(path.join(workDir, 'shots', name), { recursive: true, force: true });
  const vsixes = [vsixFile(), ...extensions];
  const served = await serveWorkbench({
    ...options,
    name,
    vsixes,
    settings: { ...testBrowserSettings, ...settings },
  });
  let browser;
  try {
    browser = await launchBrowser();
    await untilInstalled(served.server, vsixes, options.language);
    writeExtensionFiles(served.server, extensionFiles);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(ACTION_LIMIT_MILLISECONDS);
    const workbench = new Workbench(await context.newPage(), { name, served, browser });
    await workbench.canary.record();
    await workbench.notifications.record();
    await workbench.page.goto(served.url);
    await workbench.waitUntilReady();
    await workbench.waitForStartFile();
    return workbench;
  } catch (error) {
    await browser?.close();
    await served.close();
    throw error;
  }
}

/**
 * The server already listens while it installs extensions. A page that opens too early is in English and lacks the added
 * extensions.
 */
async function untilInstalled({ dataDir, logFile }, vsixes, language) {
  const limit = Date.now() + START_LIMIT_MILLISECONDS;
  const isReady = () =>
    (readFileSync(logFile, 'utf8').match(/Extension installed successfully: /g) ?? []).length === vsixes.length &&
    (!language || existsSync(path.join(dataDir, 'data', 'languagepacks.json')));
  while (!isReady()) {
    if (Date.now() > limit)
      throw new Error(`The extensions were not installed. The server said:\n${readFileSync(logFile, 'utf8')}`);
    await sleep(50);
  }
}

function writeExtensionFiles({ tempDir }, files) {
  const folder = path.join(tempDir, 'extensions');
  const ours = readdirSync(folder).find((name) => name.startsWith('flag-admin.flag-admin-'));
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, ours, file), content);
}

/** Returns the number of lost clicks that the extension hosts have logged. */
function countLostClicks(dataDir) {
  const logs = path.join(dataDir, 'data', 'logs');
  return readdirSync(logs, { recursive: true })
    .filter((file) => path.basename(file) === 'remoteexthost.log')
    .flatMap((file) => readFileSync(path.join(logs, file), 'utf8').match(/Actual command not found/g) ?? []).length;
}

/** Matches the title of a tab. The tab of a review may also name a workspace: “vip-accounts · production of Storefront”. */
const titled = (title) => new RegExp(`^${RegExp.escape(title)}( (of|·) .+)?$`);

export class Workbench {
  #owned;
  #shots = 0;

  constructor(page, owned) {
    this.#owned = owned;
    /** @type {import('playwright-core').Page} */
    this.page = page;
    /** The absolute path of the open folder. */
    this.folder = owned.served.server.folder;
    /** The files of VS Code: settings in `data/User`, logs in `data/logs`. */
    this.dataDir = owned.served.server.dataDir;
    this.quickInput = new QuickInput(page);
    /** The Workspaces view. */
    this.tree = this.treeNamed('Workspaces');
    /** The Change Requests view. */
    this.requests = this.treeNamed('Change Requests');
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    /**
     * Messages and errors of the page, to read after a failure.
     * @type {string[]}
     */
    this.console = [];
    page.on('console', (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`error: ${error.message}`));
    /** Searches for the API keys of the story. */
    this.canary = new Canary(page, owned.served.server, this.console);
  }

  /** Returns a view of the side bar in a different language. */
  treeNamed(title) {
    return new Tree(this.page, title, () => countLostClicks(this.dataDir));
  }

  /** Waits for the activity bar to show the extension, as after a start or reload. */
  async waitUntilReady() {
    await this.activity('Flag Admin').waitFor({ timeout: START_LIMIT_MILLISECONDS });
  }

  /**
   * The file that is open at the start takes the focus as soon as its editor appears. A key that is pressed before would go into
   * its text.
   */
  async waitForStartFile() {
    const editor = this.page.locator('.editor-instance .monaco-editor.focused');
    const trust = this.page.locator('.monaco-dialog-box');
    await editor.or(trust).first().waitFor({ timeout: START_LIMIT_MILLISECONDS });
  }

  /** An icon of the activity bar. */
  activity(title) {
    return this.page.locator('.activitybar .action-item', { has: this.page.locator(`.action-label[aria-label^="${title}"]`) });
  }

  /** Opens a view container in the side bar. */
  async openSideBar(title = 'Flag Admin') {
    const name = this.page.locator('.sidebar .composite.title', { hasText: title });
    // The icon opens and closes the side bar. After a reload, the side bar may open by itself just before the click, which then
    // closes it.
    for (let tries = 0; tries < 4 && !(await name.isVisible()); tries += 1) {
      await this.activity(title).click();
      await name.waitFor({ timeout: 5_000 }).catch(() => undefined);
    }
    await name.waitFor();
  }

  /** The side bar as a whole: welcome texts and their buttons are in it. */
  get sideBar() {
    return this.page.locator('.sidebar');
  }

  /** Presses a button of the side bar, such as that of a welcome text. */
  async pressInSideBar(name) {
    await this.sideBar.getByRole('button', { name, exact: true }).click();
  }

  /** Runs a command by its full title, such as `Flag Admin: Try the Sandbox`. */
  async command(title) {
    await this.page.mouse.move(640, 2); // no tooltip over the next clicked element
    // Just after the start, the palette does not know the extension's commands and offers similar ones, so the test repeats the
    // search.
    for (let attempt = 0; ; attempt += 1) {
      await this.page.keyboard.press('F1');
      try {
        const timeout = Math.min(2_000 * (attempt + 1), 8_000);
        await this.quickInput.field.waitFor({ timeout });
        await this.quickInput.type(`>${title}`);
        await this.quickInput.row(title).waitFor({ timeout });
        // With a longer time limit, because a click that works but counts as missed would run the command twice.
        await this.quickInput.row(title).click({ timeout: 10_000 });
        return;
      } catch (error) {
        if (attempt === 8) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** A key that is pressed while a window starts or a box closes is lost. */
  async #openQuickInput(key) {
    for (let attempt = 0; ; attempt += 1) {
      await this.page.keyboard.press(key);
      try {
        return await this.quickInput.field.waitFor({ timeout: Math.min(2_000 * (attempt + 1), 8_000) });
      } catch (error) {
        if (attempt === 8) throw error;
      }
    }
  }

  /** Opens a file of the folder by name. */
  async openFile(name) {
    for (let attempt = 0; ; attempt += 1) {
      await this.#openQuickInput('ControlOrMeta+P');
      try {
        // With a longer time limit, because an editor that takes the focus late closes the box.
        await this.quickInput.field.fill(name, { timeout: 5_000 });
        await this.quickInput.choose(name);
        break;
      } catch (error) {
        if (attempt === 2) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
    await this.activeTab(name).waitFor(); // it may already have a tab
    // A command that runs before the text appears would use the previous file.
    await editorOf(this.page, name).waitFor();
  }

  /** Closes all editors and waits for that, because a closing editor could be mistaken for the next one with the same title. */
  async closeEditors() {
    await this.page.keyboard.press(KEYS.closeEditors);
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  /** Returns the tab of an editor. */
  tab(title) {
    return this.page.locator('.tabs-container .tab', { has: this.page.getByText(titled(title)) }).first();
  }

  /** Waits until its editor is in front, and returns its tab. */
  activeTab(title) {
    return this.page.locator('.tabs-container .tab.active', { has: this.page.getByText(titled(title)) }).first();
  }

  /** Returns the whole text of the active editor, by way of the clipboard. */
  async editorText() {
    await this.page
      .locator('.editor-instance .monaco-editor')
      .first()
      .click({ position: { x: 200, y: 10 } });
    return textOf(this);
  }

  /** Answers the question for an API key, which is masked. */
  async enterApiKey(apiKey) {
    this.canary.add(apiKey);
    await this.quickInput.field.and(this.page.locator('[type=password]')).waitFor();
    await this.quickInput.answer(apiKey);
  }

  /** Returns an item of the status bar. */
  statusBar(text) {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /**
   * Returns the document in a webview editor, and brings its tab to the front.
   * @param {string} title  of its tab
   */
  async webview(title) {
    await this.tab(title).click();
    await this.activeTab(title).waitFor();
    return this.page.locator('iframe.webview.ready >> visible=true').contentFrame().locator('#active-frame').contentFrame();
  }

  /** Moves the pointer to an element until its hover appears. An element that is redrawn under the pointer opens no hover. */
  async hoverUntil(place, shown) {
    for (let tries = 0; ; tries += 1) {
      await place.hover();
      try {
        return await shown.first().waitFor({ timeout: 4_000 });
      } catch (error) {
        if (tries === 4) throw error;
        await this.page.mouse.move(640, 2);
      }
    }
  }

  /** Reloads the window with the command that first stores the open editors, and waits until it is ready. */
  async reload() {
    await this.canary.look();
    // The editor backs up typed text a second later, and a reload does not wait for that.
    if ((await this.page.locator('.tab.dirty').count()) > 0) await this.page.waitForTimeout(BACKUP_MILLISECONDS);
    const loaded = this.page.waitForEvent('load', { timeout: START_LIMIT_MILLISECONDS });
    await this.command('Developer: Reload Window');
    await loaded;
    await this.waitUntilReady();
  }

  /**
   * Opens a second window of the same user, in a separate folder. It shares the global state, and has its own extension host. It
   * ends with this one.
   * @param {string} name  of the folder
   */
  async openSecond(name) {
    const { served } = this.#owned;
    const folder = path.join(this.folder, name);
    mkdirSync(folder);
    const page = await this.page.context().newPage();
    const server = { ...served.server, folder };
    const second = new Workbench(page, { ...this.#owned, name: `${this.#owned.name}-${name}`, served: { ...served, server } });
    await page.goto(new URL(`/?${new URLSearchParams({ folder })}`, this.page.url()).href);
    await second.waitUntilReady();
    return second;
  }

  /**
   * Takes a screenshot with `--pictures`: `.work/shots/<name>/<nn>-<title>.png`.
   * @param {{isPointerKept?: boolean}} [how]  for a picture of what shows at the pointer
   */
  async screenshot(title, { isPointerKept = false } = {}) {
    if (!isPointerKept) await this.page.mouse.move(640, 2); // no tooltip in the screenshot, or over what the next step clicks
    if (hasPictures) await this.takePicture(title);
  }

  /** Always takes a screenshot. */
  async takePicture(title) {
    this.#shots += 1;
    const file = `${String(this.#shots).padStart(2, '0')}-${title.replace(/[^\w-]+/g, '-')}.png`;
    const folder = path.join(workDir, 'shots', this.#owned.name);
    mkdirSync(folder, { recursive: true });
    await this.page.waitForTimeout(200);
    await this.page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
  }

  /** Ends the browser and the server, and removes all their files except screenshots and logs. */
  async close() {
    await this.#owned.browser.close();
    await this.#owned.served.close();
  }
}

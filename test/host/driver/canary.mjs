/**
 * Searches for the API keys of a story outside SecretStorage. In a browser, SecretStorage is the encrypted item
 * `secrets.provider` in the page's local storage, and the server holds one half of its key. So the search needs no exception: it
 * includes that item.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findApiKey } from '../../canary/keyForms.mjs';

export class Canary {
  #page;
  #server;
  #console;
  #apiKeys = new Set();
  /** All text that was on the page, also before a reload, as far as it was recorded. */
  #shown = new Set();

  /**
   * Create it before the page loads.
   * @param {string[]} console  what the page logs
   */
  constructor(page, server, console) {
    this.#page = page;
    this.#server = server;
    this.#console = console;
  }

  /** Records each text and label on all pages and in all frames from now on. */
  async record() {
    await this.#page.context().addInitScript(recordInPage);
  }

  /** Adds an API key that was typed. */
  add(apiKey) {
    this.#apiKeys.add(apiKey);
  }

  /** Returns the API keys that are known so far. */
  get apiKeys() {
    return [...this.#apiKeys];
  }

  /** Returns the number of API keys in SecretStorage. */
  async countStored() {
    return (await this.#page.evaluate(readApiKeys)).length;
  }

  /** Waits until SecretStorage contains that many. The workbench writes them after it reports success. */
  async untilStored(count) {
    for (let tries = 0; tries < 100 && (await this.countStored()) !== count; tries += 1) await this.#page.waitForTimeout(100);
    assert.equal(await this.countStored(), count);
  }

  /** Records what is stored and was shown so far. Call it before a reload, and whenever API keys may have changed. */
  async look() {
    for (const apiKey of await this.#page.evaluate(readApiKeys)) this.#apiKeys.add(apiKey);
    for (const frame of this.#page.frames()) {
      const shown = await frame.evaluate(takeShown).catch(() => []); // the frame was removed meanwhile
      for (const text of shown) this.#shown.add(text);
    }
  }

  /** Throws an AssertionError that names each place with an API key and its encoding, and never contains the key. */
  async search() {
    await this.look();
    assert.ok(this.#apiKeys.size > 0, 'there was no API key in this story to search for');
    const apiKeys = [...this.#apiKeys];
    const found = (await this.#places()).flatMap(([place, text]) => {
      const key = findApiKey(text, apiKeys);
      return key ? [`${place} has API key ${key.number} of ${apiKeys.length} (${key.form})`] : [];
    });
    assert.deepEqual(found, []);
  }

  async #places() {
    const page = this.#page;
    const { tempDir, logFile } = this.#server;
    const frames = page.frames().map(async (frame, index) => [`frame ${index}`, await frame.content().catch(() => '')]);
    const places = [
      // Settings, state, logs, the open folder, installed extensions, downloads and caches.
      ...[...filesBelow(tempDir), logFile].map((file) => [file, readIfThere(file)]),
      ...(await Promise.all(frames)),
      ['what was shown', [...this.#shown].join('\n')],
      ['what a screen reader reads', await page.locator('body').ariaSnapshot()],
      ['the browser’s storage', await page.evaluate(readStorage)],
      ['the cookies', JSON.stringify(await page.context().cookies())],
      ['the address', page.url()],
      ['the console', this.#console.join('\n')],
    ];
    assert.ok(this.#shown.size > 100, 'what was shown was recorded');
    assert.ok(
      filesBelow(tempDir).some((file) => file.endsWith('.log')),
      'there are logs',
    );
    return places;
  }
}

/** VS Code removes files at any time, for example the backup of an unsaved document. */
function readIfThere(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return '';
  }
}

/** If a folder is removed while it is read, the whole reading fails. Then it is repeated. */
function filesBelow(folder, tries = 0) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code !== 'ENOENT' || tries === 9) throw error;
    return filesBelow(folder, tries + 1);
  }
}

/** Runs in each frame, before any other code. */
function recordInPage() {
  const texts = (globalThis.shownTexts = new Set());
  const labels = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'value', 'alt', 'href'];
  const keep = (node) => {
    texts.add(node.textContent);
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')])
      for (const label of labels) if (element.hasAttribute(label)) texts.add(element.getAttribute(label));
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'attributes') texts.add(target.getAttribute(attributeName) ?? '');
      else if (type === 'characterData') texts.add(target.textContent);
      else for (const node of addedNodes) if (!['STYLE', 'SCRIPT'].includes(node.nodeName)) keep(node);
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: labels });
}

/** Runs in each frame. Returns what was shown since the last call. */
function takeShown() {
  const texts = [...(globalThis.shownTexts ?? [])];
  globalThis.shownTexts?.clear();
  return texts;
}

/** Runs in the page. Returns the API keys that the extension has in SecretStorage. */
async function readApiKeys() {
  const sealed = localStorage.getItem('secrets.provider');
  if (sealed === null) return [];
  const bytes = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0));
  const answer = await fetch('/mint-key', { method: 'POST' });
  const serverHalf = new Uint8Array(await answer.arrayBuffer());
  const raw = bytes.slice(0, 32).map((byte, index) => byte ^ serverHalf[index]);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(32, 44) }, key, bytes.slice(44));
  const secrets = Object.entries(JSON.parse(new TextDecoder().decode(text)));
  return secrets.flatMap(([name, value]) => {
    const { extensionId, key: secret } = JSON.parse(name);
    return extensionId === 'flag-admin.flag-admin' && secret.startsWith('apiKey/') ? [JSON.parse(value).apiKey] : [];
  });
}

/** Runs in the page. Returns everything that the browser stores for it. */
async function readStorage() {
  const kept = [Object.entries(localStorage), Object.entries(sessionStorage)];
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('the browser’s storage could not be read')));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const entries = () => database.transaction(store).objectStore(store);
      kept.push({ name, store, keys: await done(entries().getAllKeys()), values: await done(entries().getAll()) });
    }
    database.close();
  }
  const asText = (_, value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value);
  return JSON.stringify(kept, asText);
}

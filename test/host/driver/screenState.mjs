/** Describes the screen in words when a step failed, because screenshots can't always be viewed. Contains no API key. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findApiKey } from '../../canary/keyForms.mjs';
import { inReview } from './keyboard.mjs';

/** Adds the state of the workbench to the message of an error. */
export async function addScreenState(thrown, { page, canary }) {
  const seen = Promise.all([webviewOf(page), page.evaluate(readScreen)]).catch(({ message }) => [`no answer: ${message}`]);
  const lines = (await Promise.race([seen, sleep(10_000, ['no answer'], { ref: false })])).flat();
  const before = thrown.message;
  const message = `${before}\n\nOn the screen then:\n${lines.map((line) => `- ${line}`).join('\n')}`;
  const bare = (text) => withoutApiKeys(text, canary.apiKeys);
  thrown.stack = bare(thrown.stack.replace(before, () => message));
  thrown.message = bare(message);
  if (Array.isArray(thrown.log)) thrown.log = thrown.log.map(bare);
}

/** Returns the lines of a text. Replaces each line that contains an API key in any encoding. */
function withoutApiKeys(text, apiKeys) {
  const blank = (line) => (findApiKey(line, apiKeys) ? '(a line with an API key)' : line);
  return blank(text.split('\n').map(blank).join('\n'));
}

async function webviewOf(page) {
  if (
    (await page
      .locator('iframe.webview.ready >> visible=true')
      .count()
      .catch(() => 0)) === 0
  )
    return 'webview: none';
  const hasFocus = await inReview(page)
    .locator('html')
    .evaluate(() => document.hasFocus(), undefined, { timeout: 1_000 })
    .catch(() => 'it does not say');
  return `webview: its page has the focus: ${hasFocus}`;
}

/** Runs in the page. The result contains no typed text. */
function readScreen() {
  const seen = (selector, root = document) => [...root.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const words = (one) => (one.innerText ?? '').replace(/\s+/g, ' ').trim().slice(0, 150);
  const nameOf = (one) =>
    one.getAttribute('aria-label') || (one.matches('input, textarea, .native-edit-context') ? '' : words(one));
  const tab = (one) => `${one.matches('.active') ? '*' : ''}${words(one)}${one.matches('.dirty') ? ' (unsaved)' : ''}`;
  const focus = document.activeElement ?? document.body;
  const [question] = seen('.quick-input-widget');
  const asked = (selector) => seen(selector, question).map(words).filter(Boolean);
  return [
    `focus: ${focus.localName}.${[...focus.classList].join('.')} “${nameOf(focus).slice(0, 80)}”`,
    `tabs: ${seen('.tabs-container .tab').map(tab).join(' | ')}`,
    `cursor: ${
      seen('.statusbar-item')
        .map(words)
        .find((text) => text.startsWith('Ln ')) ?? 'none'
    }`,
    `hover: ${seen('.monaco-hover').map(words).join(' | ')}`,
    `lines above the text: ${seen('.codelens-decoration').map(words).join(' | ')}`,
    `notifications: ${seen('.notification-list-item-message').map(words).join(' | ')}`,
    ...seen('.monaco-dialog-box .dialog-message-container').map((box) => `dialog: ${words(box)}`),
    question
      ? `question: ${[...asked('.quick-input-title'), ...asked('.quick-input-message')].join(' – ')}: ${asked('.quick-input-list .monaco-list-row').slice(0, 5).join(' | ')}`
      : 'question: none',
  ];
}

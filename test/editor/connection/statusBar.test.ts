/** Tests the status bar, which shows the connection and the API key in use. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectionStore } from '../../../src/editor/connection/connectionStore.ts';
import '../fakeVscode.ts';

const item = {
  text: '',
  accessibilityInformation: undefined as { readonly label: string } | undefined,
  show: () => undefined,
  hide: () => undefined,
  dispose: () => undefined,
};
const { fakeVscode } = globalThis as unknown as { fakeVscode: Record<string, unknown> & { window: Record<string, unknown> } };
fakeVscode.window.createStatusBarItem = () => item;
fakeVscode.StatusBarAlignment = { Left: 1 };
fakeVscode.MarkdownString = class {
  appendMarkdown(): void {}
  appendText(): void {}
};
// The imported module uses the current members of the fake.
const { standInForVscode } = await import('../standIn.ts');
standInForVscode(fakeVscode);
const { showStatusBar } = await import('../../../src/editor/connection/index.ts');

const never = () => ({ dispose: () => undefined });
const connection = { id: 'c', kind: 'service', name: 'Shop', baseUrl: 'https://shop.example', keyInUse: 'ci', keyNames: ['ci'] };

describe('the status bar', () => {
  it('names the connection and the API key in use', () => {
    const store = { inUse: () => connection, onDidChange: never } as unknown as ConnectionStore;
    showStatusBar(store);
    assert.equal(item.text, '$(plug)\u00a0Shop · ci');
    assert.match(item.accessibilityInformation?.label ?? '', /Shop: https:\/\/shop\.example\. API key: ci/);
  });

  it('has a sentence for screen readers, also for a read-only connection', () => {
    const store = { inUse: () => ({ ...connection, isReadOnly: true }), onDidChange: never } as unknown as ConnectionStore;
    showStatusBar(store);
    assert.match(item.accessibilityInformation?.label ?? '', /nothing is changed through it\. Click/);
  });
});

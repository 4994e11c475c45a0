/** Tests the status bar, which shows the connection and the API key in use. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
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

it('the status bar names the connection and the API key in use, also in a sentence for screen readers', () => {
  for (const [more, text, sentence] of [
    [{}, '$(plug)\u00a0Shop · ci', /Shop: https:\/\/shop\.example\. API key: ci/],
    [{ isReadOnly: true }, '$(lock)\u00a0Shop · ci · read-only', /nothing is changed through it\. Click/],
  ] as const) {
    showStatusBar({ inUse: () => ({ ...connection, ...more }), onDidChange: never } as unknown as ConnectionStore);
    assert.equal(item.text, text);
    assert.match(item.accessibilityInformation?.label ?? '', sentence);
  }
});

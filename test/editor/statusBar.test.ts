/** The status bar: which connection and API key are in use, and where the keys went last, in words as well as in colour. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectionStore } from '../../src/editor/connection/store.ts';
import type { LastTarget } from '../../src/editor/lastTarget.ts';
import './fakeVscode.ts';

const item = {
  text: '',
  backgroundColor: undefined as unknown,
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
// What is imported takes the names that the fake has by now.
const { standInForVscode } = await import('./standIn.ts');
standInForVscode(fakeVscode);
const { showStatusBar } = await import('../../src/editor/connection/statusBar.ts');

const never = () => ({ dispose: () => undefined });
const connection = { id: 'c', kind: 'service', name: 'Shop', baseUrl: 'https://shop.example', keyInUse: 'ci', keyNames: ['ci'] };
function draw(environment: { readonly name: string; readonly isProduction: boolean } | undefined): void {
  const store = { inUse: () => connection, onDidChange: never } as unknown as ConnectionStore;
  const target = environment && { workspace: { name: 'Storefront' }, environment };
  showStatusBar(store, { of: () => target, onDidChange: never } as unknown as LastTarget);
}

describe('the status bar', () => {
  it('does not say that production is what one works in, but that it was chosen last for keys', () => {
    draw({ name: 'production', isProduction: true });
    assert.equal(item.text, '$(plug) Shop · ci · last target: production');
    assert.ok(item.backgroundColor);
    assert.match(item.accessibilityInformation?.label ?? '', /Last target of keys: Storefront \/ production/);
  });

  it('says nothing of it where nothing was chosen, or not production', () => {
    for (const environment of [undefined, { name: 'staging', isProduction: false }]) {
      draw(environment);
      assert.equal(item.text, '$(plug) Shop · ci');
      assert.equal(item.backgroundColor, undefined);
    }
  });
});

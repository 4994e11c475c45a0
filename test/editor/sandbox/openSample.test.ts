/**
 * Tests Open a Sample List of Keys: its keys can be uploaded to a segment of the sandbox, and running it twice opens one
 * document.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guessSource } from '../../../src/operations/keys/sources/guessSource.ts';
import { keyMaker, STOREFRONT_SEGMENTS } from '../../../src/sandbox/world/sampleSegments.ts';
import { documents } from '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';

const { openSample } = await import('../../../src/editor/sandbox/sandboxCommands.ts');

const opened: { text: string }[] = [];
const { fakeVscode } = globalThis as unknown as {
  fakeVscode: { window: Record<string, unknown>; workspace: Record<string, unknown> };
};
fakeVscode.workspace.openTextDocument = async ({ content }: { content: string }) => {
  const document = { isUntitled: true, getText: () => content };
  documents.push(document as never);
  return document;
};
fakeVscode.window.showTextDocument = async (document: { getText(): string }) => opened.push({ text: document.getText() });

describe('the sample list', () => {
  it('is an untitled document with accounts: some are in beta-accounts, and one occurs twice', async () => {
    await openSample();
    const [{ text }] = opened as [{ text: string }];
    const rows = text.trimEnd().split('\n').slice(1);
    const keys = rows.map((row) => row.split(',')[0]!);
    for (const key of keys) assert.match(key, /^acct-\d{5}$/);
    assert.equal(new Set(keys).size, keys.length - 1);
    const keyAt = keyMaker(STOREFRONT_SEGMENTS.find(({ name }) => name === 'beta-accounts')!);
    const held = Array.from({ length: 8 }, (_, index) => keyAt(index));
    const known = new Set(keys).intersection(new Set(held)).size;
    assert.ok(known > 0 && known < keys.length / 2, `${known}`);
    assert.match(JSON.stringify(await guessSource(text, {})), /"account_id"/);
    assert.match(shown.at(-1)?.message ?? '', /^This document is a sample export of the sandbox’s customer accounts/);
  });

  it('is shown again if it is still open', async () => {
    const count = documents.length;
    await openSample();
    assert.equal(documents.length, count);
    assert.equal(opened.length, 2);
  });
});

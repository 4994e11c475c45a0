/** Tests that the page of the panel allows only the extension's files, and that its messages are validated. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../fakeVscode.ts';

const { parseMessage, reviewPage } = await import('../../../src/editor/review/panelPage.ts');

const webview = { cspSource: 'https://own.example', asWebviewUri: (uri: unknown) => uri } as never;
const extensionUri = '/extension' as never;

describe('the page of the review', () => {
  it('allows its own script and style, and nothing else', () => {
    const html = reviewPage(webview, extensionUri);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const nonce = /'nonce-([A-Za-z0-9+/=]{20,})'/.exec(policy)?.[1] ?? 'none';
    assert.equal(policy, `default-src 'none'; style-src https://own.example; script-src 'nonce-${nonce}'`);
    assert.deepEqual(html.match(/<script[^>]*>/g)?.length, 1);
    assert.ok(html.includes(`<script nonce="${nonce}" src=`));
    assert.notEqual(reviewPage(webview, extensionUri), html, 'the nonce is a different one each time');
    assert.doesNotMatch(html, /\son\w+=|javascript:|style="/);
  });
});

describe('a message of the page', () => {
  it('is ignored unless it is a known message with a known action', () => {
    assert.deepEqual(parseMessage({ type: 'ready', more: 1 }), { type: 'ready' });
    assert.deepEqual(parseMessage({ type: 'action', id: 'approve' }), { type: 'action', id: 'approve' });
    for (const other of [
      undefined,
      null,
      'ready',
      [],
      {},
      { type: 'other' },
      { type: 'action' },
      { type: 'action', id: 'toString' },
    ])
      assert.equal(parseMessage(other), undefined);
  });
});

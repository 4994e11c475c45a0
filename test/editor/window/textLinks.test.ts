/** Tests that links in a text lead only to lines of files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TextDocument } from 'vscode';
import { Document, Uri } from '../fakeDocuments.ts';

const { linkedFilesQuery, linksOf } = await import('../../../src/editor/window/textLinks.ts');

const files = [
  { name: 'a (1).csv', uri: 'file:///work/a%20(1).csv' },
  { name: 'a.csv', uri: 'file:///work/a.csv' },
];

const documentOf = (text: string, query: string): TextDocument =>
  new Document(new Uri({ scheme: 'flag-admin-text', path: '/found.txt', query }), text) as unknown as TextDocument;

const targets = (text: string, query = linkedFilesQuery(files)): readonly string[] =>
  linksOf(documentOf(text, query)).map(({ target }) => String(target));

describe('links in a text', () => {
  it('lead to lines of files', () => {
    assert.deepEqual(targets('  a.csv:14  acct-1  is in a.csv:3 already\n  a (1).csv:7\n').toSorted(), [
      'file:///work/a%20(1).csv#L7',
      'file:///work/a.csv#L14',
      'file:///work/a.csv#L3',
    ]);
  });

  it('do not exist if the text only looks like the name of a file, or no line follows', () => {
    assert.deepEqual(targets('not-a.csv:14\na.csv: 14\na.csv:x\nb.csv:1\n'), []);
  });

  it('do not exist in a text that somebody else opened', () => {
    const hostile = [{ name: 'a', uri: 'command:workbench.action.closeWindow' }, { name: 7, uri: 'file:///x' }, null, 'a'];
    for (const query of ['', '{', '{}', 'null', '[]', JSON.stringify(hostile)])
      assert.deepEqual(targets('a:1\n', query), [], query);
  });
});

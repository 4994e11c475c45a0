/** Tests which files count as similar, and what is stored about them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeySource } from '../../../src/domain/keys/keySource.ts';
import { similarFileHash, lastChoice, rememberChoice } from '../../../src/operations/learned/keyFiles.ts';
import { Memento } from '../../editor/fakeContext.ts';

const form = { format: 'lines' } as const;
const mark = (fileName: string, columns: readonly string[] = []): string => similarFileHash(fileName, form, columns);

describe('the stored hash of a file', () => {
  it('is the same for names that differ only in a date or a time', () => {
    for (const [one, other] of [
      ['accounts-2026-11-19.csv', 'accounts-2026-11-26.csv'],
      ['accounts_20261119.csv', 'accounts_20261126.csv'],
      ['19.11.2026 accounts.csv', '26.11.2026 accounts.csv'],
      ['a-2026-11-19T08-30-00.csv', 'a-2026-11-26T10-15-59.csv'],
    ] as const)
      assert.equal(mark(one), mark(other), one);
  });

  it('differs for names that differ in a number', () => {
    assert.notEqual(mark('segment-12.txt'), mark('segment-13.txt'));
    assert.notEqual(mark('v1.2.txt'), mark('v1.3.txt'));
  });

  it('does not contain the names of the columns', () => {
    const text = mark('emails.csv', ['ann@example.com']);
    assert.match(text, /^[\da-f]{64}$/);
    assert.notEqual(text, mark('emails.csv', ['bob@example.com']));
  });
});

it('a field name that may be a key is not stored, but a plain field name is', async () => {
  const store = new Memento();
  const json = (field: string): KeySource => ({ format: 'json', field });
  await rememberChoice(store, 'm', { form: json('user.id'), connectionId: 'c' });
  assert.deepEqual(lastChoice(store, 'm').form, json('user.id'));
  await rememberChoice(store, 'm', { form: json('acct-17.id') });
  assert.deepEqual(lastChoice(store, 'm'), { connectionId: 'c' });
});

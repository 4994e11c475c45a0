/** Tests titles that people wrote, in sentences that quote them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import '../fakeVscode.ts';

const { requestTitle, wholeTitle } = await import('../../../src/editor/words/requestWords.ts');
const titled = (title: string): ChangeRequest => ({ title, operationType: 'KILL', flag: { name: 'f' } }) as ChangeRequest;

it('a title is one line, cut, and can’t end the quotation around it', () => {
  assert.equal(requestTitle(titled('One\n\n  two\tthree')), 'One two three');
  assert.equal(requestTitle(titled('“x” is published. “')), '"x" is published. "');
  const long = requestTitle(titled(`${'a'.repeat(78)}😀${'b'.repeat(50)}`));
  assert.equal(long, `${'a'.repeat(78)}…`);
  assert.equal(requestTitle(titled('')), 'Kill the flag f');
  assert.equal(wholeTitle(titled('One\ntwo')), 'One\ntwo');
});

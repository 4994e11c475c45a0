/** Tests which texts count as e-mail addresses. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isEmailAddress } from '../../src/domain/changeRequests/decisions.ts';

it('an e-mail address has a name, one @ and a domain with a dot, and no spaces', () => {
  for (const text of ['a@b.c', 'maria.doe+x@mail.example.com']) assert.equal(isEmailAddress(text), true, text);
  for (const text of ['', 'maria', '@b.cd', 'ab@bc', 'ab@.cd', 'ab@bc.', 'ab@bc@de.fg', ' ab@bc.de', 'ab@bc.de ', 'a b@bc.de', 'ab@b c.de', 'ab@bc.d e', '@ab@bc.de', 'ab@bc.de@'])
    assert.equal(isEmailAddress(text), false, text);
}); // prettier-ignore

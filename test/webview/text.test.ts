/** Tests how the panel formats numbers and fills templates. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillTemplate, numbersFor } from '../../src/webview/numbers.ts';

it('numbers are written as the language of the page does', () => {
  assert.equal(numbersFor('de').count(100_000), '100.000');
  const { percent, delta } = numbersFor('en');
  assert.deepEqual([percent(33.33333), delta(15), delta(-0.555), delta(0)], ['33.33%', '+15', '-0.56', '0']);
});

it('a template gets its values literally at each placeholder, and keeps placeholders without a value', () => {
  assert.equal(
    fillTemplate('{all}: {shown} of {all} {toString}', { shown: '$& {all}', all: '7' }),
    '7: $& {all} of 7 {toString}',
  );
});

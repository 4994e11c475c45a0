/** Tests the sentences about problems in a definition's text. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import '../fakeVscode.ts';

const { problemSentence } = await import('../../../src/editor/words/problemWords.ts');

it('mentions an earlier rule only if the rule that already matches every key is not the first one', () => {
  const text = 'No key reaches this rule: every key that it would match already matches rule';
  assert.equal(problemSentence({ code: 'unreachableRule', by: 0 }), `${text} 1.`);
  assert.equal(problemSentence({ code: 'unreachableRule', by: 1 }), `${text} 2 or an earlier rule.`);
});

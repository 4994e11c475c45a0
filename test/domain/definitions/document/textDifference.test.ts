/** The edits between two texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { editsBetween } from '../../../../src/domain/definitions/document/textDifference.ts';
import { applyEdits } from '../../../../src/domain/definitions/document/textEdits.ts';
import { runs } from '../../../properties/runs.ts';

describe('the edits between two texts', () => {
  it('make the one of the other, and leave the lines that both have', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd', 'e\n'), { maxLength: 8 }).map((lines) => lines.join('')); // prettier-ignore
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = editsBetween(before, after);
        assert.equal(applyEdits(before, edits), after);
        for (const [at, { span }] of edits.entries()) assert.ok(at === 0 || edits[at - 1]!.span.end < span.start);
        assert.deepEqual(editsBetween(before, before), []);
      }),
      runs(500),
    );
  });

  it('are of the lines that changed', () => {
    assert.deepEqual(editsBetween('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n'), [
      { span: { start: 2, end: 4 }, newText: 'x\n' },
      { span: { start: 8, end: 8 }, newText: 'e\n' },
    ]);
  });
});

/** Tests that the state that a page stores is restored, and that forged state is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { savedPanelIn, restoreText, subjectId, type Side } from '../../../src/editor/review/subject.ts';
import { runs } from '../../properties/runs.ts';

const bound = { connectionId: 'c', connectionName: 'C' };
const savedAs = (restore: unknown): ReturnType<typeof savedPanelIn> => savedPanelIn({ restore });
const comparisonOf = <T>(before: T, after: T) => ({
  kind: 'comparison' as const,
  comparison: { workspace: { id: 'w', name: 'W' }, flagName: 'f', before, after },
});

describe('the subject of a panel', () => {
  it('has its own ID, also if only the sides are swapped or of a different kind, and is restored from what the page stored', () => {
    const environment = (id: string, name: string): Side => ({
      kind: 'environment',
      environment: { id, name, isProduction: true },
    });
    const [one, other] = [environment('a', 'A'), { kind: 'draft', id: 'a', label: 'A' } as const];
    const third = environment('b', 'A');
    const pairs = [[one, other], [other, one], [one, one], [other, other], [third, other]] as const; // prettier-ignore
    const subjects = [...pairs.map(([before, after]) => comparisonOf(before, after)), { kind: 'request', id: 'a' } as const];
    assert.equal(new Set(subjects.map(subjectId)).size, 6);
    for (const subject of subjects) assert.deepEqual(savedAs(restoreText(subject, bound)), { subject, bound });
    const renamed = comparisonOf(environment('a', 'B'), other);
    assert.equal(subjectId(renamed), subjectId(subjects[0]!));
  });

  it('contains no more of its connection than its id and name', () => {
    const inUse = { ...bound, email: 'me@example.com' };
    assert.equal(restoreText({ kind: 'request', id: 'a' }, inUse), restoreText({ kind: 'request', id: 'a' }, bound));
  });

  it('is undefined if the page stored anything else', () => {
    for (const restore of [
      undefined,
      'no json',
      '[]',
      'null',
      '{"subject":{"kind":"request"}}',
      '{"subject":{"kind":"request","id":7}}',
      '{"subject":{"kind":"other","id":"a"}}',
      JSON.stringify({ subject: comparisonOf({}, {}), bound }),
    ])
      assert.equal(savedAs(restore), undefined, String(restore));
    fc.assert(
      fc.property(fc.anything(), (state) => savedPanelIn(state) === undefined),
      runs(200),
    );
  });

  it('counts as production unless the page says otherwise, and has no connection if that part is damaged', () => {
    const side = { kind: 'environment', environment: { id: 'e', name: 'E' } };
    const kept = savedAs(JSON.stringify({ subject: comparisonOf(side, side), bound: { connectionId: 7 } }));
    assert.ok(kept?.subject.kind === 'comparison' && kept.subject.comparison.before.kind === 'environment');
    assert.equal(kept.subject.comparison.before.environment.isProduction, true);
    assert.equal(kept.bound, undefined);
  });
});

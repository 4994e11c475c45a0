/** Tests ages on the page, with the editor's text at each moment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ageFor, agesIn, withAges } from '../../src/webview/ages.ts';
import { sampleView } from './sample.ts';

await import('../editor/fakeVscode.ts');
const { ageInWords, agingText, submittedSentence } = await import('../../src/editor/words/requestWords.ts');

describe('an age in the page', () => {
  const ageOf = ageFor('en');

  it('is rounded down, and written as in the editor', () => {
    const moments = [0.9, 59.9, 60, 119.9, 3_599.9, 3_600, 86_399, 86_400, 172_799, 172_800, -30];
    const ages = ['now', '59 seconds ago', '1 minute ago', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', 'yesterday', 'yesterday', '2 days ago', 'in 30 seconds']; // prettier-ignore
    for (const write of [ageOf, ageInWords])
      assert.deepEqual(
        moments.map((seconds) => write(1e12, 1e12 + seconds * 1000)),
        ages,
      );
  });

  it('is updated in the byline and in facts, and the rest of the view does not change', () => {
    const view = {
      ...sampleView,
      bylineAging: { template: 'By Ada, {age}', at: 1_000 },
      facts: [
        { label: 'Workspace', value: 'Storefront' },
        { label: 'production', value: 'saved', aging: { template: 'changed {age}', at: 61_000 } },
      ],
    };
    const at = (now: number) => withAges(view, (moment) => ageOf(moment, now));
    const [one, other] = [at(61_000), at(121_000)];
    assert.deepEqual([one.byline, ...one.facts.map(({ value }) => value)], ['By Ada, 1 minute ago', 'Storefront', 'changed now']);
    assert.deepEqual([other.byline, other.facts[1]?.value], ['By Ada, 2 minutes ago', 'changed 1 minute ago']);
    assert.equal(one.sections, view.sections);
    assert.notEqual(agesIn(one), agesIn(other));
    assert.equal(agesIn(one), agesIn(at(61_400)));
    assert.deepEqual(
      withAges(sampleView, () => 'never'),
      sampleView,
    );
  });

  it('is inserted at the placeholder in the editor’s sentence, and not in a name', () => {
    const request = (user: string) =>
      ({ comments: [{ comment: 'c', user, role: 'SUBMITTER', timestamp: 5 }] }) as unknown as Parameters<
        typeof submittedSentence
      >[0];
    const aging = (user: string, timestamp = 5) => agingText(timestamp, (age) => submittedSentence(request(user), () => age));
    assert.deepEqual(aging('Ada'), { template: 'Submitted by Ada, {age}', at: 5 });
    assert.equal(aging('{age}'), undefined);
    assert.equal(aging('Ada', 0), undefined, 'no moment has no age');
    assert.equal(aging('Ada', Number.NaN), undefined);
  });
});

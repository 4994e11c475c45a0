/** Tests which rows Upload Identities from Current File… sends: the selected ones, and in a retry the failed ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { file, select } from '../fakeProblems.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { TEXT, deps, failing, lastMessage, posts, run, service, settled, saveAnswers, upload } from './useIdentities.ts';

interface Row {
  readonly key: string;
  readonly values: object;
}
/** Records the rows of each saving call. `answer` returns the answer to the first call. */
function record(answer: () => ReturnType<typeof failing> | undefined): readonly (readonly Row[])[] {
  const bodies: Row[][] = [];
  service.onCall = ({ method }, body) => {
    if (method !== 'POST') return undefined;
    bodies.push(JSON.parse(body) as Row[]);
    return bodies.length > 1 ? undefined : answer();
  };
  return bodies;
}

describe('a retry of identities', () => {
  /** The service refuses b. The file has the text `now` when the retry is pressed. Returns the rows of the retry. */
  async function retryWith(now: string, answers: readonly Answer[], end: RegExp): Promise<readonly Row[] | undefined> {
    file.text = TEXT;
    const told = shown.length;
    const bodies = record(() => {
      file.text = now;
      return failing('b');
    });
    pressNext('Retry Unsaved Identities');
    await answering([...saveAnswers(), 'Save identities (3)', ...answers], async () => {
      await run(deps());
      for (let tries = 0; tries < 1000 && shown.length < told + 2; tries += 1) await setTimeout(10);
      await settled(end);
    });
    assert.equal(shown.length, told + 2);
    assert.ok(bodies.length < 3);
    return bodies[1];
  }
  const retried = (key: string, plan = 'team') => [{ key, values: { plan, Company_name: 'Contoso' } }];

  it('retries a corrected row with its current content, at any line, and sends no other row again', async () => {
    const now = `key,plan,Company name\nnew,free,New\na,changed,Northwind\n\nb,business,Contoso\nc,,Changed\n`;
    assert.deepEqual(await retryWith(now, [], /^1 of 1 identities are saved for the traffic type /), retried('b', 'business'));
  });

  it('asks before a row is sent whose key was corrected, and keeps the retry for a user who cancels', async () => {
    const now = TEXT.replace('b,', 'bb,');
    assert.deepEqual(
      await retryWith(now, ['Save identities (1)'], /^1 of 1 identities are saved for the traffic type /),
      retried('bb'),
    );
    assert.equal(
      await retryWith(now, [undefined], /Identities that were not saved: 1\. The first one is b\. not this one$/),
      undefined,
    );
    assert.deepEqual(shown.at(-1)?.buttons, ['Retry Unsaved Identities']);
  });

  it('reports a row that was removed or became invalid, and sends nothing instead', async () => {
    for (const [from, to, sentence] of [
      ['b,team,Contoso\n', '', /^No longer in identities\.csv: b\. Nothing was sent\.$/],
      ['b,team,Contoso', 'b,,', /^Rows that can no longer be used: line 3\. Nothing/],
      ['key,', 'id,', /^The rows can’t be found again, because the columns of identities\.csv have changed/],
    ] as const)
      assert.equal(await retryWith(TEXT.replace(from, to), [], sentence), undefined);
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Identities…']);
  });
});

describe('an upload of a selection of identities', () => {
  const save = [...saveAnswers(), 'Save identities (2)'];

  it('saves the rows that are selected, with the names of their columns, and says so in each question', async () => {
    const bodies = record(() => undefined);
    // From inside line 3 to the start of line 5, which is not included.
    select([2, 1, 4, 0]);
    const asked = await upload(save);
    const titles = new Set(asked.slice(0, 4).map((question) => question.title));
    assert.deepEqual([...titles], ['Upload Identities from the selection in identities.csv']);
    assert.match(asked[4]?.details[0] ?? '', /^From the selection in identities\.csv\. Attributes: plan, Company_name\. /);
    assert.deepEqual(bodies[0], [
      { key: 'b', values: { plan: 'team', Company_name: 'Contoso' } },
      { key: 'c', values: { Company_name: 'Fabrikam' } },
    ]);
    // Two cursors, and the header, which is not a row.
    select([3, 0, 3, 1], [0, 0, 1, 1]);
    await upload(save);
    assert.deepEqual(bodies[1]?.map(({ key }) => key), ['a', 'c']); // prettier-ignore
  });

  it('says why nothing is saved if no row begins in the selection, or if it contains only a part of a line', async () => {
    select([0, 0, 0, 5]);
    await upload([]);
    assert.equal(lastMessage(), 'No row begins in the selection in identities.csv. Select whole rows, and try again.');
    file.text = '[{"key": "a", "plan": "free"}, {"key": "b", "plan": "team"}]';
    select([0, 1, 0, 28]);
    await upload([]);
    assert.match(lastMessage(), /^Several rows of identities\.csv are in one line\./);
    assert.equal(posts(), 0);
  });
});

/** Tests which rows Upload Identities from Current File… sends: the selected ones, and in a retry the failed ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { file, select } from '../fakeProblems.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { collection, deps, failing, last, posts, service, settled, TEXT, TICKED, TO_SAVE, upload } from './useIdentities.ts';

const { uploadIdentities } = await import('../../../src/editor/identities/uploadIdentities.ts');

describe('a retry of identities', () => {
  /** The service refuses b. The file has the text `now` when the retry is pressed. Returns the bodies of all saving calls. */
  async function retryWith(now: string, answers: readonly Answer[], end: RegExp, messages = 2): Promise<readonly unknown[]> {
    file.text = TEXT;
    const told = shown.length;
    const bodies: unknown[] = [];
    service.onCall = ({ method }, body) => {
      if (method !== 'POST') return undefined;
      bodies.push(JSON.parse(body));
      if (bodies.length > 1) return undefined;
      file.text = now;
      return failing('b');
    };
    pressNext('Retry Only Those');
    await answering([...TO_SAVE, 'Save identities (3)', ...answers], async () => {
      await uploadIdentities(deps(), collection, []);
      for (let tries = 0; tries < 1000 && shown.length < told + messages; tries += 1) await setTimeout(10);
      await settled(end);
    });
    assert.equal(shown.length, told + messages);
    return bodies;
  }
  it('retries a corrected row with its current content, at any line, and sends no other row again', async () => {
    const now = `key,plan,Company name\nnew,free,New\na,changed,Northwind\n\nb,business,Contoso\nc,,Changed\n`;
    const bodies = await retryWith(now, [], /^1 of 1 identities are saved: /);
    assert.deepEqual(bodies[1], [{ key: 'b', values: { plan: 'business', Company_name: 'Contoso' } }]);
    assert.equal(bodies.length, 2);
  });

  it('asks before a row is sent whose key was corrected, and keeps the retry for a user who cancels', async () => {
    const now = TEXT.replace('b,', 'bb,');
    const bodies = await retryWith(now, ['Save identities (1)'], /^1 of 1 identities are saved: /);
    assert.deepEqual(bodies[1], [{ key: 'bb', values: { plan: 'team', Company_name: 'Contoso' } }]);
    const left = await retryWith(now, [undefined], /Not saved: 1, the first of them b\. not this one$/);
    assert.equal(left.length, 1);
    assert.deepEqual(shown.at(-1)?.buttons, ['Retry Only Those']);
  });

  it('reports a row that was removed or became invalid, and sends nothing instead', async () => {
    const gone = await retryWith(
      TEXT.replace('b,team,Contoso\n', ''),
      [],
      /^No longer in identities\.csv: b\. Nothing was sent\.$/,
    );
    assert.equal(gone.length, 1);
    const unusable = await retryWith(
      TEXT.replace('b,team,Contoso', 'b,,'),
      [],
      /^Can’t be used as they are now: line 3\. Nothing/,
    );
    assert.equal(unusable.length, 1);
    const other = await retryWith(
      TEXT.replace('key,', 'id,'),
      [],
      /^The rows can’t be found again: identities\.csv has other columns/,
    );
    assert.equal(other.length, 1);
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Identities…']);
  });

  it('asks about a key that is doubtful now, and sends it as the user decides', async () => {
    const now = TEXT.replace('b,', '"=""b""",');
    const answers = ['Marks of a spreadsheet around values: 1', 'Clean it up: …', 'Save identities (1)'];
    const bodies = await retryWith(now, answers, /^1 of 1 identities are saved: /);
    assert.deepEqual(bodies[1], [{ key: 'b', values: { plan: 'team', Company_name: 'Contoso' } }]);
  });
});

describe('an upload of a selection of identities', () => {
  it('saves the rows that are selected, with the names of their columns, and says so in each question', async () => {
    const bodies: unknown[] = [];
    service.onCall = ({ method }, body) => void (method === 'POST' && bodies.push(...JSON.parse(body)));
    // From inside line 3 to the start of line 5, which is not included.
    select([2, 1, 4, 0]);
    const asked = await upload(['key', TICKED, ...TO_SAVE.slice(2), 'Save identities (2)']);
    const selected = [
      { key: 'b', values: { plan: 'team', Company_name: 'Contoso' } },
      { key: 'c', values: { Company_name: 'Fabrikam' } },
    ];
    assert.deepEqual(bodies.splice(0), selected);
    const title = 'Upload Identities from the selection in identities.csv';
    assert.deepEqual(
      asked.slice(0, 4).map((question) => question.title),
      [title, title, title, title],
    );
    assert.match(asked[4]?.details[0] ?? '', /^From the selection in identities\.csv, with plan, Company_name\. /);
    // Two cursors, and the header, which is not a row.
    select([3, 0, 3, 1], [0, 0, 1, 1]);
    await upload(['key', TICKED, ...TO_SAVE.slice(2), 'Save identities (2)']);
    assert.deepEqual(
      bodies.map((one) => (one as { key: string }).key),
      ['a', 'c'],
    );
  });

  it('says why nothing is saved if no row begins in the selection, or if it contains only a part of a line', async () => {
    select([0, 0, 0, 5]);
    await upload([]);
    assert.equal(last(), 'No row begins in the selection in identities.csv. Select whole rows, and try again.');
    file.text = '[{"key": "a", "plan": "free"}, {"key": "b", "plan": "team"}]';
    select([0, 1, 0, 28]);
    await upload([]);
    assert.match(last(), /^Several rows of identities\.csv are in one line\./);
    assert.equal(posts(), 0);
  });

  it('retries the failed rows of a selection, and no row outside it', async () => {
    select([2, 0, 3, 1]);
    const bodies: { readonly key: string }[][] = [];
    service.onCall = ({ method }, body) => {
      if (method !== 'POST') return undefined;
      bodies.push(JSON.parse(body));
      return bodies.length > 1 ? undefined : { status: 200, body: { objects: [{ key: 'c' }], failed: [] } };
    };
    pressNext('Retry Only Those');
    await answering([...TO_SAVE, 'Save identities (2)'], async () => {
      await uploadIdentities(deps(), collection, []);
      await settled(/^1 of 1 identities are saved: /);
    });
    assert.deepEqual(
      bodies.map((rows) => rows.map(({ key }) => key)),
      [['b', 'c'], ['b']],
    );
  });
});

/** Tests Upload Identities from Current File… with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { log, Memento } from '../fakeContext.ts';
import { closeFile, file, problems } from '../fakeProblems.ts';
import { executed, pressNext, progresses, shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import {
  SELECTED_COLUMNS,
  deps,
  failing,
  lastMessage,
  opened,
  posts,
  run,
  service,
  settled,
  saveAnswers,
  upload,
  valuesOf,
} from './useIdentities.ts';
import { currentFake } from '../standIn.ts';

const { reportFailure } = await import('../../../src/editor/window/notifications.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');
const { registerIdentities } = await import('../../../src/editor/identities/index.ts');

describe('Upload Identities from Current File…', () => {
  it('remembers a refusal: asks for the API key when the user continues, and no longer once that key was accepted', async () => {
    const used: string[] = [];
    pressNext('Go On…');
    await answering([...saveAnswers(), 'Save identities (3)', 'Use “submitter-key” this once'], async () => {
      await run(deps(new Memento(), used, 'read-only-key'));
      await settled(/3 of 3 identities are saved/);
    });
    assert.deepEqual(used, ['submitter-key']);
  });

  it('asks for the column of the key, the columns of attributes and the target, and saves the values as text', async () => {
    const asked = await upload([...saveAnswers(['Company name']), 'Save identities (3)']);
    assert.deepEqual(asked[0]?.options, ['key', 'plan', 'Company name', 'The first row is an identity, not a header']);
    const renamed = 'Company name · → Company_name: the column name contains characters that an attribute ID can’t have';
    assert.deepEqual(asked[1]?.options, ['plan · → plan', renamed]);
    assert.match(lastMessage(), /3 of 3 identities are saved for the traffic type account in Storefront \/ development/);
    assert.deepEqual([problems, await valuesOf('a')], [[], { Company_name: 'Northwind' }]);
  });

  it('shows only the beginning of a long cell, so that the cells of the other rows are visible', async () => {
    file.text = `key,notes\na,${'x'.repeat(10_001)}\nb,short\n`;
    const [asked] = await upload(['key', undefined]);
    assert.deepEqual(asked?.details, ['a, b', `${'x'.repeat(60)}…, short`]);
  });

  it('preselects only columns whose name is a valid attribute ID, and marks the columns that can’t be used', async () => {
    file.text = 'account_id,Größe,日本,plan,Plan Name,Plan_Name\nacc-1,1,2,3,4,5\n';
    const [, columns] = await upload(['account_id', undefined]);
    assert.deepEqual(columns?.ticked, ['plan', 'Plan_Name']);
    assert.deepEqual(columns.options, [
      'Größe · → Gr_e: the column name contains characters that an attribute ID can’t have',
      '日本 · not usable: its name can’t be turned into an attribute ID',
      'plan · → plan',
      'Plan Name · not usable: the column “Plan_Name” has the same attribute ID',
      'Plan_Name · → Plan_Name',
    ]);
    const barred = await upload(['account_id', ['日本', 'Plan Name']]);
    assert.equal(barred.length, 2, 'the question stays open, because nothing usable is ticked');
  });

  it('asks about doubtful keys before anything is sent, and saves them as the user decides', async () => {
    file.text = 'key,plan\n="0001",pro\nNULL,free\nacc-3,pro\n';
    const clean = ['Values in the spreadsheet notation for text: 1', 'Clean up the value: …'];
    const leave = ['Placeholders for empty cells: 1', 'Leave them out'];
    const asked = await upload([...saveAnswers(['plan']), ...clean, ...leave, 'Save identities (2)']);
    assert.match(asked.at(-5)?.title ?? '', / – doubtful values: 2$/);
    assert.equal(asked.at(-5)?.details[0], 'line 2 ="0001"');
    assert.match(lastMessage(), /2 of 2 identities are saved/);
    assert.deepEqual(await valuesOf('0001'), { plan: 'pro' });
  });

  it('marks the key column and the traffic type of the last upload, and offers them first', async () => {
    const memory = new Memento();
    file.text = 'key,plan,id\na,free,x\nb,team,y\n';
    const save = (key: string, ...answers: readonly Answer[]) =>
      answering([key, ['plan'], 'development · Storefront', ...answers], () => run(deps(memory)));
    await save('id', 'user', 'Save identities (2)');
    const [column, , , type] = await save('id · used last time for a file like this', undefined);
    assert.deepEqual([column?.options[0], column?.active], ['id · used last time for a file like this', 'id']);
    assert.deepEqual([type?.options[0], type?.active], ['user · used last time for a file like this', 'user']);
    // The name of a column may be a customer's key.
    const stored = JSON.stringify(memory.get('keys.files'));
    assert.deepEqual([stored === undefined, /"(?:id|key|plan)"/.test(stored)], [false, false]);
  });

  it('can treat the first row as an identity', async () => {
    file.text = 'a,free\nb,team\n';
    const asked = await upload(['The first row is a header with the column names', 'a', undefined]);
    assert.deepEqual(asked[1]?.options, ['a', 'free', 'The first row is an identity, not a header']);
  });

  it('reports the rows and keys before anything is sent', async () => {
    await upload([...saveAnswers(), 'Show what was found', undefined]);
    const [name, text] = opened.at(-1) ?? ['', ''];
    assert.equal(name, 'identities.csv – found.txt');
    for (const line of ['1 repeated', 'Save identities (3)', '  line 5: a is already in line 2. Only line 2 is saved.'])
      assert.ok(text.includes(line), text);
    // Otherwise, a saved file would be read as a list with a key in each line.
    assert.ok(isOwnText(text), text);
    assert.equal(posts(), 0);
  });

  it('asks for the name of production', async () => {
    const asked = await upload(['key', SELECTED_COLUMNS, 'production · Storefront', 'account', 'Save identities (3)', undefined]);
    assert.match(asked.at(-1)?.prompt ?? '', /This changes production/);
    assert.equal(posts(), 0);
  });

  it('keeps the marks as long as the file is open, and offers the retry beside the problems', async () => {
    service.onCall = ({ method }) => (method === 'POST' ? failing('b') : undefined);
    pressNext('Show Problems');
    await upload();
    await settled(
      /2 of 3 identities are saved for the traffic type account in Storefront \/ development\. Identities that were not saved: 1\. They are marked in identities\.csv/,
    );
    assert.deepEqual(problems, [[3, 'The service did not confirm the identity b. not this one']]);
    const isShown = (): boolean => executed.at(-1)?.[0] === 'workbench.actions.view.problems';
    for (let tries = 0; tries < 1000 && !isShown(); tries += 1) await setTimeout(5);
    assert.ok(isShown());
    assert.ok(shown.at(-1)?.buttons.includes('Retry Unsaved Identities'));
    registerIdentities(deps());
    closeFile();
    assert.deepEqual(problems, []);
  });

  it('is not continued through a different connection, and can be continued later', async () => {
    const given = deps();
    let now: Connected = (await given.connections.orAsk())!;
    file.text = ['key,plan', ...Array.from({ length: 1500 }, (_, index) => `k${index},free`)].join('\n');
    // Half of the identities are saved, and then the API key is refused. When the button is pressed, a different connection is in
    // use.
    service.onCall = ({ method }) => {
      if (method !== 'POST' || posts() !== 2) return undefined;
      // Like the client of a replaced API key.
      void now.client.close();
      now = { ...now, connectionId: 'c2', connectionName: 'Lab', client: service.as('release-key') };
      return { status: 401, body: { code: 401, message: 'no', details: null, transactionId: null } };
    };
    pressNext('Go On…');
    const connections = { ...given.connections, orAsk: async () => now };
    await answering([...saveAnswers(['plan']), 'Save identities (1,500)'], () => run({ ...given, connections }));
    await settled(/^A different connection is needed: switch to “Sandbox” first\.$/);
    assert.deepEqual([posts(), shown.at(-1)?.buttons], [2, ['Go On…']]);
  });

  it('says that nothing was sent if the service fails when the permit is asked for', async () => {
    service.onCall = ({ path }) =>
      /\/environments\/ws\//.test(path) && service.count('GET', /\/environments\/ws\//) > 1
        ? { status: 503, body: {} }
        : undefined;
    await upload().then(
      () => assert.fail('it was sent'),
      (error: unknown) => reportFailure(error, log),
    );
    assert.match(lastMessage(), /^Not done: Upload Identities from identities\.csv in Storefront \/ development\. .*\(503\)/);
    assert.equal(posts(), 0);
  });

  it('can still be continued after another button was pressed, or after Go On failed during an outage', async () => {
    file.text = ['key,plan', ...Array.from({ length: 1500 }, (_, index) => `k${index},free`)].join('\n');
    for (const button of ['Enter API Key…', 'Go On…']) {
      service.seen.length = 0;
      let isOut = false;
      service.onCall = ({ method }) => {
        if (isOut) return { status: 503, body: {} };
        isOut = method === 'POST' && posts() === 2;
        return isOut ? { status: 401, body: { code: 401, message: 'no', details: null, transactionId: null } } : undefined;
      };
      pressNext(button);
      const from = shown.length;
      await answering([...saveAnswers(['plan']), 'Save identities (1,500)'], () => run(deps()));
      const isAgain = (): boolean =>
        shown.slice(from).filter(({ message }) => message.startsWith('1,000 of 1,500 ')).length === 2;
      for (let tries = 0; tries < 1000 && !isAgain(); tries += 1) await setTimeout(10);
      assert.ok(
        isAgain(),
        shown
          .slice(from)
          .map(({ message }) => message)
          .join('\n'),
      );
      assert.equal(shown.at(-1)?.buttons[0], 'Go On…');
    }
  });

  it('reports the saved identities when it is cancelled', async () => {
    file.text = ['key,plan', ...Array.from({ length: 2500 }, (_, index) => `k${index},free`)].join('\n');
    service.onCall = async ({ method }) => {
      if (method === 'POST' && posts() === 2) progresses.at(-1)?.cancel();
      return undefined;
    };
    await upload([...saveAnswers(['plan']), 'Save identities (2,500)']);
    assert.match(lastMessage(), /^At least 1,000 of 2,500 identities were saved for the traffic type account in /);
    assert.equal(posts(), 2);
  });

  it('reports the supported formats and sizes for a file that the editor does not open as text', async (test) => {
    test.mock.method(currentFake().workspace as { openTextDocument(): unknown }, 'openTextDocument', () =>
      Promise.reject(new Error('Files above 50MB')),
    );
    await upload([]);
    assert.equal(
      lastMessage(),
      'identities.csv can’t be opened as text. Save it as CSV or JSON, of at most 50 MB, and try again.',
    );
  });

  it('says why there is nothing to save', async () => {
    const none = /^There is no identity in identities\.csv\./;
    for (const [text, sentence, answers] of [
      ['', none, []],
      ['[{"key": }]', /can’t be read from line 1:10 on/, []],
      ['{\n"a": {"plan": "x"}\n}', none, []],
      ['a\nb\n', none, []],
      ['key,plan\n', none, []],
      ['key,plan\n,free\n', none, ['key', ['plan']]],
      ['key,city\na,K\uFFFDln\n', /has characters that could not be read\. Reopen it with the encoding/, ['key', ['city']]],
    ] as const) {
      file.text = text;
      await upload(answers);
      assert.match(lastMessage(), sentence);
    }
  });
});

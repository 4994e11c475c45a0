/** Upload Identities from Current File…, answered by hand: with the real client over the real sandbox. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../src/editor/service/connected.ts';
import type { IdentitiesDeps } from '../../src/editor/identities/index.ts';
import { useService, type KeyName } from '../operations/service.ts';
import { Memento } from './fakeContext.ts';
import { closeFile, file, problems, select } from './fakeProblems.ts';
import { executed, pressNext, progresses, shown } from './fakeVscode.ts';
import { createWatch } from '../../src/operations/keyAnswers.ts';
import { rememberAble } from '../../src/operations/keyRecords.ts';
import { answering, type Answer } from './scripted.ts';

const { isOwnText } = await import('../../src/editor/texts/ownText.ts');
const { registerIdentities } = await import('../../src/editor/identities/index.ts');
const { uploadIdentities } = await import('../../src/editor/identities/uploadIdentities.ts');

const service = useService();
const opened: (readonly [string, string])[] = [];
const { fakeVscode } = globalThis as unknown as { fakeVscode: typeof import('vscode') };
const collection = fakeVscode.languages.createDiagnosticCollection('flag-admin');

function deps(memory = new Memento(), used: string[] = [], inUse: KeyName = 'submitter-key'): IdentitiesDeps {
  const withKey = (keyName: KeyName): Connected => {
    const { origin } = service.as(keyName);
    const client = createWatch(memory, assert.ifError)(
      service.as(keyName),
      { connectionId: 'c1', origin, keyName },
      () => undefined,
    );
    return {
      connectionId: 'c1',
      connectionName: 'Sandbox',
      origin,
      isSandbox: true,
      isReadOnly: false,
      email: undefined,
      keyName,
      keyNames: ['submitter-key', 'release-key', 'read-only-key'],
      client,
    };
  };
  return {
    connections: {
      orAsk: async () => withKey(inUse),
      nameOf: () => 'Sandbox',
      chosen: () => ({ id: 'c2', name: 'Lab' }),
      withKey: async (keyName: KeyName) => (used.push(keyName), withKey(keyName)),
    },
    memory,
    log: { warn: () => undefined },
    texts: { open: async (name: string, text: string) => void opened.push([name, text]) },
  } as unknown as IdentitiesDeps;
}

const last = (): string => shown.at(-1)?.message ?? '';
const posts = (): number => service.count('POST', /identities/);
/** Enter takes the columns that are ticked. */
const TICKED = ['plan', 'Company name'];
const TO_SAVE: readonly Answer[] = ['key', TICKED, 'development · Storefront', 'account'];
const upload = (answers: readonly Answer[] = [...TO_SAVE, 'Save identities (3)']) =>
  answering(answers, () => uploadIdentities(deps(), collection, []));
/** What a button of the last message leads to. */
const settled = async (sentence: RegExp): Promise<void> => {
  for (let tries = 0; tries < 1000 && !sentence.test(last()); tries += 1) await setTimeout(10);
  assert.match(last(), sentence);
};
const failing = (key: string) => {
  const objects = ['a', 'b', 'c'].filter((one) => one !== key).map((one) => ({ key: one }));
  return { status: 200, body: { objects, failed: [{ object: { key, values: {} }, status: 400, message: 'not this one' }] } };
};

beforeEach(() => {
  file.text = 'key,plan,Company name\na,free,Northwind\nb,team,Contoso\nc,,Fabrikam\na,again,Northwind\n';
  file.isClosed = false;
  select();
});

describe('Upload Identities from Current File…', () => {
  it('offers another API key where the one in use was refused to change anything there', async () => {
    const memory = new Memento();
    const used: string[] = [];
    const { origin } = service.as('submitter-key');
    const key = { connectionId: 'c1', origin, keyName: 'submitter-key' };
    await rememberAble(memory, key, 'change', service.environment('development').id, false);
    await answering([...TO_SAVE, 'Save identities (3)', 'Use “release-key” this once'], () =>
      uploadIdentities(deps(memory, used), collection, []),
    );
    assert.deepEqual(used, ['release-key']);
    assert.match(last(), /3 of 3 identities are saved/);
  });

  it('learns from a refusal: who goes on is asked with which API key, and no more once that one could', async () => {
    const used: string[] = [];
    pressNext('Go On…');
    await answering([...TO_SAVE, 'Save identities (3)', 'Use “submitter-key” this once'], async () => {
      await uploadIdentities(deps(new Memento(), used, 'read-only-key'), collection, []);
      await settled(/3 of 3 identities are saved/);
    });
    assert.deepEqual(used, ['submitter-key']);
  });

  it('asks which column is the key and which are attributes, where they go, and saves them as text', async () => {
    const asked = await upload(['key', ['Company name'], ...TO_SAVE.slice(2), 'Save identities (3)']);
    assert.deepEqual(asked[0]?.options, ['key', 'plan', 'Company name', 'The first row holds an identity, too']);
    assert.deepEqual(asked[1]?.options, ['plan · → plan', 'Company name · → Company_name']);
    assert.match(last(), /3 of 3 identities are saved: account in Storefront \/ development/);
    assert.deepEqual(problems, []);
    const client = service.as('submitter-key');
    const { workspaceId, environmentId } = service.place('development');
    const type = (await client.listTrafficTypes(workspaceId)).find(({ name }) => name === 'account');
    const place = { trafficTypeId: type?.id ?? '', environmentId, key: 'a', isKnown: true };
    assert.deepEqual((await client.mergeIdentity(place, {})).objects[0]?.values, { Company_name: 'Northwind' });
  });

  it('shows the beginning of a long cell, which would push those of the other rows away', async () => {
    file.text = `key,notes\na,${'x'.repeat(10_001)}\nb,short\n`;
    const asked = await upload(['key', undefined]);
    const shortened = `${'x'.repeat(60)}…, short`;
    assert.deepEqual(asked[0]?.details, ['a, b', shortened]);
    assert.ok(asked[1]?.details.includes(shortened));
  });

  it('can take the first row for an identity', async () => {
    file.text = 'a,free\nb,team\n';
    const asked = await upload(['The first row names the columns', 'a', undefined]);
    assert.deepEqual(asked[1]?.options, ['a', 'free', 'The first row holds an identity, too']);
  });

  it('reports what was found before anything is sent', async () => {
    await upload([...TO_SAVE, 'Show what was found', undefined]);
    const [name, text] = opened.at(-1) ?? ['', ''];
    assert.equal(name, 'identities.csv – found.txt');
    for (const line of ['1 repeated', 'Save identities (3)', '  line 5: a is already in line 2, which is the one that is saved'])
      assert.ok(text.includes(line), text);
    // Saved as a file, it would else be taken for a list, with a key in each of its lines.
    assert.ok(isOwnText(text), text);
    assert.equal(posts(), 0);
  });

  it('asks for the name of production', async () => {
    const asked = await upload(['key', TICKED, 'production · Storefront', 'account', 'Save identities (3)', undefined]);
    assert.match(asked.at(-1)?.prompt ?? '', /This changes production/);
    assert.equal(posts(), 0);
  });

  it('marks what was not taken, and clears the marks when the rest is saved by a retry', async () => {
    service.onCall = ({ method }) => (method === 'POST' && posts() === 1 ? failing('b') : undefined);
    pressNext('Retry Only Those');
    const bodies = posts();
    await upload();
    await settled(/1 of 1 identities are saved: account in Storefront \/ development/);
    assert.equal(posts() - bodies, 2);
    assert.deepEqual(problems, []);
  });

  it('keeps the marks as long as the file is open, and offers the retry beside the problems', async () => {
    service.onCall = ({ method }) => (method === 'POST' ? failing('b') : undefined);
    pressNext('Show Problems');
    const before = shown.length;
    await upload();
    await settled(/2 of 3 identities are saved: account in Storefront \/ development\. Not saved: 1, marked in identities\.csv/);
    assert.deepEqual(problems, [[3, 'The service did not confirm the identity b. not this one']]);
    for (let tries = 0; tries < 2000 && shown.length < before + 2; tries += 1) await setTimeout(5);
    assert.deepEqual(executed.at(-1), ['workbench.actions.view.problems']);
    assert.ok(shown.at(-1)?.buttons.includes('Retry Only Those'));
    registerIdentities(deps());
    closeFile();
    assert.deepEqual(problems, []);
  });

  it('marks nothing in a file that has changed, and offers the retry all the same', async () => {
    service.onCall = ({ method }) => {
      file.text += 'd,free,New\n';
      return method === 'POST' ? failing('b') : undefined;
    };
    await upload();
    assert.equal(posts(), 1);
    assert.deepEqual(problems, []);
    assert.match(last(), /Not saved: 1, the first of them b\. not this one$/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Retry Only Those']);
  });

  /** The service refuses b; the file has the text `now` when the retry is pressed. Gives the bodies of all calls that save. */
  async function retryWith(now: string, answers: readonly Answer[], end: RegExp, messages = 2): Promise<readonly unknown[]> {
    file.text = before;
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
  const before = 'key,plan,Company name\na,free,Northwind\nb,team,Contoso\nc,,Fabrikam\na,again,Northwind\n';

  it('retries a corrected row as it is now, wherever it stands, and sends no other again', async () => {
    const now = `key,plan,Company name\nnew,free,New\na,changed,Northwind\n\n${'b,business,Contoso'}\nc,,Changed\n`;
    const bodies = await retryWith(now, [], /^1 of 1 identities are saved: /);
    assert.deepEqual(bodies[1], [{ key: 'b', values: { plan: 'business', Company_name: 'Contoso' } }]);
    assert.equal(bodies.length, 2);
  });

  it('asks before a row is sent whose key was corrected, and keeps the retry for who walks away', async () => {
    const now = before.replace('b,', 'bb,');
    const bodies = await retryWith(now, ['Save identities (1)'], /^1 of 1 identities are saved: /);
    assert.deepEqual(bodies[1], [{ key: 'bb', values: { plan: 'team', Company_name: 'Contoso' } }]);
    const left = await retryWith(now, [undefined], /Not saved: 1, the first of them b\. not this one$/);
    assert.equal(left.length, 1);
    assert.deepEqual(shown.at(-1)?.buttons, ['Retry Only Those']);
  });

  it('says of a row that is gone, or can’t be used any more, that it is so, and sends nothing in its place', async () => {
    const gone = await retryWith(
      before.replace('b,team,Contoso\n', ''),
      [],
      /^Not in identities\.csv any more: b\. Nothing was sent\.$/,
    );
    assert.equal(gone.length, 1);
    const unusable = await retryWith(
      before.replace('b,team,Contoso', 'b,,'),
      [],
      /^Can’t be used as they are now: line 3\. Nothing/,
    );
    assert.equal(unusable.length, 1);
    const other = await retryWith(
      before.replace('key,', 'id,'),
      [],
      /^The rows can’t be found again: identities\.csv has other columns/,
    );
    assert.equal(other.length, 1);
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Identities…']);
  });

  it('says before the rest is sent which rows are gone', async () => {
    file.text = before;
    const bodies: unknown[] = [];
    service.onCall = ({ method }, body) => {
      if (method !== 'POST') return undefined;
      bodies.push(JSON.parse(body));
      if (bodies.length > 1) return undefined;
      file.text = before.replace('c,,Fabrikam\n', '');
      return { status: 200, body: { objects: [{ key: 'a' }], failed: [] } };
    };
    pressNext('Retry Only Those');
    const asked = await answering([...TO_SAVE, 'Save identities (3)', 'Save identities (1)'], async () => {
      await uploadIdentities(deps(), collection, []);
      await settled(/^1 of 1 identities are saved: /);
    });
    assert.deepEqual(asked.at(-1)?.details, ['Not in identities.csv any more: c.']);
    assert.equal(asked.at(-1)?.active, undefined, 'a second Enter sends nothing');
    assert.deepEqual(bodies[1], [{ key: 'b', values: { plan: 'team', Company_name: 'Contoso' } }]);
  });

  it('saves the rows that are selected, with the names of their columns, and says so in each question', async () => {
    const bodies: unknown[] = [];
    service.onCall = ({ method }, body) => void (method === 'POST' && bodies.push(...JSON.parse(body)));
    // From within line 3 to the start of line 5, which is not selected.
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
    // Two cursors, and the header, which is no row.
    select([3, 0, 3, 1], [0, 0, 1, 1]);
    await upload(['key', TICKED, ...TO_SAVE.slice(2), 'Save identities (2)']);
    assert.deepEqual(
      bodies.map((one) => (one as { key: string }).key),
      ['a', 'c'],
    );
  });

  it('reads the file in sight, not the log in front, and names it', async (t) => {
    const window = fakeVscode.window as unknown as { activeTextEditor: unknown };
    const usual = window.activeTextEditor;
    t.after(() => (window.activeTextEditor = usual));
    const uri = Object.assign(new (file.uri.constructor as new (path: string) => object)('Flag Admin'), { scheme: 'output' });
    window.activeTextEditor = { document: { uri, getText: () => 'key,plan\nlog,free\n' }, selections: [] };
    const asked = await upload([...TO_SAVE, undefined]);
    assert.equal(asked[2]?.title, 'Upload Identities from identities.csv', 'where they go');
    assert.ok(asked.at(-1)?.options.includes('Save identities (3)'));
  });

  it('says why nothing is saved of a selection in which no row begins, or that has a part of a line of rows', async () => {
    select([0, 0, 0, 5]);
    await upload([]);
    assert.equal(last(), 'No row begins in the selection in identities.csv. Select whole rows, and try again.');
    file.text = '[{"key": "a", "plan": "free"}, {"key": "b", "plan": "team"}]';
    select([0, 1, 0, 28]);
    await upload([]);
    assert.match(last(), /^Several rows of identities\.csv are in one line\./);
    assert.equal(posts(), 0);
  });

  it('retries the failed rows of a selection, and none that was not selected', async () => {
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

  it('says how far it came when the service is gone, and goes on from there', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => `k${index},free`);
    file.text = ['key,plan', ...rows].join('\n');
    let isGone = true;
    service.onCall = ({ method }) => (method === 'POST' && isGone && posts() > 1 ? 'loseRequest' : undefined);
    await upload(['key', ['plan'], ...TO_SAVE.slice(2), 'Save identities (2,500)']);
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(last(), /\. 1,000 of 2,500 identities are saved, or a few more: account in /);
    assert.ok(shown.at(-1)?.buttons.includes('Go On…'));

    service.seen.length = 0;
    pressNext('Go On…');
    isGone = false;
    service.onCall = ({ method }) => (method === 'POST' && posts() === 2 ? { status: 400, body: {} } : undefined);
    await upload(['key', ['plan'], ...TO_SAVE.slice(2), 'Save identities (2,500)']);
    await settled(/2,500 of 2,500 identities are saved/);
    assert.equal(posts(), 4);
  });

  /** Half of it is saved, then the API key is refused; by the time that “Go On…” is pressed, `later` is in use. */
  async function goOnWith(later: (begun: Connected) => Connected): Promise<void> {
    const given = deps();
    let now = (await given.connections.orAsk())!;
    const connections = { ...given.connections, orAsk: async () => now };
    file.text = ['key,plan', ...Array.from({ length: 1500 }, (_, index) => `k${index},free`)].join('\n');
    service.onCall = ({ method }) => {
      if (method !== 'POST' || posts() !== 2) return undefined;
      // As it is with the client of an API key that is replaced.
      void now.client.close();
      now = later(now);
      return { status: 401, body: { code: 401, message: 'no', details: null, transactionId: null } };
    };
    pressNext('Go On…');
    const answers = ['key', ['plan'], ...TO_SAVE.slice(2), 'Save identities (1,500)'];
    await answering(answers, () => uploadIdentities({ ...given, connections }, collection, []));
  }

  it('goes on with the API key that is in use by then', async () => {
    await goOnWith((begun) => ({ ...begun, keyName: 'release-key', client: service.as('release-key') }));
    await settled(/1,500 of 1,500 identities are saved/);
    assert.equal(posts(), 3);
  });

  it('goes on through no other connection, and can be gone on with later', async () => {
    await goOnWith((begun) => ({ ...begun, connectionId: 'c2', connectionName: 'Lab', client: service.as('release-key') }));
    await settled(/^This belongs to the connection “Sandbox”: switch to it first\.$/);
    assert.equal(posts(), 2);
    assert.deepEqual(shown.at(-1)?.buttons, ['Go On…']);
  });

  it('says what is saved when it is cancelled', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => `k${index},free`);
    file.text = ['key,plan', ...rows].join('\n');
    service.onCall = async ({ method }) => {
      if (method === 'POST' && posts() === 2) progresses.at(-1)?.cancel();
      return undefined;
    };
    await upload(['key', ['plan'], ...TO_SAVE.slice(2), 'Save identities (2,500)']);
    assert.match(last(), /^1,000 of 2,500 identities are saved, or a few more: account in /);
    assert.equal(posts(), 2);
  });

  it('says of which form and size a file may be that the editor does not open as text', async (test) => {
    test.mock.method(fakeVscode.workspace, 'openTextDocument', () => Promise.reject(new Error('Files above 50MB')));
    await upload([]);
    assert.equal(last(), 'identities.csv can’t be opened as text. Save it as CSV or JSON, of at most 50 MB, and try again.');
  });

  it('says why there is nothing to save', async () => {
    for (const [text, sentence] of [
      ['', /^There is no identity in identities\.csv\./],
      ['[{"key": }]', /can’t be read from line 1:10 on/],
      ['{\n"a": {"plan": "x"}\n}', /^There is no identity in /],
      ['a\nb\n', /^There is no identity in /],
      ['key,plan\n', /^There is no identity in /],
    ] as const) {
      file.text = text;
      await upload([]);
      assert.match(last(), sentence);
    }
    file.text = 'key,plan\n,free\n';
    await upload(['key', ['plan']]);
    assert.match(last(), /^There is no identity in identities\.csv\./);
    file.text = 'key,city\na,K\uFFFDln\n';
    await upload(['key', ['city']]);
    assert.match(last(), /has characters that could not be read\. Reopen it with the encoding it was saved in/);
  });
});

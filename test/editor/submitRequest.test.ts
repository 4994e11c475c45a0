/** Submit Change Request… and Kill Flag… over the real sandbox: every operation, drafts, refusals, and nothing sent twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/operations/learnt.ts';
import { useService, type KeyName } from '../operations/service.ts';
import { log } from './fakeContext.ts';
import { executed, pressNext, shown } from './fakeVscode.ts';
import { questions, withReplies } from './person.ts';
import { answering, back } from './scripted.ts';

const { submitChangeRequest } = await import('../../src/editor/changeRequests/submitRequest.ts');
const { createPropose } = await import('../../src/editor/changeRequests/index.ts');
const { killFlag, restoreFlag } = await import('../../src/editor/flags/switchFlag.ts');
const { isOwnText } = await import('../../src/editor/ownText.ts');
const { createLearnt } = await import('../../src/operations/learnt.ts');

const service = useService();
const keep = { keep: true } as const;
const submit = 'Submit the change request';

function createStore(): Store {
  const values = new Map<string, unknown>();
  return {
    get: <T>(key: string) => values.get(key) as T | undefined,
    update: async (key, value) => void values.set(key, structuredClone(value)),
  };
}

function openWindow(memory = createStore(), workspaceMemory = createStore(), keyName: KeyName = 'submitter-key') {
  const client = service.as(keyName);
  const connected = {
    connectionId: 'c',
    connectionName: 'Sandbox',
    origin: client.origin,
    isSandbox: true,
    isReadOnly: false,
    email: undefined,
    keyName,
    keyNames: [keyName],
    client,
  };
  const opened: { readonly name: string; readonly text: string }[] = [];
  const learnt = createLearnt(memory);
  const texts = { open: async (name: string, text: string) => void opened.push({ name, text }), keep: async () => undefined };
  const proposing = { learnt, memory, workspaceMemory, texts: texts as never, log, refresh: () => undefined };
  const connections = { inUse: async () => connected, orAsk: async () => connected, withKey: async () => connected };
  const deps = { ...proposing, connections: connections as never, propose: createPropose(proposing) };
  return { deps, memory, workspaceMemory, opened, learnt, connected };
}

const flagIn = (environment: string, name: string) => ({
  target: {
    kind: 'flag',
    workspace: { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false },
    environment: service.environment(environment),
    name,
  },
});
const openRequest = async (environment: string, name: string): Promise<string | null | undefined> =>
  (await service.as('submitter-key').readDefinition(service.workspace('Storefront'), name, service.environment(environment).id))
    .openChangeRequestId;
const posts = (): number => service.count('POST', /^\/changeRequests\//);

describe('Submit Change Request…', () => {
  it('asks for all that an operation needs, shows what it would change and the exact call, and submits once', async () => {
    const { deps, opened } = openWindow();
    const told = await withReplies(
      ['Remove the definition', 'Ramping', 'Not used any more', 'Nobody asks for it.', '', 'Show the exact call', submit],
      () => submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /^The change request “Not used any more” is submitted\. .* release-key/);
    assert.equal(posts(), 1);
    const call = opened[0]?.text ?? '';
    assert.ok(isOwnText(call), 'saved as a file, it is no list of keys');
    assert.match(call, /^POST http:\/\/127\.0\.0\.1:\d+\/internal\/api\/v2\/changeRequests\/ws\//m);
    assert.doesNotMatch(call, /Bearer [\w-]{20}/);
    assert.match(call, /"operationType": "ARCHIVE"/);
    const id = await openRequest('production', 'checkout-redesign');
    assert.equal((await service.as('submitter-key').readChangeRequest(id ?? '')).title, 'Not used any more');
  });

  it('has nothing chosen already at the last look for production: a second Enter sends nothing', async () => {
    const last = async (environment: string, name: string) =>
      (
        await answering(['Kill it', 'Stop it', 'It breaks.', '', undefined], () =>
          submitChangeRequest(openWindow().deps, flagIn(environment, name)),
        )
      ).at(-1);
    const [production, staging] = [await last('production', 'checkout-redesign'), await last('staging', 'gift-cards')];
    assert.match(production?.options[0] ?? '', /^PRODUCTION · /);
    assert.deepEqual([production?.active, staging?.active], [undefined, submit]);
    assert.equal(posts(), 0);
  });

  it('asks for no rollout status where a flag is killed', async () => {
    const { deps } = openWindow();
    await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 1);
  });

  it('adds a definition as it is in another environment', async () => {
    const { deps } = openWindow();
    const client = service.as('submitter-key');
    const workspaceId = service.workspace('Storefront');
    const live = await client.readDefinition(workspaceId, 'dark-mode', service.environment('staging').id);
    await withReplies(['Add a definition', 'As it is in staging', 'Ramping', 'As in staging', 'Try it.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'dark-mode')),
    );
    const { data } = await client.listChangeRequests({ limit: 100 });
    const request = data.find(({ title }) => title === 'As in staging');
    assert.deepEqual([request?.operationType, request?.flag?.rules], ['CREATE', live.rules]);
  });

  it('takes the definition in the open editor as a document of it is read: JSON with notes, and names that YAML takes for numbers', async () => {
    const window = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode.window;
    const from = async (text: string, languageId: string, more: readonly string[]): Promise<string> => {
      const value = { document: { fileName: '/a/b.txt', languageId, getText: () => text } };
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => value });
      const told = await withReplies(['Change the definition', 'The one in the open editor', ...more], () =>
        submitChangeRequest(openWindow().deps, flagIn('production', 'checkout-redesign')),
      );
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => undefined });
      return told.join();
    };
    const rest = '"trafficAllocation": 100, "defaultRule": [{"treatment": "1.0", "size": 100}]';
    const json = `// mine\n{"treatments": [{"name": "1.0"}], "defaultTreatment": "1.0", ${rest}}`;
    await from(json, 'jsonc', ['Ramping', 'Notes and all', 'c', '', submit]);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    assert.deepEqual(
      data.find(({ title }) => title === 'Notes and all')?.flag?.treatments.map(({ name }) => name),
      ['1.0'],
    );
    const client = service.as('submitter-key');
    const id = await openRequest('production', 'checkout-redesign');
    await client.decideChangeRequest(id ?? '', { status: 'WITHDRAWN', comment: 'c' });
    const yaml = 'treatments: [{name: 1.0}]\ndefaultTreatment: 1.0\ntrafficAllocation: 100\n';
    const whole = `${yaml}defaultRule: [{treatment: 1.0, size: 100}]\n`;
    await from(whole, 'yaml', ['Ramping', 'As it is written', 'c', '', submit]);
    const later = (await client.listChangeRequests({ limit: 100 })).data.find(({ title }) => title === 'As it is written');
    assert.equal(later?.flag?.defaultTreatment, '1.0');
    await client.decideChangeRequest(later?.id ?? '', { status: 'WITHDRAWN', comment: 'c' });
    assert.match(await from(yaml, 'yaml', []), /The definition lacks: defaultRule\./);
    assert.match(await from('a: &x 1\nb: *x\n', 'yaml', []), /holds no definition/);
    assert.match(await from('name: other', 'yaml', []), /holds the definition of other, not of checkout-redesign/);
  });

  it('offers what a definition can become, and not what the service would refuse', async () => {
    const { deps } = openWindow();
    await withReplies([undefined], () => submitChangeRequest(deps, flagIn('production', 'checkout-redesign')));
    assert.deepEqual(
      questions[0]?.options.map((option) => option.split(':')[0]),
      ['Change the definition', 'Kill it', 'Remove the definition'],
    );
    const told = await withReplies([], () => submitChangeRequest(deps, flagIn('production', 'new-search')));
    assert.match(told.join(), /^A change request is open on new-search in Storefront \/ production: decide it first/);
  });

  it('keeps what was typed over an Escape and a reload, and offers it as a draft', async () => {
    const memory = createStore();
    const workspaceMemory = createStore();
    const first = openWindow(memory, workspaceMemory);
    await withReplies(['Kill it', 'Stop it', undefined], () =>
      submitChangeRequest(first.deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 0);
    const later = openWindow(memory, workspaceMemory);
    await withReplies(['Stop it', keep, 'It breaks.', '', submit], () => submitChangeRequest(later.deps, undefined));
    assert.equal(posts(), 1);
    await withReplies([undefined], () => submitChangeRequest(later.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.startsWith('Stop it')), 'a draft that was submitted is gone');
  });

  it('discards the drafts that are ticked', async () => {
    const { deps } = openWindow();
    for (const title of ['Stop it', 'Stop that too'])
      await withReplies(['Kill it', title, undefined], () =>
        submitChangeRequest(deps, flagIn('staging', title === 'Stop it' ? 'gift-cards' : 'dark-mode')),
      );
    const asked = await answering(['Discard drafts…', ['Stop it'], undefined], () => submitChangeRequest(deps, undefined));
    const [before, , after] = asked.map(({ options }) => options.map((option) => option.split(' ·')[0]));
    assert.deepEqual(
      before?.slice(0, 3),
      ['Stop that too', 'Stop it', 'Discard drafts…'].map((label) => label),
    );
    assert.deepEqual(after?.slice(0, 2), ['Stop that too', 'Discard drafts…']);
    await answering(['Discard drafts…', ['Stop that too'], undefined], () => submitChangeRequest(deps, undefined));
    const [only] = await answering([undefined], () => submitChangeRequest(deps, undefined));
    assert.ok(!only?.options.includes('Discard drafts…'));
  });

  it('is one flow with Back from what it is about on', async () => {
    const { deps } = openWindow();
    const subject = 'What is to be changed?';
    const flag = 'Change a flag in an environment…';
    const asked = await answering([flag, 'Storefront', back, back, flag, 'Storefront', 'production', back, back, undefined], () =>
      submitChangeRequest(deps, undefined),
    );
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      [
        subject,
        'Which workspace?',
        'Which environment of Storefront?',
        'Which workspace?',
        subject,
        'Which workspace?',
        'Which environment of Storefront?',
        'Which flag?',
        'Which environment of Storefront?',
        'Which workspace?',
      ],
    );
  });

  it('tells that it is submitted also where that can’t be kept', async () => {
    const warned: string[] = [];
    const broken = { ...createStore(), update: async () => Promise.reject(new Error('The disk is full.')) };
    let refreshed = 0;
    const window = openWindow(broken, broken);
    const warn = (message: string): void => void warned.push(message);
    const deps = { ...window.deps, refresh: () => (refreshed += 1), log: { ...log, warn, dispose: () => undefined } };
    const told = await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /^The change request “Stop it” is submitted\./);
    assert.equal(refreshed, 1);
    assert.ok(warned.length > 0 && warned.every((message) => message === 'Error: The disk is full.'));
  });

  it('goes on where what is typed can’t be kept', async () => {
    const warned: string[] = [];
    const broken = { ...createStore(), update: async () => Promise.reject(new Error('The disk is full.')) };
    const { deps } = openWindow(createStore(), broken);
    await withReplies(['Kill it', 'Stop it', undefined], () =>
      submitChangeRequest(
        { ...deps, log: { ...log, warn: (message) => void warned.push(message), dispose: () => undefined } },
        flagIn('production', 'checkout-redesign'),
      ),
    );
    assert.ok(warned.length > 0 && warned.every((message) => message === 'Error: The disk is full.'));
  });

  it('sends a refused list of approvers again without it, once, after asking; the next time it is not asked for', async () => {
    const { deps, memory, workspaceMemory } = openWindow();
    pressNext('Submit Without');
    await withReplies(['Kill it', 'Stop it', 'It breaks.', 'tom@example.com', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 2);
    const id = await openRequest('production', 'checkout-redesign');
    await service.as('submitter-key').decideChangeRequest(id ?? '', { status: 'WITHDRAWN', comment: 'again' });
    const next = openWindow(memory, workspaceMemory);
    await withReplies(['Kill it', 'Stop it', 'It breaks.', submit], () =>
      submitChangeRequest(next.deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 3);
  });

  describe('with approvers, refused for another reason (400)', () => {
    const typed = ['Kill it', 'Stop it', 'It breaks.', 'tom@example.com', submit];
    const refuse = (body: object): void => {
      service.onCall = ({ method, path }) =>
        method === 'POST' && path.startsWith('/changeRequests/') ? { status: 400, body: { code: 400, ...body } } : undefined;
    };
    const kill = (deps: ReturnType<typeof openWindow>['deps']) =>
      withReplies(typed, () => submitChangeRequest(deps, flagIn('development', 'gift-cards')));

    it('shows the service’s own words, and keeps them in the log', async () => {
      const { deps } = openWindow();
      const warned: string[] = [];
      const told = await kill({
        ...deps,
        log: { ...log, warn: (message) => void warned.push(message), dispose: () => undefined },
      });
      assert.deepEqual(told, ['Submit without a list of approvers?']);
      assert.match(
        shown.at(-1)?.detail ?? '',
        /\(400\): Change control is not enabled in environment development\.\n\nThat may be because development names its approvers itself/,
      );
      assert.match(warned.join(), /service said: Change control is not enabled in environment development/);
      assert.equal(posts(), 1);
    });

    it('offers no empty list where nobody approves anything, or where the service gives details', async () => {
      const open = openWindow();
      await open.learnt.rememberGated(open.connected.origin, service.environment('development').id, false);
      const fails = { kind: 'service', status: 400 };
      await assert.rejects(kill(open.deps), fails);
      refuse({ message: 'no', details: 'flag.rules[0] has no buckets' });
      await assert.rejects(kill(openWindow().deps), fails);
      assert.equal(posts(), 2);
    });
  });

  it('remembers who approves in an environment', async () => {
    const { deps } = openWindow();
    await withReplies(['Kill it', 'Stop it', 'It breaks.', 'tom@example.com, anya@example.com', submit], () =>
      submitChangeRequest(deps, flagIn('staging', 'gift-cards')),
    );
    await withReplies(['Kill it', 'Stop that too', 'It breaks.', undefined], () =>
      submitChangeRequest(deps, flagIn('staging', 'dark-mode')),
    );
    assert.match(questions.at(-1)?.text ?? '', /^Approvers/);
  });

  it('adopts the request where the answer was lost, and never makes a second one', async () => {
    const { deps } = openWindow();
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseAnswer' : undefined);
    const told = await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /is submitted/);
    assert.equal(posts(), 1);
  });
});

describe('Submit Change Request… for keys', () => {
  const add = 'Add keys to a segment, from the current file…';
  const remove = 'Remove keys from a segment, as listed in the current file…';

  it('hands on that a change request is wanted, with the segment where one was given', async () => {
    const { deps } = openWindow();
    const target = { ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: 'account' };
    await withReplies([add], () => submitChangeRequest(deps, undefined));
    await withReplies([remove], () => submitChangeRequest(deps, { target }));
    const handedOn = executed.slice(-2).map(([command, argument]) => {
      const { goBack, ...rest } = argument as { goBack: unknown };
      return [command, rest, typeof goBack];
    });
    assert.deepEqual(handedOn, [
      ['flagAdmin.segment.uploadKeys', { prefersRequest: true }, 'function'],
      ['flagAdmin.segment.removeKeys', { target, prefersRequest: true }, 'function'],
    ]);
  });

  it('asks again what it is about where the first question about the keys is left by Back', async (t) => {
    const { deps } = openWindow();
    const { commands } = (globalThis as unknown as { fakeVscode: { commands: { executeCommand: unknown } } }).fakeVscode;
    const before = commands.executeCommand;
    t.after(() => (commands.executeCommand = before));
    commands.executeCommand = async (_: string, { goBack }: { goBack(): void }) => goBack();
    const asked = await answering([add, remove, undefined], () => submitChangeRequest(deps, undefined));
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      Array.from({ length: 3 }, () => 'What is to be changed?'),
    );
  });
});

describe('what is said once it is submitted', () => {
  const say = async (approvers: readonly string[]): Promise<string> => {
    const { deps, connected } = openWindow();
    const { workspace, environment, name } = flagIn('production', 'checkout-redesign').target;
    const request = {
      id: 'r',
      status: 'REQUESTED',
      operationType: 'KILL',
      title: 'Stop it',
      comments: [],
      approvers: [...approvers],
    };
    const told = await withReplies([keep, keep, '', submit], () =>
      deps.propose({
        connected,
        workspace,
        environment,
        change: { operationType: 'KILL', flag: { name } },
        isRefused: false,
        suggestedTitle: 'Stop it',
        suggestedComment: 'It breaks.',
        submit: async () => ({ outcome: 'submitted', request, isAdopted: false }),
      }),
    );
    return told.join();
  };

  it('names those who can approve it, and not the API key that submitted it', async () => {
    assert.match(await say(['release-key', 'submitter-key', 'tom@example.com']), /approved by: release-key, tom@example\.com\.$/);
  });

  it('says so where nobody can', async () => {
    assert.match(await say(['submitter-key']), /nobody can approve it: its only approver is the API key “submitter-key”/);
    assert.match(await say([]), /the service names nobody who can approve it\. Nothing changes in production before/);
  });
});

describe('the last step', () => {
  it('shows the comment and the approvers as they will be sent', async () => {
    const { deps } = openWindow();
    await withReplies(['Kill it', 'Stop it', 'It breaks.', 'tom@example.com', undefined], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    const options = questions.at(-1)?.options ?? [];
    assert.ok(options.includes('Comment: It breaks.') && options.includes('Approvers: tom@example.com'), options.join('\n'));
    await withReplies(['Kill it', keep, keep, '', undefined], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.ok(questions.at(-1)?.options.includes('Approvers: none are named'));
  });
});

describe('a draft of a change of keys', () => {
  const target = () => ({ ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: '' }) as const;
  const change = (keys: readonly string[]) =>
    ({ operationType: 'CREATE', segment: { name: 'beta-accounts', keys: [...keys] } }) as const;
  const proposalOf = (window: ReturnType<typeof openWindow>, keys: readonly string[]) => {
    const { connected } = window;
    const { workspace, environment } = target();
    const suggested = { suggestedTitle: 'Add keys', suggestedComment: 'From a file.' };
    return { connected, workspace, environment, change: change(keys), isRefused: false, ...suggested };
  };
  const stateOf = (store: Store): string => JSON.stringify(store.get('requests.drafts'));

  it('keeps what was typed and no key, and leads to the file again', async () => {
    const window = openWindow();
    await withReplies(['Beta of December', undefined], () => window.deps.propose(proposalOf(window, ['secret-1', 'secret-2'])));
    assert.match(stateOf(window.workspaceMemory), /Beta of December/);
    assert.doesNotMatch(stateOf(window.workspaceMemory), /secret/);

    await withReplies(['Beta of December'], () => submitChangeRequest(window.deps, undefined));
    const draft = questions[0]?.options.find((option) => option.startsWith('Beta of December')) ?? '';
    assert.match(draft, /Its keys are chosen again: they are not kept here/);
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.uploadKeys', { target: target(), prefersRequest: true }]);
    // What was typed stands there again.
    await withReplies([keep, keep, '', submit], () => window.deps.propose(proposalOf(window, ['secret-1'])));
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    assert.ok(data.some(({ title }) => title === 'Beta of December'));
    await withReplies([undefined], () => submitChangeRequest(window.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.startsWith('Beta of December')));
  });

  it('that was kept with its keys before loses them', async () => {
    const window = openWindow();
    const { workspace, environment } = target();
    const object = { kind: 'segment', name: 'beta-accounts', operation: 'ARCHIVE' } as const;
    const old = { origin: window.connected.origin, workspace, environment, change: change(['secret-1']), object, at: Date.now() };
    const typed = { title: 'Old one', comment: '', approvers: '' };
    await window.workspaceMemory.update('requests.drafts', [{ ...old, typed }]);
    await withReplies(['Old one'], () => submitChangeRequest(window.deps, undefined));
    assert.deepEqual(executed.at(-1), ['flagAdmin.segment.removeKeys', { target: target(), prefersRequest: true }]);
    await withReplies(['New one', undefined], () => window.deps.propose(proposalOf(window, ['secret-2'])));
    assert.match(stateOf(window.workspaceMemory), /Old one/);
    assert.doesNotMatch(stateOf(window.workspaceMemory), /secret/);
  });

  it('of a part belongs to its upload, and is not offered by itself', async () => {
    const window = openWindow();
    const part = { number: 2, of: 3, keysLeft: 10 };
    await withReplies(['Part two', undefined], () => window.deps.propose({ ...proposalOf(window, ['secret-1']), part }));
    await withReplies([undefined], () => submitChangeRequest(window.deps, undefined));
    assert.ok(!questions[0]?.options.some((option) => option.startsWith('Part two')));
  });
});

describe('Kill Flag…', () => {
  it('kills at once where no approval is asked for', async () => {
    const { deps } = openWindow();
    const told = await withReplies(['It breaks.'], () => killFlag(deps, flagIn('development', 'checkout-redesign')));
    assert.deepEqual(told, [
      'checkout-redesign is killed in Storefront / development: everybody gets its default treatment “off”.',
    ]);
    assert.match(questions[0]?.text ?? '', /^Everybody gets the default treatment “off” at once\./);
    assert.equal(posts(), 0);
    const again = await withReplies([], () => killFlag(deps, flagIn('development', 'checkout-redesign')));
    assert.deepEqual(again, ['checkout-redesign is killed already in Storefront / development.']);
    await withReplies(['It is mended.'], () => restoreFlag(deps, flagIn('development', 'checkout-redesign')));
    assert.match(shown.at(-1)?.message ?? '', /is restored in Storefront \/ development/);
  });

  it('becomes a change request where an approval is asked for, with nothing typed twice, and says who can approve it', async () => {
    const { deps, learnt, connected } = openWindow();
    const told = await withReplies(['It breaks.', 'production', '', submit], () =>
      killFlag(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /^The change request “Kill checkout-redesign” is submitted\. .* approved by: release-key, /);
    assert.equal(learnt.isGated(connected.origin, service.environment('production').id), true);
    const id = await openRequest('production', 'checkout-redesign');
    const request = await service.as('submitter-key').readChangeRequest(id ?? '');
    assert.deepEqual([request.operationType, request.comments[0]?.comment], ['KILL', 'It breaks.']);
  });

  it('keeps why, where the request that it becomes is left', async () => {
    const { deps } = openWindow();
    await withReplies(['It breaks.', 'production', undefined], () => killFlag(deps, flagIn('production', 'checkout-redesign')));
    assert.match(questions.at(-1)?.text ?? '', /^Approvers/);
    // It stands there again, though nothing was typed after it.
    await withReplies([keep, 'Submit it as a change request', 'tom@example.com', undefined], () =>
      killFlag(deps, flagIn('production', 'checkout-redesign')),
    );
    const sending = ['Kill checkout-redesign', keep, keep, '', submit];
    await withReplies(sending, () => submitChangeRequest(deps, undefined));
    const id = await openRequest('production', 'checkout-redesign');
    const request = await service.as('submitter-key').readChangeRequest(id ?? '');
    assert.deepEqual([request.title, request.comments[0]?.comment], ['Kill checkout-redesign', 'It breaks.']);
  });

  it('goes as a request where the environment is known to ask for one, or is tried directly all the same', async () => {
    const { deps, learnt, connected } = openWindow();
    await learnt.rememberGated(connected.origin, service.environment('production').id, true);
    await withReplies(['It breaks.', 'Submit it as a change request', '', submit], () =>
      killFlag(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(service.count('PUT', /kill$/), 0);
    assert.equal(posts(), 1);
    // Change control was off all the time, or is by now.
    const { id } = service.environment('development');
    await learnt.rememberGated(connected.origin, id, true);
    await withReplies(['It breaks.', 'Try it directly all the same'], () =>
      killFlag(deps, flagIn('development', 'checkout-redesign')),
    );
    assert.match(shown.at(-1)?.message ?? '', /is killed in Storefront \/ development/);
    assert.equal(learnt.isGated(connected.origin, id), false);
  });
});

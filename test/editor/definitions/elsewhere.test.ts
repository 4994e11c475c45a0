/** Tests copying a definition to other environments, to files, and from files. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService, sendable } from '../../operations/service.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { Memento } from '../fakeContext.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';
import { activate, controls, files, openDocuments, shownUris, Typed, Uri } from './fakeEditor.ts';
import { last } from './submitting.ts';
import { newFolder, openWindow, type Window } from './window.ts';
import type { FlagTarget } from '../../../src/editor/window/target.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';

const { fileNameOf } = await import('../../../src/editor/definitions/exportDefinition.ts');
const { pinnedIn, setPinned } = await import('../../../src/operations/learned/pinnedFlags.ts');

const service = useService();

const FLAG = 'checkout-redesign';

let window: Window;

afterEach(() => {
  activate(undefined);
  window.dispose();
});

const run = async (command: keyof Window['commands'], argument?: unknown): Promise<void> =>
  void (await window.commands[command]!(argument));

async function gated(...environments: readonly string[]): Promise<void> {
  for (const name of environments)
    await window.deps.serviceFacts.rememberGated(service.as('submitter-key').origin, service.environment(name).id, true);
}

const placeOf = (name: string) => {
  const { workspaceId, environmentId } = service.place(name);
  return [workspaceId, FLAG, environmentId] as const;
};

describe('a definition for other environments', () => {
  it('keeps its title and comment until all of it is sent', async () => {
    const [folder, workspaceMemory] = [newFolder(), new Memento()];
    const open = async (): Promise<void> => {
      window = await openWindow(service, { folder, workspaceMemory });
      await gated('pre-production');
    };
    const send = 'Submit a change request to each: pre-production';
    const propose = (...answers: readonly Answer[]) =>
      answering([['pre-production'], ...answers], () => run('flagAdmin.flag.propose', window.uri(FLAG, 'production')));
    await open();
    await propose('Title: …', { typed: 'As in prod' }, 'Comment: …', { typed: 'Soon' }, undefined);
    // As after a reload.
    window.dispose();
    await open();
    const rows = (asked: readonly Asked[]) => asked[1]?.options.filter((row) => /^(?:Title|Comment): /.test(row));
    assert.deepEqual(rows(await propose(send)), ['Title: As in prod', 'Comment: Soon']);
    const id = (await service.as('submitter-key').readDefinition(...placeOf('pre-production'))).openChangeRequestId;
    await service.as('submitter-key').decideChangeRequest(id!, { status: 'WITHDRAWN', comment: 'No.' });
    assert.deepEqual(rows(await propose(undefined)), [`Title: ${FLAG}: as in production`, 'Comment: –']);
  });

  it('is reported if one of its segments is missing there, before any question', async () => {
    window = await openWindow(service);
    await gated('development');
    const uri = window.uri(FLAG, 'production');
    await window.write(uri, (await window.read(uri)).replace('beta-accounts', 'holiday-campaign-2026'));
    const asked = await answering([['development'], undefined], () => run('flagAdmin.flag.propose', uri));
    const [way, , , missing, ...changes] = asked.at(-1)?.options ?? [];
    assert.deepEqual(
      [way, missing],
      [
        'Submit a change request to each: development · with “submitter-key”',
        'The segment “holiday-campaign-2026” is not active here: it matches nobody.',
      ],
    );
    assert.ok(changes.length > 0);
    assert.equal(service.count('POST', /^\/changeRequests/), 0);
  });
});

describe('a definition whose flag’s name was typed', () => {
  it('makes the flag known from then on, if the service can’t list flags', async () => {
    window = await openWindow(service);
    const pinned = () => pinnedIn(window.memory, 'c1', service.workspace('Storefront'));
    await answering([`${FLAG} · development · Storefront`], () => run('flagAdmin.flag.open'));
    assert.deepEqual(pinned(), []);
    window.dispose();
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    window = await openWindow(service, { keyName: 'release-key' });
    for (const name of ['not-there', FLAG])
      await answering([{ typed: name, take: `“${name}” · development · Storefront` }], () => run('flagAdmin.flag.open'));
    assert.deepEqual(pinned(), [FLAG]);
  });
});

describe('the changes of a draft', () => {
  it('are shown in the panel of the reviews, which reads the draft', async () => {
    window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    await window.write(uri, (await window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 41'));
    await run('flagAdmin.flag.reviewDraft', uri);
    const [command, argument] = executed.at(-1)!;
    const { target, isWithDraft } = argument as { target: FlagTarget; isWithDraft: boolean };
    assert.deepEqual([command, target.environment.name, isWithDraft], ['flagAdmin.flag.compare', 'development', true]);
    const { drafts } = window.context;
    const { id } = drafts.all()[0] ?? assert.fail();
    assert.equal((await drafts.definitionOf(id))?.trafficAllocation, 41);
    assert.equal(await drafts.definitionOf('0'.repeat(32)), undefined);
    await window.write(uri, 'name: [');
    await run('flagAdmin.flag.reviewDraft', uri);
    assert.match(last(), /has a problem: /);
    assert.doesNotMatch(last(), /submit/);
    await assert.rejects(drafts.definitionOf(id), /checkout-redesign in Storefront \/ development has a problem: /);
  });
});

describe('a definition in a file', () => {
  it('is called the draft if it differs from the live definition', async () => {
    window = await openWindow(service);
    files.save = Uri.file('/tmp/x.yaml');
    await window.write(window.uri(FLAG), `${await window.read(window.uri(FLAG))}# mine\n`);
    await run('flagAdmin.flag.export', window.uri(FLAG));
    assert.match(files.written.get('/tmp/x.yaml') ?? '', /# mine/);
    assert.match(last(), /^The file x.yaml has your draft of checkout-redesign in Storefront \/ \w+\./);
  });

  it('becomes the draft of an environment, and nothing is sent', async () => {
    window = await openWindow(service);
    const text = `${await window.read(window.uri(FLAG, 'production'))}# from a file\n`;
    files.open = Uri.file('/tmp/in.yaml');
    files.read.set('/tmp/in.yaml', text);
    await answering(['development · Storefront'], () => run('flagAdmin.flag.openFile'));
    assert.equal(shownUris.at(-1)?.toString(), window.uri(FLAG, 'development').toString());
    const body = (all: string): string => all.slice(all.indexOf('\nname:'));
    assert.equal(body(await window.read(window.uri(FLAG, 'development'))), body(text));
    assert.equal(controls[0]?.count, 1);
    assert.equal(service.seen.filter(({ method }) => method !== 'GET').length, 0);
    // The current definition is not replaced without a question.
    files.read.set('/tmp/in.yaml', `${text}# again\n`);
    await answering(['development · Storefront'], () => run('flagAdmin.flag.openFile'));
    assert.equal(body(await window.read(window.uri(FLAG, 'development'))), body(text));
    pressNext('Discard Draft');
    await answering(['development · Storefront'], () => run('flagAdmin.flag.openFile'));
    assert.equal(body(await window.read(window.uri(FLAG, 'development'))), body(`${text}# again\n`));
  });

  it('replaces unsaved text', async () => {
    window = await openWindow(service);
    const uri = window.uri(FLAG, 'development') as unknown as Uri;
    files.open = Uri.file('/tmp/in.yaml');
    files.read.set('/tmp/in.yaml', await window.read(window.uri(FLAG, 'development')));
    openDocuments.push(Object.assign(new Typed(uri, 'typed'), { isDirty: true }));
    executed.length = shownUris.length = 0;
    pressNext('Discard Draft');
    await answering(['development · Storefront'], () => run('flagAdmin.flag.openFile'));
    openDocuments.length = 0;
    assert.deepEqual(shownUris.map(String), [String(uri)]);
    const reverted = executed.flat().filter((name) => String(name).startsWith('workbench.'));
    assert.deepEqual(reverted, ['workbench.action.files.revert']);
  });

  it('does not replace a draft that a different window saved while the question was open, nor does a discard', async () => {
    window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    await window.write(uri, `${text}# mine\n`);
    const other = await openWindow(service, { folder: window.deps.context.globalStorageUri.fsPath });
    const box = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode.window;
    const { showWarningMessage } = box;
    const whileAsked = async (theirs: string, act: () => Promise<unknown>): Promise<void> => {
      box['showWarningMessage'] = async (_: string, __: unknown, action: string) => {
        box['showWarningMessage'] = showWarningMessage;
        await other.read(uri);
        await other.write(uri, theirs);
        return action;
      };
      await act();
      assert.match(last(), /^The draft of checkout-redesign in Storefront \/ development was changed in another window\./);
      assert.equal(await other.read(uri), theirs);
    };
    files.open = Uri.file('/tmp/in.yaml');
    files.read.set('/tmp/in.yaml', `${text}# from a file\n`);
    await whileAsked(`${text}# theirs\n`, () => answering(['development · Storefront'], () => run('flagAdmin.flag.openFile')));
    await window.refresh();
    await whileAsked(`${text}# theirs again\n`, () => run('flagAdmin.flag.discardDraft', uri));
    other.dispose();
  });

  it('suggests the environment in its file name', async () => {
    window = await openWindow(service);
    files.save = Uri.file('/tmp/out.yaml');
    const text = await window.read(window.uri(FLAG, 'production'));
    const at = fileNameOf(window.place(FLAG, 'production'));
    assert.equal(at, 'checkout-redesign (production).yaml');
    const active = async (name: string): Promise<unknown> => {
      files.read.set(`/tmp/${name}`, text);
      const asked = await answering([undefined], () => run('flagAdmin.flag.openFile', Uri.file(`/tmp/${name}`)));
      return asked[0]?.options[0]?.split(' · ')[0];
    };
    assert.deepEqual([await active(at), await active('mine (staging).yml'), await active('in.yaml')], ['production', 'staging', 'development']); // prettier-ignore
  });
});

describe('one definition for several environments', () => {
  afterEach(() => {
    window.dispose();
    shown.length = 0;
  });

  const propose = async (argument: unknown): Promise<void> => void (await window.commands['flagAdmin.flag.propose']!(argument));

  const told = (): readonly string[] => shown.map(({ message }) => message);

  async function open(...gated: readonly string[]): Promise<void> {
    window = await openWindow(service);
    for (const name of gated)
      await window.deps.serviceFacts.rememberGated(service.as('submitter-key').origin, service.environment(name).id, true);
  }

  /** Returns the open change request of the flag in an environment. */
  async function requestIn(environment: string): Promise<ChangeRequest | undefined> {
    const { workspaceId, environmentId } = service.place(environment);
    const client = service.as('submitter-key');
    const { openChangeRequestId: id } = await client.readDefinition(workspaceId, FLAG, environmentId);
    return id ? client.readChangeRequest(id) : undefined;
  }

  /** Returns the number of submitted change requests. */
  const posts = (): number => service.count('POST', /^\/changeRequests\//);

  describe('a definition for several environments', () => {
    it('shows on one sheet the changes in each, and names the environments without a proposal', async () => {
      await open();
      const asked = await answering([['development', 'staging', 'pre-production'], undefined], () =>
        propose(window.uri(FLAG, 'production')),
      );
      assert.equal(asked[1]?.title, 'checkout-redesign: as in production');
      assert.deepEqual(asked[1].separators, ['development', 'pre-production']);
      assert.equal(asked[1].active, 'Submit a change request to each: development, pre-production');
      assert.ok(asked[1].options.length > 3, asked[1].options.join('\n'));
      // It has an open request in staging.
      assert.ok(told().some((message) => message.startsWith('Nothing is proposed to staging: A change request is open')));
      assert.equal(posts(), 0);
    });

    it('sends to each directly or by request, with the title and comment of the sheet, without further questions', async () => {
      await open();
      const { origin } = service.as('submitter-key');
      await window.deps.serviceFacts.rememberGated(origin, service.environment('development').id, false);
      await answering(
        [
          ['development', 'pre-production'],
          'Title: …',
          'Like production',
          'Comment: …',
          'As agreed',
          'Submit a change request to each: pre-production · Change at once: development',
        ],
        () => propose(window.uri(FLAG, 'production')),
      );
      assert.match(told().at(-2) ?? '', /^checkout-redesign in Storefront \/ development is changed/);
      assert.match(told().at(-1) ?? '', /^The change request “Like production” is submitted\./);
      const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
      const sent = data.filter(({ title }) => title === 'Like production');
      assert.deepEqual(sent.map(({ comments }) => comments[0]?.comment), ['As agreed']); // prettier-ignore
    });

    it('shows the sheet of one request if something is missing for it', async () => {
      await open();
      service.onCall = ({ path }) => (path.startsWith('/rolloutStatuses') ? { status: 404, body: {} } : undefined);
      const asked = await answering(
        [['development', 'pre-production'], 'Submit a change request to each: development, pre-production', undefined],
        () => propose(window.uri(FLAG, 'production')),
      );
      assert.ok(asked.at(-1)?.options.some((row) => row.startsWith('Rollout status: not set')));
      assert.equal(told().at(-1), 'There is no sign that it was sent to development, pre-production.');
    });

    it('continues with the other environments if one fails, and reports the known results', async () => {
      await open('pre-production', 'production');
      const { environmentId } = service.place('pre-production');
      const refusal = { status: 400, body: { code: 400, message: 'no', details: 'x' } };
      service.onCall = ({ method, path }) => (method === 'POST' && path.endsWith(environmentId) ? refusal : undefined);
      await answering([['pre-production', 'production'], 'Submit a change request to each: pre-production, production'], () =>
        propose(window.uri(FLAG, 'staging')),
      );
      assert.equal(told().at(-1), 'There is no sign that it was sent to pre-production.');
      assert.ok(told().some((message) => /^pre-production: .*400/.test(message)));
      assert.ok(await requestIn('production'));
    });

    it('proposes to the others if one can’t be read, and reports all in one message', async () => {
      await open('pre-production');
      const { environmentId } = service.place('development');
      service.onCall = ({ path }) =>
        path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { status: 403, body: { code: 403, message: 'no' } } : undefined;
      await answering([['development', 'staging', 'pre-production'], 'Submit a change request to each: pre-production'], () => propose(window.uri(FLAG, 'production'))); // prettier-ignore
      assert.deepEqual([posts(), (await requestIn('pre-production'))?.operationType], [1, 'UPDATE']);
      const [one, ...more] = told().filter((message) => message.startsWith('Nothing is proposed'));
      assert.match(one ?? '', /^Nothing is proposed to development: .*403.* Nothing is proposed to staging: A change request/);
      assert.deepEqual(more, []);
    });

    it('uses the current live definition even if the open document shows an older one, and sends nothing through a read-only connection', async () => {
      await open('pre-production');
      const uri = window.uri(FLAG, 'development');
      openDocuments.push(new Typed(uri, await window.read(uri)));
      const { workspaceId, environmentId } = service.place('development');
      const client = service.as('submitter-key');
      const now = sendable(await client.readDefinition(workspaceId, FLAG, environmentId));
      await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...now, trafficAllocation: 73 });
      const [asked] = await answering([['pre-production'], 'Submit a change request to each: pre-production'], () =>
        propose(uri),
      );
      assert.equal(asked?.title, 'checkout-redesign: as in development');
      assert.equal((await requestIn('pre-production'))?.flag?.trafficAllocation, 73);
      openDocuments.length = 0;
      window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
      await answering([], () => propose(uri));
      assert.equal(told().at(-1), 'The connection “Shop” is read-only: nothing is changed through it.');
    });

    it('can belong to a pinned flag if the service can’t list flags', async () => {
      await open();
      await setPinned(window.memory, 'c1', service.workspace('Storefront'), 'my-pinned-flag', true);
      service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
      const asked = await answering([undefined], () => propose(undefined));
      assert.match(asked.at(-1)?.options[0] ?? '', /^my-pinned-flag · /);
    });

    it('proposes nothing if there is no definition', async () => {
      await open();
      const { workspaceId, environmentId } = service.place('development');
      await service
        .as('submitter-key')
        .deleteDefinition({ workspaceId, environmentId, flagName: FLAG }, { title: '', comment: '' });
      await answering([], () => propose(window.uri(FLAG, 'development')));
      assert.equal(
        told().at(-1),
        'checkout-redesign has no definition in Storefront / development, or this API key may not see it.',
      );
    });
  });
});

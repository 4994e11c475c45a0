/** Tests submitting a definition with a rollout status, or with a number that can't be read exactly. */
import assert from 'node:assert/strict';
import { describe, it, afterEach } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { answering, type Answer, type Asked, submit as submitRow } from '../scripted.ts';
import { shown } from '../fakeVscode.ts';
import { controls, files, FileSystemError, openDocuments, openUris, Uri } from './fakeEditor.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';
import { openWindow, type Window } from './window.ts';
import { withNote } from '../../operations/service.ts';

const submitting = useSubmitting();

describe('its rollout status', () => {
  const { service, isGated, submit, changeNow } = submitting;

  const idOf = async (name: string): Promise<string | undefined> => {
    const { workspaceId } = service.place('development');
    return (await service.as('submitter-key').listRolloutStatuses(workspaceId)).find((status) => status.name === name)?.id;
  };

  /** Returns the submitted requests, and the questions before them. */
  async function sent(
    written: string,
    answers: readonly Answer[],
    { areKnown = true }: { areKnown?: boolean } = {},
  ): Promise<{ requests: readonly ChangeRequest[]; asked: readonly Asked[] }> {
    submitting.window?.dispose();
    const requests: ChangeRequest[] = [];
    await service.sandbox.reset();
    shown.length = 0;
    submitting.window = await openWindow(service);
    const { window } = submitting;
    await isGated('production');
    const uri = window.uri(FLAG, 'production');
    const text = await window.read(uri);
    const changed = text.replace(/trafficAllocation: \d+/, `${written}trafficAllocation: 42`);
    let listings = 0;
    service.onCall = ({ path }) => {
      // The document itself makes the first call for the statuses.
      if (!areKnown && path.includes('/rolloutStatuses') && (listings += 1) === 1) return { status: 403, body: {} };
      return undefined;
    };
    await window.write(uri, changed);
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    const asked = await answering(answers, () => submit(uri));
    const client = service.as('submitter-key');
    const { data } = await client.listChangeRequests({ limit: 100 });
    for (const { id, title } of data) if (title === 'Less of it') requests.push(await client.readChangeRequest(id));
    service.onCall = () => undefined;
    return { requests, asked };
  }

  describe('a rollout status in a definition', () => {
    for (const [what, written] of [
      ['by its name', 'rolloutStatus: 100% Released # at last\n'],
      ['by its name among fields', 'rolloutStatus: {name: 100% Released}\n'],
    ] as const)
      it(`is used for the request without a question: ${what}`, async () => {
        const { requests, asked } = await sent(written, [submitRow]);
        assert.equal(requests.length, 1, last());
        const [{ flag, rolloutStatus }] = requests as [ChangeRequest];
        assert.deepEqual([rolloutStatus?.id, flag?.trafficAllocation], [await idOf('100% Released'), 42]);
        assert.ok(!('rolloutStatus' in flag!));
        assert.ok(asked.at(-1)!.options.includes('Rollout status: 100% Released'));
      });

    it('can be given by its ID', async () => {
      const { requests } = await sent(`rolloutStatus: {id: ${await idOf('Experiment')}}\n`, [submitRow]);
      assert.equal(requests[0]?.rolloutStatus?.id, await idOf('Experiment'));
    });

    it('is found by its name if the statuses were not known before', async () => {
      const { requests } = await sent('rolloutStatus: Experiment\n', [submitRow], { areKnown: false });
      assert.equal(requests[0]?.rolloutStatus?.id, await idOf('Experiment'));
    });

    it('that does not exist stops the submission, with a link to it', async () => {
      const { requests } = await sent('rolloutStatus: Rampnig\n', []);
      assert.match(last(), /has a problem: There is no rollout status “Rampnig” in this workspace\./);
      assert.equal(requests.length, 0);
    });

    it('can’t be sent as the only change, and a message says so', async () => {
      submitting.window = await openWindow(service);
      await isGated('development');
      const uri = submitting.window.uri(FLAG, 'development');
      const text = `${await submitting.window.read(uri)}rolloutStatus: Ramping\n`;
      await submitting.window.write(uri, text);
      await answering([], () => submit(uri));
      assert.match(last(), /has no changes: .*\. A change request can’t set only the rollout status/);
      assert.equal(await submitting.window.read(uri), text);
    });

    it('is reported as unchanged if the definition is changed at once', async () => {
      submitting.window = await openWindow(service);
      await isGated('development', false);
      const uri = submitting.window.uri(FLAG, 'development');
      const text = (await submitting.window.read(uri)).replace(/trafficAllocation: \d+/, 'trafficAllocation: 42');
      await submitting.window.write(uri, `${text}rolloutStatus: Ramping\n`);
      await answering(['Comment: …', 'why', 'Make it live: …'], () => changeNow(uri));
      assert.match(last(), /its new definition is live\. Its rollout status is as it was/);
    });

    it('is proposed to other environments, even if nothing else differs from the live definition here', async () => {
      for (const change of [false, true]) {
        submitting.window?.dispose();
        await service.sandbox.reset();
        submitting.window = await openWindow(service);
        const { window } = submitting;
        for (const name of ['pre-production', 'production']) await isGated(name);
        const uri = window.uri(FLAG, 'development');
        const text = await window.read(uri);
        const mine = change ? text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 41') : text;
        await window.write(uri, `${mine}rolloutStatus: Ramping\n`);
        const both = 'Submit a change request to each: pre-production, production';
        await answering([['pre-production', 'production'], both], async () => window.commands['flagAdmin.flag.propose']!(uri));
        const client = service.as('submitter-key');
        for (const name of ['pre-production', 'production']) {
          const { openChangeRequestId } = await client.readDefinition(service.place(name).workspaceId, FLAG, service.place(name).environmentId); // prettier-ignore
          const { rolloutStatus, flag } = await client.readChangeRequest(openChangeRequestId ?? assert.fail(last()));
          assert.equal(rolloutStatus?.id, await idOf('Ramping'));
          assert.ok(!('rolloutStatus' in flag!));
        }
      }
    });
  });
});

describe('a number that can’t be read exactly', () => {
  const { service } = submitting;

  const LARGE = '9007199254740993';

  const NAMED = new RegExp(`${FLAG}.* has the number ${LARGE}, which can’t be read and sent exactly here`);

  /** The service says from now on that the definition has this number. */
  async function say(environment = 'development', number = LARGE): Promise<void> {
    const { workspaceId, environmentId } = service.place(environment);
    const live = await service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
    const text = withNote(live, number);
    service.onCall = ({ method, path }) =>
      method === 'GET' && path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { text } : undefined;
  }

  const run = async (command: keyof Window['commands'], argument: unknown): Promise<void> =>
    void (await submitting.window.commands[command]!(argument));

  const sent = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

  afterEach(() => {
    openUris.length = 0;
    openDocuments.length = 0;
  });

  describe('a definition with a number beyond 2^53', () => {
    it('is read-only, and says why with the number', async () => {
      await say();
      submitting.window = await openWindow(service);
      const { window } = submitting;
      const uri = window.uri(FLAG, 'development');
      const text = await window.read(uri);
      assert.match(text, new RegExp(`^#: Read-only: it has the number ${LARGE}, which can’t be read exactly`, 'm'));
      assert.ok(!text.includes('largeNumber'));
      assert.equal((await window.stat(uri)).permissions, 1);
      await assert.rejects(
        window.write(uri, `${text}# more\n`),
        (error) => error instanceof FileSystemError && NAMED.test(error.message),
      );
      assert.equal(sent(), 0);
    });

    it('is proposed to no other environment, and no other definition is proposed to its environment', async () => {
      await say();
      submitting.window = await openWindow(service);
      const { window } = submitting;
      await run('flagAdmin.flag.propose', window.uri(FLAG, 'development'));
      assert.match(last(), NAMED);
      await answering([['development']], () => run('flagAdmin.flag.propose', window.uri(FLAG, 'production')));
      assert.match(last(), /^Nothing is proposed to development: /);
      assert.match(last(), NAMED);
      assert.equal(window.proposals.length, 0);
    });

    it('is written into no file', async () => {
      await say();
      submitting.window = await openWindow(service);
      files.save = Uri.file('/tmp/out.yaml');
      await run('flagAdmin.flag.export', submitting.window.uri(FLAG, 'development'));
      assert.match(last(), NAMED);
    });
  });
});

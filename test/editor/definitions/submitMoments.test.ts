/**
 * Tests changes of the live definition by somebody else at each moment between opening and sending. A submit sees the service
 * only through its calls, so the different moments are those before each call.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { Seen } from '../../operations/service.ts';
import { sendable } from '../../operations/service.ts';
import { casesOf } from '../../properties/runs.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked, fill, submit as submitRow } from '../scripted.ts';
import { FLAG, useSubmitting } from './submitting.ts';
import { openWindow } from './window.ts';

const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');
const { createRequestDrafts } = await import('../../../src/editor/changes/requestDrafts.ts');

const submitting = useSubmitting();
const { service, isGated, submit, changeNow, changeLive } = submitting;

/** An action of somebody else. */
type Deed = () => Promise<unknown>;
type Moment = 'opened' | 'saved' | number;

interface Flow {
  readonly environment: string;
  readonly flag: string;
  readonly isGated: boolean;
  readonly answers: readonly Answer[];
}

const SENT = [...fill({ rolloutStatus: 'Ramping', title: 'Less of it', comment: 'Too many complaints.' }), submitRow];
const UPDATE: Flow = { environment: 'production', flag: FLAG, isGated: true, answers: SENT };
const CREATE: Flow = { environment: 'production', flag: 'wishlist-sharing', isGated: true, answers: SENT };
const AT_ONCE: Flow = {
  environment: 'development',
  flag: FLAG,
  isGated: false,
  answers: ['Comment: …', 'Too many complaints.', 'Make it live: …'],
};

interface Run {
  /** The calls of the submit, until it has ended. */
  readonly calls: readonly Seen[];
  readonly asked: readonly Asked[];
  readonly told: string;
  /** The number of changing calls. */
  readonly sent: number;
}

/** Runs everything from opening to the end of the submit. `deed` happens at the moment: a number means before that call. */
async function run(
  flow: Flow,
  answers: readonly Answer[],
  moment?: Moment,
  deed: Deed = async () => undefined,
  [laterMoment, laterDeed]: readonly [Moment?, Deed?] = [],
): Promise<Run> {
  submitting.window?.dispose();
  await service.sandbox.reset();
  service.onCall = () => undefined;
  submitting.window = await openWindow(service);
  const { window } = submitting;
  await isGated(flow.environment, flow.isGated);
  const uri = window.uri(flow.flag, flow.environment);
  const text = await window.read(uri);
  // As if the drafts were read at that moment: for the editor, the document is not open yet.
  window.context.live.keepOpen();
  if (moment === 'opened') await deed();
  await window.write(uri, text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
  if (moment === 'saved') await deed();
  const calls: Seen[] = [];
  let isDoing = false;
  service.onCall = async (call) => {
    if (isDoing) return undefined;
    isDoing = true;
    if (calls.length === moment) await deed();
    if (calls.length === laterMoment) await laterDeed?.();
    isDoing = false;
    calls.push(call);
    return undefined;
  };
  shown.length = 0;
  let failure = '';
  const asked = await answering(answers, () =>
    (flow === AT_ONCE ? changeNow : submit)(uri).catch((error: unknown) => void (failure = describeFailure(error).sentence)),
  );
  service.onCall = () => undefined;
  const told = [...shown.map(({ message }) => message), failure].join('\n');
  return { calls, asked, told, sent: calls.filter(({ method }) => method !== 'GET').length };
}

/** Whole numbers from `from` to below `end`. */
const numbers = (from: number, end: number): readonly number[] => Array.from({ length: end - from }, (_, index) => from + index);

const isRead =
  (flow: Flow) =>
  ({ method, path }: Seen): boolean =>
    method === 'GET' && path.includes(`/${flow.flag}/environments/`);

/** Submits a change of the definition. With `publish`, it is also approved. */
async function request(operationType: string, flag: object, isPublished = true): Promise<void> {
  const { workspaceId, environmentId } = service.place('production');
  const said = { title: 't', comment: 'c', approvers: [], rolloutStatusId: await service.rolloutStatus() };
  const { id } = await service
    .as('submitter-key')
    .submitChangeRequest(workspaceId, environmentId, { operationType, flag, ...said } as never);
  if (isPublished) await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'c' });
}

async function read(flag: string, environment = 'production'): Promise<FlagDefinition> {
  const { workspaceId, environmentId } = service.place(environment);
  return service.as('submitter-key').readDefinition(workspaceId, flag, environmentId);
}

const THEIRS = { name: 'wishlist-sharing', treatments: [{ name: 'on' }], defaultTreatment: 'on', trafficAllocation: 7, rules: [], defaultRule: [{ treatment: 'on', size: 100 }] }; // prettier-ignore
const update = async (): Promise<FlagDefinition> => ({ ...sendable(await read(FLAG)), defaultTreatment: 'on' }) as FlagDefinition;

const deeds: Record<string, { readonly flow: Flow; readonly deed: Deed; readonly isLock?: boolean }> = {
  'changes it': { flow: UPDATE, deed: async () => request('UPDATE', await update()) },
  'removes it': { flow: UPDATE, deed: async () => request('ARCHIVE', { name: FLAG }) },
  'opens a request to change it': { flow: UPDATE, deed: async () => request('UPDATE', await update(), false), isLock: true },
  'opens a request to kill it': { flow: UPDATE, deed: async () => request('KILL', { name: FLAG }, false), isLock: true },
  'adds it': { flow: CREATE, deed: async () => request('CREATE', THEIRS) },
  'opens a request to add it': { flow: CREATE, deed: async () => request('CREATE', THEIRS, false), isLock: true },
  'changes it where no approval is asked for': { flow: AT_ONCE, deed: async () => changeLive({ defaultTreatment: 'on' }) },
};

describe('between opening and submitting, Flag Admin notices at each moment, and sends nothing, if somebody else', () => {
  for (const [index, [what, { flow, deed, isLock }]] of Object.entries(deeds).entries()) {
    it(what, async () => {
      const { calls, sent } = await run(flow, flow.answers);
      assert.equal(sent, 1);
      // The check for an open request that adds it comes after the reading.
      const isAskedBehind = isLock && flow === CREATE;
      const first = calls.findIndex(isRead(flow)) + (isAskedBehind ? 1 : 0);
      const sending = calls.findIndex(({ method }) => method !== 'GET');
      const last = calls.slice(0, sending).findLastIndex(isRead(flow)) + (isAskedBehind ? 1 : 0);
      // There is no question and no long task between the last check and the sending.
      assert.ok(calls.slice(last + 1, sending).every(({ path }) => path.startsWith('/changeRequests?')));
      const moments: readonly Moment[] = ['opened', 'saved', ...Array(last + 1).keys()];
      for (const [, moment] of casesOf(moments, index)) {
        const isAtOnce = typeof moment === 'string' || moment <= first;
        const answers = !isAtOnce ? flow.answers : isLock ? [] : [undefined];
        const now = await run(flow, answers, moment, deed);
        assert.equal(now.sent, 0, `sent, though it was done at ${moment}`);
        if (isLock) assert.match(now.told, /A change request is open on/, String(moment));
        else if (isAtOnce)
          assert.match(now.asked[0]!.title, /^Somebody else has changed|^The definition was removed/, String(moment));
        else assert.match(now.told, /^Somebody else has just changed .*\. Nothing was sent/, String(moment));
      }
    });
  }
});

describe('while the question about a first change is open, a second one is noticed', () => {
  const first: Deed = async () => request('UPDATE', await update());
  const second: Deed = async () => request('UPDATE', { ...(await update()), baselineTreatment: 'on' });

  it('if the text is sent unchanged', async () => {
    const answers = ['Go on with my text as it is', ...UPDATE.answers];
    const { calls, sent } = await run(UPDATE, answers, 'saved', first);
    assert.equal(sent, 1);
    const from = calls.findIndex(isRead(UPDATE)) + 1;
    const sending = calls.findIndex(({ method }) => method !== 'GET');
    for (const [, moment] of casesOf(numbers(from, sending))) {
      const now = await run(UPDATE, answers, 'saved', first, [moment, second]);
      assert.equal(now.sent, 0, String(moment));
      assert.match(now.told, /^Somebody else has just changed /);
    }
  });

  it('if the text is rebased on the first one', async () => {
    await run(UPDATE, ['Rebase my changes'], 'saved', first);
    await second();
    const uri = submitting.window.uri(FLAG);
    const asked = await answering([undefined], () => submit(uri));
    assert.match(asked[0]!.title, /^Somebody else has changed/);
    assert.match(await submitting.window.read(uri), /trafficAllocation: 42/);
  });
});

it('nothing is sent once a different connection is in use, and a message names the connection of the document', async () => {
  for (const flow of [UPDATE, AT_ONCE]) {
    const { calls } = await run(flow, flow.answers);
    const sending = calls.findIndex(({ method }) => method !== 'GET');
    const last = calls.slice(0, sending).findLastIndex(isRead(flow));
    for (const [, moment] of casesOf(numbers(calls.findIndex(isRead(flow)), last))) {
      const now = await run(flow, flow.answers, moment, async () => {
        const { inUse } = submitting.window;
        inUse.now = { ...inUse.now!, connectionId: 'c2', connectionName: 'Lab' };
      });
      assert.equal(now.sent, 0, String(moment));
      assert.match(now.told, /belongs to the connection “Shop”: switch to it first/);
    }
  }
});

it('an abandoned submission can only be continued from its document, which is compared with the live definition', async () => {
  await run(UPDATE, [...fill({ title: 'Less of it' }), undefined]);
  const { workspaceMemory } = submitting.window.deps;
  const kept = createRequestDrafts(workspaceMemory).all({ origin: service.as('submitter-key').origin, connectionId: 'c1' });
  assert.deepEqual(
    kept.map(({ change, typed }) => [change, typed.title]),
    [[undefined, 'Less of it']],
  );
  await request('UPDATE', await update());
  const asked = await answering(['Go on with my text as it is', undefined], () => submit(submitting.window.uri(FLAG)));
  assert.ok(asked[1]!.options.includes('Title: Less of it'));
});

describe('a change by somebody else after the last check and before the request is sent', () => {
  const sendingOf = async (flow: Flow): Promise<number> =>
    (await run(flow, flow.answers)).calls.findIndex(({ method }) => method !== 'GET');

  it('is reported if it locks the flag; the document then becomes read-only at once and shows the draft', async () => {
    for (const [flow, told, flag] of [
      [UPDATE, /Not submitted: a change request is open on checkout-redesign in production\./, await update()],
      [CREATE, /Not submitted: a change request is open on wishlist-sharing in production\./, THEIRS],
    ] as const) {
      const at = await sendingOf(flow);
      const now = await run(flow, flow.answers, at, async () => request(flow === CREATE ? 'CREATE' : 'UPDATE', flag, false));
      assert.match(now.told, told);
      const { window } = submitting;
      const uri = window.uri(flow.flag);
      while ((await window.stat(uri)).permissions === undefined) await setTimeout(5);
      assert.match(await window.read(uri), /trafficAllocation: 42/);
    }
  });

  it('makes the service refuse the request if it adds the same definition', async () => {
    const now = await run(CREATE, CREATE.answers, await sendingOf(CREATE), async () => request('CREATE', THEIRS));
    assert.match(now.told, /exists already/);
    assert.equal((await read('wishlist-sharing')).trafficAllocation, 7);
  });
});

describe('a kill by somebody else', () => {
  it('is shown in the confirmation, or stops the submission if it happens during the prompts; the request does not undo it', async () => {
    const { calls } = await run(UPDATE, UPDATE.answers);
    const sending = calls.findIndex(({ method }) => method !== 'GET');
    const first = calls.findIndex(isRead(UPDATE));
    const last = calls.slice(0, sending).findLastIndex(isRead(UPDATE));
    for (const [, moment] of casesOf<Moment>(['opened', 'saved', ...Array(sending).keys()])) {
      const { sent, asked, told } = await run(UPDATE, UPDATE.answers, moment, async () => request('KILL', { name: FLAG }));
      const isDuring = typeof moment === 'number' && moment > first && moment <= last;
      assert.equal(sent, isDuring ? 0 : 1, String(moment));
      if (isDuring) {
        assert.match(told, /Somebody else has just killed /);
        continue;
      }
      const live = await read(FLAG);
      assert.equal(live.killed, true);
      if (typeof moment === 'string') assert.match(asked.at(-1)!.options.join('\n'), /The flag is killed and stays so/);
      await service.as('release-key').decideChangeRequest(live.openChangeRequestId!, { status: 'APPROVED', comment: 'c' });
      const { killed, trafficAllocation } = await read(FLAG);
      assert.deepEqual([killed, trafficAllocation], [true, 42], String(moment));
    }
  });
});

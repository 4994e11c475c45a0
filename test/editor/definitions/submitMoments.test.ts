/**
 * Tests changes of the live definition by somebody else at each moment between opening and sending. A submit sees the service
 * only through its calls, so the different moments are those before each call.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { sendable, type Seen } from '../../operations/service.ts';
import { casesOf } from '../../properties/runs.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, fill, submit as submitRow } from '../scripted.ts';
import { NEW_DEFINITION, changeLive, decide, liveDefinition, submitFlagRequest } from './others.ts';
import { ALLOCATION, FLAG, changeNow, openWindow, service, setRequiresApprovals, submit, until, window } from './window.ts';

const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');
const { createRequestDrafts } = await import('../../../src/editor/changes/requestDrafts.ts');

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
const now = ['Comment: …', 'Too many complaints.', 'Make the draft live: …'];
const AT_ONCE: Flow = { environment: 'development', flag: FLAG, isGated: false, answers: now };

/**
 * Runs everything from opening the document to the end of the submission. Each deed is done at its moment: a number is the index
 * of the call before which it is done.
 */
async function run(
  flow: Flow,
  { answers = flow.answers, deeds = [] }: { answers?: Flow['answers']; deeds?: readonly (readonly [Moment, Deed])[] } = {},
) {
  window?.dispose();
  await service.sandbox.reset();
  service.onCall = () => undefined;
  await openWindow();
  await setRequiresApprovals(flow.environment, flow.isGated);
  const doAt = async (moment: Moment): Promise<void> => {
    for (const [at, deed] of deeds) if (at === moment) await deed();
  };
  const uri = window.uri(flow.flag, flow.environment);
  const text = await window.read(uri);
  // As if the drafts were read at that moment: for the editor, the document is not open yet.
  window.context.live.forgetClosed();
  await doAt('opened');
  await window.write(uri, text.replace(ALLOCATION, 'trafficAllocation: 42'));
  await doAt('saved');
  const calls: Seen[] = [];
  let isDoing = false;
  service.onCall = async (call) => {
    if (isDoing) return undefined;
    isDoing = true;
    await doAt(calls.length);
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
  const isRead = ({ method, path }: Seen): boolean => method === 'GET' && path.includes(`/${flow.flag}/environments/`);
  const sending = calls.findIndex(({ method }) => method !== 'GET');
  return {
    /** The calls of the submit, until it has ended. */
    calls,
    asked,
    told: [...shown.map(({ message }) => message), failure].join('\n'),
    /** The number of changing calls. */
    sent: calls.filter(({ method }) => method !== 'GET').length,
    /** The indexes of the first and the last reading of the definition before the first changing call, and of that call. */
    first: calls.findIndex(isRead),
    last: calls.slice(0, sending).findLastIndex(isRead),
    sending,
  };
}

/** Whole numbers from `from` to below `end`. */
const numbers = (from: number, end: number): readonly number[] => Array.from({ length: end - from }, (_, index) => from + index);

const publish = async (...given: Parameters<typeof submitFlagRequest>): Promise<unknown> =>
  decide(await submitFlagRequest(...given), 'APPROVED');
const updated = async (more: Partial<FlagDefinition> = {}) => ({
  ...sendable(await liveDefinition('production')),
  defaultTreatment: 'on',
  ...more,
});

const deeds: Record<string, { readonly flow: Flow; readonly deed: Deed; readonly isLock?: boolean }> = {
  'changes it': { flow: UPDATE, deed: async () => publish('UPDATE', await updated()) },
  'removes it': { flow: UPDATE, deed: () => publish('ARCHIVE', { name: FLAG }) },
  'opens a request to change it': { flow: UPDATE, deed: async () => submitFlagRequest('UPDATE', await updated()), isLock: true },
  'opens a request to kill it': { flow: UPDATE, deed: () => submitFlagRequest('KILL', { name: FLAG }), isLock: true },
  'adds it': { flow: CREATE, deed: () => publish('CREATE', NEW_DEFINITION) },
  'opens a request to add it': { flow: CREATE, deed: () => submitFlagRequest('CREATE', NEW_DEFINITION), isLock: true },
  'changes it where no approval is asked for': { flow: AT_ONCE, deed: () => changeLive({ defaultTreatment: 'on' }) },
};

describe('between opening and submitting, Flag Admin notices at each moment, and sends nothing, if somebody else', () => {
  for (const [index, [what, { flow, deed, isLock }]] of Object.entries(deeds).entries())
    it(what, async () => {
      const { calls, sent, sending, ...undisturbed } = await run(flow);
      assert.equal(sent, 1);
      // The check for an open request that adds it comes after the reading.
      const behind = isLock && flow === CREATE ? 1 : 0;
      const [first, last] = [undisturbed.first + behind, undisturbed.last + behind];
      // There is no question and no long task between the last check and the sending.
      assert.ok(calls.slice(last + 1, sending).every(({ path }) => path.startsWith('/changeRequests?')));
      const moments: readonly Moment[] = ['opened', 'saved', ...numbers(0, last + 1)];
      for (const [, moment] of casesOf(moments, index)) {
        const isAtOnce = typeof moment === 'string' || moment <= first;
        const answers = !isAtOnce ? flow.answers : isLock ? [] : [undefined];
        const disturbed = await run(flow, { answers, deeds: [[moment, deed]] });
        assert.equal(disturbed.sent, 0, `sent, though it was done at ${moment}`);
        if (isLock) {
          assert.match(disturbed.told, /A change request is open on/, String(moment));
          assert.deepEqual(shown.at(-1)?.buttons, ['Review']);
        } else if (isAtOnce)
          assert.match(
            disturbed.asked[0]!.title,
            / has changed since you began your draft$|has no definition in/,
            String(moment),
          );
        else assert.match(disturbed.told, / was changed in the meantime\. Nothing was sent/, String(moment));
      }
    });
});

it('while the question about a first change is open, a second one is noticed if the user sends the text unchanged', async () => {
  const first = ['saved', async () => publish('UPDATE', await updated())] as const;
  const second: Deed = async () => publish('UPDATE', await updated({ baselineTreatment: 'on' }));
  const answers = ['Go on with my text as it is', ...UPDATE.answers];
  const { sent, first: read, sending } = await run(UPDATE, { answers, deeds: [first] });
  assert.equal(sent, 1);
  for (const [, moment] of casesOf(numbers(read + 1, sending))) {
    const disturbed = await run(UPDATE, { answers, deeds: [first, [moment, second]] });
    assert.equal(disturbed.sent, 0, String(moment));
    assert.match(disturbed.told, / was changed in the meantime/);
  }
});

it('nothing is sent once a different connection is in use, and a message names the connection of the document', async () => {
  const switchConnection: Deed = async () => {
    const { inUse } = window;
    inUse.now = { ...inUse.now!, connectionId: 'c2', connectionName: 'Lab' };
  };
  for (const flow of [UPDATE, AT_ONCE]) {
    const { first, last } = await run(flow);
    for (const [, moment] of casesOf(numbers(first, last))) {
      const disturbed = await run(flow, { deeds: [[moment, switchConnection]] });
      assert.equal(disturbed.sent, 0, String(moment));
      assert.match(disturbed.told, /A different connection is needed: switch to “Shop” first/);
    }
  }
});

it('an abandoned submission can only be continued from its document, which is compared with the live definition', async () => {
  await run(UPDATE, { answers: [...fill({ title: 'Less of it' }), undefined] });
  const { origin } = service.as('submitter-key');
  const kept = createRequestDrafts(window.deps.workspaceMemory).all({ origin, connectionId: 'c1' });
  assert.deepEqual(kept.map(({ change, typed }) => [change, typed.title]), [[undefined, 'Less of it']]); // prettier-ignore
  await publish('UPDATE', await updated());
  const asked = await answering(['Go on with my text as it is', undefined], () => submit(window.uri()));
  assert.ok(asked[1]!.options.includes('Title: Less of it'));
});

describe('a change by somebody else after the last check and before the request is sent', () => {
  for (const [what, flow] of Object.entries({ changed: UPDATE, added: CREATE }))
    it(`is reported if the flag is locked because it is ${what}; the document becomes read-only at once and shows the draft`, async () => {
      const { sending } = await run(flow);
      const lock: Deed = async () =>
        flow === CREATE ? submitFlagRequest('CREATE', NEW_DEFINITION) : submitFlagRequest('UPDATE', await updated());
      const { told } = await run(flow, { deeds: [[sending, lock]] });
      assert.match(told, new RegExp(`Not submitted: a change request is open on ${flow.flag} in .* / production\\.`));
      const uri = window.uri(flow.flag);
      await until(() => window.isLocked(uri));
      assert.match(await window.read(uri), /trafficAllocation: 42/);
    });

  it('makes the service refuse the request if it adds the same definition', async () => {
    const { sending } = await run(CREATE);
    const { told } = await run(CREATE, { deeds: [[sending, () => publish('CREATE', NEW_DEFINITION)]] });
    assert.match(told, /exists already/);
    assert.equal((await liveDefinition('production', 'wishlist-sharing')).trafficAllocation, 7);
  });
});

it('a kill by somebody else is shown in the confirmation, or stops the submission if it happens during the prompts; the request does not undo it', async () => {
  const { first, last, sending } = await run(UPDATE);
  for (const [, moment] of casesOf<Moment>(['opened', 'saved', ...numbers(0, sending)])) {
    const { sent, asked, told } = await run(UPDATE, { deeds: [[moment, () => publish('KILL', { name: FLAG })]] });
    const isDuring = typeof moment === 'number' && moment > first && moment <= last;
    assert.equal(sent, isDuring ? 0 : 1, String(moment));
    if (isDuring) {
      assert.match(told, / was killed in the meantime/);
      continue;
    }
    const { killed, openChangeRequestId } = await liveDefinition('production');
    assert.equal(killed, true);
    if (typeof moment === 'string') assert.match(asked.at(-1)!.options.join('\n'), /The flag stays killed/);
    await decide({ id: openChangeRequestId! }, 'APPROVED');
    const after = await liveDefinition('production');
    assert.deepEqual([after.killed, after.trafficAllocation], [true, 42], String(moment));
  }
});

/** One cell of the matrix: a call under a fault, and the assertions about its result, its requests and the service. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Client } from '../../src/api/client.ts';
import type { Call, Place } from './call.ts';
import { endingOf, expectedOf, isAsExpected, type Ending, type NamedFault } from './ending.ts';
import type { FaultSetup } from './faultSetup.ts';
import type { Seen } from './faultLink.ts';
import type { FaultProxy } from './tcpFaultProxy.ts';

export interface Cell {
  /** A unique name for the object of the call. */
  readonly name: string;
  readonly call: Call;
  /** The fault of each attempt. Later attempts have no fault. */
  readonly faults: readonly NamedFault[];
  /** The connection exists from an earlier call. */
  readonly isKept: boolean;
}

/** The state before and after a successful call, and its result, without the name of the cell. */
export interface Control {
  readonly before: string;
  readonly after: string;
  readonly answer: string;
}

interface Outcome {
  readonly ending: Ending;
  readonly answer: unknown;
  readonly error: unknown;
}

/** Runs the call without a fault. */
export async function runControl(setup: FaultSetup, call: Call, name: string): Promise<Control> {
  await call.prepare?.(setup.place, name);
  const before = await seen(setup, call, name);
  const client = setup.client(call.as ?? 'submitter');
  const answer = inWords(await call.run(client, setup.place, name), name);
  await client.close();
  const after = await seen(setup, call, name);
  assert.equal(before === after, !call.see, 'the call changes what is seen, or it is a read');
  return { before, after, answer };
}

/** Throws an AssertionError if an assertion fails. */
export async function runCell(setup: FaultSetup, { name, call, faults, isKept }: Cell, control: Control): Promise<void> {
  const { place, proxy, secrets } = setup;
  await call.prepare?.(place, name);
  let attempts = 0;
  const nextAttempt = async (): Promise<void> => proxy.set(faults[attempts++]?.fault);
  const client = setup.client(call.as ?? 'submitter', nextAttempt);
  try {
    if (isKept) await client.listWorkspaces({ offset: 0, limit: 1 });
    proxy.seen.length = 0;
    await nextAttempt();
    const { ending, answer, error } = await outcomeOf(call.run(client, place, name));
    const requests = [...proxy.seen];
    await proxy.set(undefined);

    assertNoSecret(error, secrets);
    const met = faults.slice(0, attempts);
    if (met.every((fault) => fault.ending !== undefined)) {
      const expected = expectedOf(call, faults);
      const isExpected = isAsExpected(ending, expected.ending, faults, isKept);
      assert.ok(isExpected, `${ending}, not ${expected.ending}: ${String(error)}`);
      assert.equal(attempts, expected.attempts, 'attempts');
    }
    if (ending === 'success') assert.equal(inWords(answer, name), control.answer, 'the answer is the right one');
    if (call.repeats !== 'always') assert.ok(requests.length <= 1, `it is sent at most once, not ${requests.length} times`);
    if (call.see) assertState(await seen(setup, call, name), control, ending, requests, met);
    await assertUsable(client, place);
  } finally {
    await endCell(proxy, client);
  }
}

/** Asserts that the state of the service matches the result of the call and the service's own answer. */
function assertState(now: string, control: Control, ending: Ending, requests: readonly Seen[], met: readonly NamedFault[]): void {
  const isDone = now === control.after;
  if (!isDone) assert.equal(now, control.before, 'nothing is done by half, and nothing twice');
  if (ending === 'success') assert.ok(isDone, 'success, and it is not done');
  if (isUndone(ending, requests)) assert.ok(!isDone, `${ending}, and it is done`);
  if (met.some(({ isRace }) => isRace)) return;
  const isSaid = requests.some(({ status }) => status === 200);
  assert.equal(isDone, isSaid, 'it is done if the service said so, whether or not the client heard it');
}

/**
 * True if the result means that the service has done nothing. A refusal means this only if there was one attempt, because an
 * earlier attempt may have succeeded.
 */
const isUndone = (ending: Ending, requests: readonly Seen[]): boolean =>
  ending === 'unsent' || (ending.startsWith('service 4') && requests.length === 1);

/** Closing waits for hanging calls, so their connections end first. */
export async function endCell(proxy: FaultProxy, client: Client): Promise<void> {
  await proxy.set({ at: 'connection', how: 'reset' });
  await client.close();
  await proxy.set(undefined);
}

/** Rejects if it takes too long. No time passes on the client's clock. */
export async function withoutHang<T>(running: Promise<T>): Promise<T> {
  const { promise: hang, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new assert.AssertionError({ message: 'it hangs' })), 10_000);
  try {
    return await Promise.race([running, hang]);
  } finally {
    clearTimeout(timer);
  }
}

async function outcomeOf(running: Promise<unknown>): Promise<Outcome> {
  try {
    return { ending: 'success', answer: await withoutHang(running), error: undefined };
  } catch (error) {
    return { ending: endingOf(error), answer: undefined, error };
  }
}

export function assertNoSecret(error: unknown, secrets: readonly string[]): void {
  if (error === undefined) return;
  const text = inspect(error, { depth: 10, showHidden: true, maxStringLength: null, maxArrayLength: null });
  assert.ok(!secrets.some((secret) => text.includes(secret)), 'the API key is in the error');
}

/** The same client must get the correct answer to its next call. */
export async function assertUsable(client: Client, { workspaceId, environments }: Place): Promise<void> {
  assert.deepEqual(await client.listEnvironments(workspaceId), environments, 'the next call');
}

const seen = async ({ place }: FaultSetup, call: Call, name: string): Promise<string> =>
  inWords(await call.see?.(place, name), name);

/** The result as text that is the same in each cell: without names, IDs and times. */
function inWords(value: unknown, name: string): string {
  const isOwn = /^(?:id|openChangeRequestId|transactionId|timestamp|.*Time|.*Timestamp|lastTrafficReceivedAt)$/;
  const text = JSON.stringify(value, (field, item: unknown) => (isOwn.test(field) ? undefined : item)) ?? 'nothing';
  return text.replaceAll(name, '#');
}

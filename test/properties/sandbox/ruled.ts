/** A call of the sandbox, and what the document says will come of it. */
import assert from 'node:assert/strict';
import type { Answer, KeyName } from '../../sandbox/raw.ts';
import { speaksLive, type Model, type Place } from './model.ts';

/** `approvals`: the documented 403 with its ids; `empty`: the 400 without a body; `locked`: the live 423; `whole`: any other error body. */
export interface Refusal {
  readonly status: number;
  readonly form: 'whole' | 'approvals' | 'empty' | 'locked';
}

export interface Ruled {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly as: KeyName;
  /**
   * What speaks against the call. The table of decisions says in which order the groups are looked at; within a group
   * no order is documented, and any of it may be the answer.
   */
  readonly refusals: readonly (readonly Refusal[])[];
  /** Does the same to the model, once the sandbox has done it. */
  readonly done: (answer: Answer) => void;
}

/** A refusal, if it applies. */
export const refused = (applies: boolean, status: number, form: Refusal['form'] = 'whole'): readonly Refusal[] =>
  applies ? [{ status, form }] : [];

/** Of an object with an open change request. */
export const isLocked = (model: Model, applies: boolean): readonly Refusal[] =>
  speaksLive(model) ? refused(applies, 423, 'locked') : refused(applies, 409);

export const mayWrite = (as: KeyName): readonly Refusal[] => refused(as === 'read-only-key', 403);
export const mayWriteWorkspace = (as: KeyName): readonly Refusal[] =>
  refused(as === 'read-only-key' || as === 'limited-key', 403);

/** The limited API key sees Storefront's development, and for everything else there is a 404. */
export const sees = (model: Model, as: KeyName, at: Place): readonly Refusal[] =>
  refused(as === 'limited-key' && !(model.workspace.name === 'Storefront' && at.name === 'development'), 404);

/** Approvals are required where change control is in effect. */
export const isGated = (at: Place): readonly Refusal[] => refused(at.control !== 'off', 403, 'approvals');

/** Where the workspace requires title and comment, each text that the call has a place for. */
export const isUnexplained = (model: Model, ...texts: readonly string[]): readonly Refusal[] =>
  refused(model.workspace.requiresTitleAndComments && texts.some((text) => text.trim() === ''), 400, 'empty');

/** A call that only service-beyond.md has: without it there is no such path, or no such method of one that there is. */
export const beyond = (model: Model, ruled: Ruled, without: 404 | 405): Ruled =>
  model.isDocumentedOnly ? { ...ruled, refusals: [[{ status: without, form: 'whole' }]] } : ruled;

/** The answer is the one the document gives, with the error body whole. */
export function assertAsRuled({ refusals, as }: Ruled, answer: Answer): void {
  const possible = refusals.find((group) => group.length > 0);
  const got: Refusal | undefined = answer.status === 200 ? undefined : { status: answer.status, form: formOf(answer) };
  if (possible === undefined) return assert.equal(got, undefined, `${as} is refused: ${answer.status} ${answer.text}`);
  assert.ok(
    possible.some(({ status, form }) => status === got?.status && form === got.form),
    `${as} gets ${answer.status} ${answer.text} instead of ${JSON.stringify(possible)}`,
  );
}

function formOf({ text, body, status }: Answer): Refusal['form'] {
  if (text === '') return 'empty';
  const { code, message, details, transactionId, ...others } = body;
  const isLockedForm = /^A pending change request with id:[0-9a-f-]{36} for this object already exists$/.test(String(details));
  assert.deepEqual([code, isLockedForm ? '' : details, others], [status, '', {}], text);
  assert.match(String(transactionId), /^[0-9a-f]{11}$/);
  assert.match(String(message), /\S/);
  if (isLockedForm) return 'locked';
  return /^Approvals are required\. orgId=[0-9a-f-]{36} envId=[0-9a-f-]{36}$/.test(String(message)) ? 'approvals' : 'whole';
}

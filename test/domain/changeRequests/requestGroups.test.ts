/** Tests which change requests are for a person, and which pass a filter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { isSubmittedBy, isWaitingFor, passesFilter } from '../../../src/domain/changeRequests/requestGroups.ts';

const request = (fields: Partial<ChangeRequest> = {}): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  title: 'Beta: sign-ups',
  operationType: 'CREATE',
  approvers: ['release-key', 'Dana@example.com'],
  comments: [{ comment: 'They signed up.', user: 'submitter-key', role: 'SUBMITTER', timestamp: 1 }],
  segment: { name: 'beta-accounts', keys: ['a'] },
  workspace: { id: 'w1' },
  ...fields,
});
/** The user can name it freely. Only the identity of the API key at the service counts. */
const viewer = (identity: string | undefined, email?: string, known: object = {}) => ({
  key: { name: 'mine', identity, ...known },
  otherKeys: [{ name: 'other', identity: 'second-key', submitted: new Set(['r7']) }],
  email,
});
const submitted = new Set(['r1']);

describe('a change request waits', () => {
  it('for the API key that may approve it, and for the person who is named, in any case of letters', () => {
    assert.equal(isWaitingFor(request(), viewer('release-key')), true);
    assert.equal(isWaitingFor(request(), viewer('other-key', 'dana@EXAMPLE.com')), true);
    assert.equal(isWaitingFor(request({ approvers: ['Dana@example.com'] }), viewer('dana@example.com')), true, 'a personal key');
  });

  it('not for its submitter, a stored key that is not in use, a different person or a known key that it does not name', () => {
    assert.equal(isWaitingFor(request({ approvers: ['submitter-key', 'second-key'] }), viewer('submitter-key')), false);
    assert.equal(isWaitingFor(request(), viewer('other-key', 'eve@example.com')), false);
    for (const approvers of [['release-key'], ['dana@example.com'], []])
      assert.equal(isWaitingFor(request({ approvers }), viewer('other-key')), false);
  });

  it('for an API key that has approved in its environment before, though the request does not name it', () => {
    const approved = { ...viewer('other-key'), hasApproved: ({ id }: ChangeRequest) => id === 'r1' };
    assert.deepEqual([isWaitingFor(request(), approved), isWaitingFor(request({ id: 'r2' }), approved)], [true, false]);
    assert.equal(isWaitingFor(request(), { ...approved, key: { ...approved.key, submitted } }), false);
  });

  it('for an API key with an unknown identity, unless it can’t approve, or this installation submitted it with any key', () => {
    assert.equal(isWaitingFor(request(), viewer(undefined)), true);
    assert.equal(isWaitingFor(request({ approvers: ['dana@example.com'] }), viewer(undefined)), true);
    assert.equal(isWaitingFor(request({ id: 'r7' }), viewer(undefined)), false);
    const waits = (known: object): boolean => isWaitingFor(request(), viewer(undefined, undefined, known));
    for (const known of [{ submitted }, { refused: new Map([['r1', ['approve']]]) }, { isReadOnly: true }])
      assert.equal(waits(known), false);
    assert.equal(waits({ refused: new Map([['r1', ['withdraw']]]) }), true);
  });

  it('only while its status is known to allow a decision', () => {
    const isWaiting = (status: string): boolean => isWaitingFor(request({ status }), viewer('release-key', 'dana@example.com'));
    const statuses = ['PUBLISHED', 'IN_REVIEW', 'SCHEDULED', 'SCHEDULE_REQUESTED'];
    assert.deepEqual(statuses.map(isWaiting), [false, false, false, true]);
  });
});

describe('a change request is the viewer’s own', () => {
  const by = (user: string) => request({ comments: [{ comment: 'x', user, role: 'SUBMITTER', timestamp: 1 }] });

  it('if any of the stored API keys or the person submitted it', () => {
    assert.equal(isSubmittedBy(by('second-key'), viewer('release-key')), true);
    assert.equal(isSubmittedBy(by('Me@example.com'), viewer('release-key', 'me@example.com')), true);
    assert.equal(isSubmittedBy(by('unstored-key'), { ...viewer('unstored-key'), otherKeys: [] }), true);
    for (const email of ['me@example.com', undefined])
      assert.equal(isSubmittedBy(by('somebody'), viewer('release-key', email)), false);
    assert.equal(isSubmittedBy(request({ comments: [] }), viewer('release-key')), false);
  });
});

describe('a filter', () => {
  const flag = request({ segment: null, flag: { name: 'checkout', treatments: [], rules: [], defaultRule: [] } });

  it('for a workspace, or for an environment if that is known, accepts only its requests', () => {
    assert.equal(passesFilter(request(), 'e1', { workspace: { id: 'w2', name: 'W' } }), false);
    assert.equal(passesFilter(request(), 'e1', { workspace: { id: 'w1', name: 'W' } }), true);
    assert.equal(passesFilter(request({ workspace: null }), 'e1', { workspace: { id: 'w1', name: 'W' } }), false);
    const pass = ['e1', 'e2', undefined].map((id) => passesFilter(request(), id, { environment: { id: 'e1', name: 'E' } }));
    assert.deepEqual(pass, [true, false, true]);
  });

  it('for flags or segments accepts only requests about them', () => {
    const pass = [flag, request()].map((one) =>
      (['flag', 'segment'] as const).map((object) => passesFilter(one, undefined, { object })),
    );
    assert.deepEqual(pass, [[true, false], [false, true]]); // prettier-ignore
  });

  it('for words finds them in title, object, submitter and comments, ignoring case', () => {
    for (const text of ['SIGN-UPS', 'beta-acc', 'submitter', 'signed up'])
      assert.ok(passesFilter(request(), undefined, { text }), text);
    assert.equal(passesFilter(request(), undefined, { text: 'nothing of it' }), false);
    assert.equal(passesFilter(request({ comments: [] }), undefined, { text: 'submitter' }), false);
    assert.ok(passesFilter(flag, undefined, { text: 'checkout' }));
  });
});

/** Tests Propose to Revert This Request… for a definition that others have changed since the request was published. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { ReviewState } from '../../../src/editor/review/reviewState.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { proposeInverse } = await import('../../../src/editor/review/proposeInverse.ts');

const { service, openWindow, flagIn } = useSubmitting();

/** Proposes the inverse of a published request that changed `was` by `asked`, after others have changed the result by `later`. */
async function propose(asked: Partial<FlagDefinition>, later: Partial<FlagDefinition>, ...replies: undefined[]): Promise<string> {
  const { deps, connected } = openWindow();
  const { workspace, environment, name } = flagIn('development', 'checkout-redesign').target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, flagName: name };
  const client = service.as('release-key');
  const was = await client.readDefinition(workspace.id, name, environment.id);
  const published = { ...was, ...asked };
  await client.replaceDefinition(place, { ...published, ...later }, { title: 'x', comment: 'x' });
  const request = {
    id: 'r',
    status: 'PUBLISHED',
    operationType: 'UPDATE',
    approvers: [],
    comments: [],
    flag: published,
    workspace,
  };
  const state = {
    connected,
    place: { workspaceName: 'Storefront', environment, provenBy: 'reading' },
    reviewed: { request, live: { kind: 'unknown' }, fingerprint: '' },
    remembered: () => ({ kind: 'definition', definition: was }),
  } as unknown as ReviewState;
  const before = questions.length;
  await withReplies(replies, () => proposeInverse(deps as never, state));
  return questions
    .slice(before)
    .flatMap(({ options }) => options)
    .join('\n');
}

describe('the inverse of an update', () => {
  it('reverts only what the request changed, and keeps what others changed since', async () => {
    const lines = await propose({ trafficAllocation: 50 }, { defaultRule: [{ treatment: 'off', size: 100 }] }, undefined);
    assert.match(lines, /Traffic allocation 50% → 100%/);
    assert.doesNotMatch(lines, /Default rule/);
  });

  it('asks first if others have changed the same part since', async () => {
    const lines = await propose({ trafficAllocation: 50 }, { trafficAllocation: 20 });
    assert.equal(lines, '', 'nothing is proposed without an answer');
    assert.match(
      shown.at(-1)?.message ?? '',
      /^Propose to revert this request although others have changed the same parts since\?/,
    );
  });
});

it('the inverse of an addition asks first if others have changed the definition since, because the removal would undo that', async () => {
  const { deps, connected } = openWindow();
  const { workspace, environment, name } = flagIn('development', 'checkout-redesign').target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, flagName: name };
  const added = await service.as('release-key').readDefinition(workspace.id, name, environment.id);
  const state = {
    connected,
    place: { workspaceName: 'Storefront', environment, provenBy: 'reading' },
    reviewed: {
      request: { id: 'r', status: 'PUBLISHED', operationType: 'CREATE', approvers: [], comments: [], flag: added, workspace },
    },
    remembered: () => ({ kind: 'definition', definition: undefined }),
  } as unknown as ReviewState;
  const told = shown.length;
  await withReplies([undefined], () => proposeInverse(deps as never, state));
  assert.equal(shown.length, told, 'nobody has changed it');
  await service.as('release-key').replaceDefinition(place, { ...added, trafficAllocation: 20 }, { title: 'x', comment: 'x' });
  await withReplies([], () => proposeInverse(deps as never, state));
  assert.match(
    shown.at(-1)?.message ?? '',
    /^Propose to revert this request although others have changed the same parts since\?/,
  );
});

it('the inverse of a removal asks first if the flag was killed, because its rules would apply again', async () => {
  const { deps, connected } = openWindow();
  const { workspace, environment, name } = flagIn('development', 'checkout-redesign').target;
  const was = await service.as('release-key').readDefinition(workspace.id, name, environment.id);
  const stateWith = (killed: boolean): ReviewState =>
    ({
      connected,
      place: { workspaceName: 'Storefront', environment, provenBy: 'reading' },
      reviewed: {
        request: { id: 'r', status: 'PUBLISHED', operationType: 'ARCHIVE', approvers: [], comments: [], flag: was, workspace },
      },
      remembered: () => ({ kind: 'definition', definition: { ...was, killed } }),
    }) as unknown as ReviewState;
  await withReplies([undefined], () => proposeInverse(deps as never, stateWith(false)));
  await withReplies([], () => proposeInverse(deps as never, stateWith(true)));
  assert.match(shown.at(-1)?.message ?? '', /^Propose to revert this request although the flag would no longer be killed\?/);
});

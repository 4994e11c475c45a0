/** Tests Kill Flag… and Restore Flag… with the sandbox: directly, or as a change request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { sendable } from '../../operations/service.ts';
import { keep, useSubmitting } from '../changeRequests/submitting.ts';
import { answering, fill, submit } from '../scripted.ts';

const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { killFlagCommand, removeDefinition, restoreFlagCommand } = await import('../../../src/editor/flags/switchFlag.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

describe('Kill Flag…', () => {
  it('kills the flag at once if no approval is required', async () => {
    const { deps, connected } = openWindow();
    const told = await withReplies(['It breaks.'], () => killFlagCommand(deps, flagIn('development', 'checkout-redesign')));
    assert.deepEqual(told, [
      'checkout-redesign is killed in Storefront / development: everybody gets its default treatment “off”.',
    ]);
    assert.match(questions[0]?.text ?? '', /^Everybody gets the default treatment “off”\./);
    assert.equal(posts(), 0);
    const again = await withReplies([], () => killFlagCommand(deps, flagIn('development', 'checkout-redesign')));
    assert.deepEqual(again, [
      'checkout-redesign is killed in Storefront / development: everybody gets its default treatment “off”.',
    ]);
    // Called like from the lens of its open definition.
    const { workspace, environment, name } = flagIn('development', 'checkout-redesign').target;
    const place = { connectionId: connected.connectionId, connectionName: 'Shop', workspace, environment, flagName: name };
    await withReplies(['It is mended.'], () => restoreFlagCommand(deps, definitionUri(place)));
    assert.match(shown.at(-1)?.message ?? '', /is restored in Storefront \/ development/);
  });

  it('becomes a change request if an approval is required; nothing is typed twice, and a message says who can approve it', async () => {
    const { deps, serviceFacts, connected } = openWindow();
    const told = await withReplies(['It breaks.', 'production', submit], () =>
      killFlagCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /^The change request “Kill checkout-redesign” is submitted\. .* approved by: release-key, /);
    assert.equal(serviceFacts.isGated(connected.origin, service.environment('production').id), true);
    const id = await openRequest('production', 'checkout-redesign');
    const request = await service.as('submitter-key').readChangeRequest(id ?? '');
    assert.deepEqual([request.operationType, request.comments[0]?.comment], ['KILL', 'It breaks.']);
  });

  it('keeps the reason if the user leaves the resulting request', async () => {
    const { deps } = openWindow();
    await withReplies(['It breaks.', 'production', undefined], () =>
      killFlagCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.ok(questions.at(-1)?.options.includes('Comment: It breaks.'));
    // It is there again, although nothing was typed after it.
    await withReplies([keep, 'Submit as a change request…', ...fill({ approvers: 'tom@example.com' }), undefined], () =>
      killFlagCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    const sending = ['Kill checkout-redesign', ...fill({ approvers: '' }), submit];
    await withReplies(sending, () => submitChangeRequestCommand(deps, undefined));
    const id = await openRequest('production', 'checkout-redesign');
    const request = await service.as('submitter-key').readChangeRequest(id ?? '');
    assert.deepEqual([request.title, request.comments[0]?.comment], ['Kill checkout-redesign', 'It breaks.']);
  });

  it('becomes a request if the environment is known to require approvals, unless the user tries a direct change', async () => {
    const { deps, serviceFacts, connected } = openWindow();
    await serviceFacts.rememberGated(connected.origin, service.environment('production').id, true);
    await withReplies(['It breaks.', 'Submit as a change request…', submit], () =>
      killFlagCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(service.count('PUT', /kill$/), 0);
    assert.equal(posts(), 1);
    // The environment requires no approvals, from the beginning or since the start.
    const { id } = service.environment('development');
    await serviceFacts.rememberGated(connected.origin, id, true);
    await withReplies(['It breaks.', 'Try the direct change anyway'], () =>
      killFlagCommand(deps, flagIn('development', 'checkout-redesign')),
    );
    assert.match(shown.at(-1)?.message ?? '', /is killed in Storefront \/ development/);
    assert.equal(serviceFacts.isGated(connected.origin, id), false);
  });

  it('keeps the reason until it is sent', async () => {
    const { deps } = openWindow();
    const there = flagIn('development', 'checkout-redesign');
    const leave = { typed: 'It br' };
    const kill = () => killFlagCommand(deps, flagIn('production', 'checkout-redesign'));
    await answering([leave], kill);
    const [again, asIs] = [await answering([undefined], kill), await answering([undefined], () => killFlagCommand(deps, there))];
    assert.deepEqual([again[0]?.value, asIs[0]?.value], ['It br', '']);
    await answering([leave], () => killFlagCommand(deps, there));
    await answering(['It breaks.'], () => killFlagCommand(deps, there));
    await answering(['Mended.'], () => restoreFlagCommand(deps, there));
    assert.equal((await answering([undefined], () => killFlagCommand(deps, there)))[0]?.value, '');
    await answering(['It breaks.', undefined], kill);
    const [asked] = await answering([undefined], kill);
    assert.equal(asked?.value, 'It breaks.');
  });

  it('names the default treatment that the flag has after the kill', async () => {
    const { deps } = openWindow();
    const place = { ...service.place('development'), flagName: 'checkout-redesign' };
    const client = service.as('submitter-key');
    let isFirst = true;
    service.onCall = async ({ path }) => {
      if (!path.endsWith('/kill') || !isFirst) return undefined;
      isFirst = false;
      const now = sendable(await client.readDefinition(place.workspaceId, place.flagName, place.environmentId));
      await client.replaceDefinition(place, { ...now, name: place.flagName, defaultTreatment: 'on' });
      return undefined;
    };
    const told = await withReplies(['It breaks.'], () => killFlagCommand(deps, flagIn('development', 'checkout-redesign')));
    assert.match(told.join(), /everybody gets its default treatment “on”/);
  });
});

describe('Restore Flag…', () => {
  it('lists the killed flags of an environment only', async () => {
    const { deps } = openWindow();
    await withReplies(['It breaks.'], () => killFlagCommand(deps, flagIn('development', 'checkout-redesign')));
    const [place, flags] = await answering(['development', undefined], () => restoreFlagCommand(deps, undefined));
    assert.equal(place?.title, 'Restore Flag');
    assert.deepEqual(flags?.options, ['checkout-redesign · everybody gets “off”']);
    assert.equal(flags?.active, 'checkout-redesign');
  });
});

describe('Remove Flag Definition…', () => {
  it('stops if somebody changes the definition while the reason is typed', async () => {
    const { deps } = openWindow();
    const place = { ...service.place('development'), flagName: 'checkout-redesign' };
    let reads = 0;
    service.onCall = async ({ method, path }) => {
      if (method !== 'GET' || !path.includes('checkout-redesign/environments')) return undefined;
      reads += 1;
      if (reads !== 2) return undefined;
      await service.as('submitter-key').killFlag(place, { title: 't', comment: 'c' });
      return undefined;
    };
    const told = await withReplies(['It is not used.'], () => removeDefinition(deps, flagIn('development', 'checkout-redesign')));
    assert.match(told.join(), /^Somebody else has just changed .* Nothing was sent\.$/);
    assert.equal(service.count('DELETE', /checkout-redesign/), 0);
  });
});

/** Tests the buttons of rows in all lists of objects, with the real sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { executed } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { chooseEnvironment, chooseFlagPlace, chooseSegmentPlace } = await import('../../../src/editor/ask/choosePlace.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { openReview } = await import('../../../src/editor/review/openReview.ts');

const service = useService();

describe('the buttons of a row', () => {
  it('copy the link and the ID while the list stays open; the last one closes it and reveals the row', async () => {
    // The documented service lists no flags. The live service lists them with their IDs.
    service.onCall = ({ path }) =>
      /^\/flags\/ws\/[^/]+\?/.test(path)
        ? { status: 200, body: { objects: [{ id: 'f-1', name: 'big' }], offset: 0, limit: 50, totalCount: 1 } }
        : undefined;
    const client = service.as('submitter-key');
    const connected = { connectionId: 'c', connectionName: 'Shop', origin: client.origin, client } as never;
    const services = testServices({ connections: { orAsk: async () => connected, inUse: async () => connected } });
    const review = { ...services, panels: new Set(), queue: { ids: [] } } as never;
    const environment = service.environment('production');
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false };
    const flag = { kind: 'flag', workspace, environment, name: 'big' };
    const segment = { kind: 'segment', workspace, environment, name: 'vip-accounts', trafficType: 'account' };
    const [open] = (await client.listChangeRequests({})).data;
    const request = { kind: 'changeRequest', id: open!.id };
    const position = { connected, memory: services.memory, title: '' };
    for (const [row, target, id, ask] of [
      ['big · production · Storefront', flag, 'f-1', () => find(services)],
      ['vip-accounts · production · Storefront', segment, undefined, () => find(services)],
      [open!.title!, request, request.id, () => openReview(review, undefined)],
      ['big · production · Storefront', flag, 'f-1', () => chooseFlagPlace(position)],
      ['vip-accounts · production · Storefront', segment, undefined, () => chooseSegmentPlace(position)],
      ['production · Storefront', { kind: 'workspace', workspace, environment }, environment.id, () => chooseEnvironment(connected, position)], // prettier-ignore
    ] as const) {
      const press = (label: string) => ({ onRow: row, press: label });
      executed.length = 0;
      const ids = id === undefined ? [] : [press('Copy ID')];
      await answering([press('Copy Link'), ...ids, press('Reveal in Tree')], ask);
      assert.deepEqual(executed, [
        ['flagAdmin.node.copyLink', { target }],
        ...(id === undefined ? [] : [['flagAdmin.node.copyId', { copyable: { id } }]]),
        ['flagAdmin.node.reveal', { target }],
      ]);
    }
  });
});

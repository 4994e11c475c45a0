/** Requests about the keys of a segment. */
import { sampleRequest, submitKeys, type RequestClients } from './requests.ts';
import type { Show } from './panel.ts';

const MANY_KEYS = 100_000;

export async function segmentStates(clients: RequestClients, show: Show): Promise<void> {
  const vip = await sampleRequest(clients, 'Add this month’s VIP accounts');
  await show('segment-add', vip);

  const keys = Array.from({ length: MANY_KEYS }, (_, index) => `acct-${String(index).padStart(12, '0')}`);
  const held = keys.filter((_, index) => index % 100 === 0);
  const { approver } = clients;
  await show('segment-100000', vip, {
    client: {
      ...approver,
      async readChangeRequest(...call) {
        const request = await approver.readChangeRequest(...call);
        return { ...request, segment: { ...request.segment, name: 'vip-accounts', keys } };
      },
      readKeys: async (...call) => ({
        ...(await approver.readKeys(...call)),
        keys: held.map((key) => ({ key })),
        count: held.length,
        offset: 0,
      }),
    },
  });

  const segment = '<img src=x onerror="globalThis.isHostile=true">';
  await clients.submitter.createSegment(clients.workspaceId, 'account', { name: segment, description: '</script>' });
  await clients.submitter.activateSegment(clients.environmentId, segment);
  const texts = [
    segment,
    '</script><script>globalThis.isHostile=true</script>',
    'a\u2028b',
    '\u202Eturned',
    'שלום',
    'y'.repeat(250),
  ];
  await show('segment-hostile', await submitKeys(clients, 'CREATE', segment, texts, texts.join(' ')));
}

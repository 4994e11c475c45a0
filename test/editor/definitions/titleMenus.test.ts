/** Tests that the menu of an open definition leaves out only commands that are known not to apply. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { executed } from '../fakeVscode.ts';
import { openUris } from './fakeEditor.ts';
import { openWindow } from './window.ts';

const service = useService();
const NAMES = ['unserved', 'unkilled', 'undrafted'];

it('the menu of a definition has the commands that fit its state: killed, served, not defined, with a draft', async () => {
  const window = await openWindow(service);
  const flags = { killed: 'legacy-cart', served: 'checkout-redesign', undefined: 'wishlist-sharing' };
  const uris = Object.entries(flags).map(([state, flag]) => ({ state, uri: window.uri(flag) }));
  const leftOut = (): object => {
    const last = (name: string) => executed.findLast(([, key]) => key === `flagAdmin.${name}`)?.[2] as readonly string[];
    const statesOf = (name: string) => uris.filter(({ uri }) => last(name).includes(String(uri))).map(({ state }) => state);
    return Object.fromEntries(NAMES.map((name) => [name, statesOf(name)]));
  };
  openUris.push(...uris.map(({ uri }) => uri));
  await window.read(uris[0]!.uri);
  assert.deepEqual(leftOut(), { unserved: ['killed'], unkilled: [], undrafted: ['killed', 'served', 'undefined'] });
  for (const { uri } of uris) await window.read(uri);
  const none = { unserved: ['killed', 'undefined'], unkilled: ['served', 'undefined'] };
  assert.deepEqual(leftOut(), { ...none, undrafted: ['killed', 'served', 'undefined'] });
  const text = await window.read(uris[1]!.uri);
  await window.write(uris[1]!.uri, text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
  assert.deepEqual(leftOut(), { ...none, undrafted: ['killed', 'undefined'] });
});

/** The address of a definition: every name in it, and nothing but it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Uri } from './fakeEditor.ts';

const { addressOf, definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

describe('the address of a definition', () => {
  const place = (flagName: string, workspace = 'Storefront') => ({
    connectionId: 'c1',
    connectionName: 'Shop',
    workspace: { id: 'w1', name: workspace },
    environment: { id: 'e1', name: 'production' },
    flagName,
  });

  it('reads well', () => {
    assert.equal(definitionUri(place('checkout redesign')).path, '/Shop/Storefront/production/checkout redesign.yaml');
  });

  it('has a query that stands in one order among names of folders, whether case counts or not', () => {
    const { query } = definitionUri(place('a'));
    for (const name of ['Storefront', 'storefront', 'ÄÖ', 'a', 'Z', '1', '_', '[x]', '(x)', '-', '~', '😀'])
      assert.ok(query < name && query.toLowerCase() < name.toLowerCase(), name);
  });

  it('gives back every name, and makes of none another path', () => {
    for (const name of [
      'a/b',
      '../../etc',
      '..',
      '.',
      'a%2Fb',
      '%',
      'a\\b',
      'ü b',
      '\u202Eevil',
      'a\nb',
      '\uD800',
      'x.yaml',
      'x.flag',
      ' a ',
      '😀',
    ]) {
      const uri = definitionUri(place(name, name));
      assert.equal(uri.path.split('/').length, 5, uri.path);
      assert.ok(!/[\p{Cc}\p{Cf}\p{Cs}]/u.test(uri.path), uri.path);
      assert.ok(!uri.path.split('/').some((part) => part === '..' || part === '.'), uri.path);
      const address = addressOf(uri);
      assert.equal(address?.place.flagName, name);
      assert.equal(address?.place.workspace.name, name);
      const live = definitionUri(place(name, name), 'live');
      assert.deepEqual([addressOf(live)?.place.flagName, addressOf(live)?.version], [name, 'live']);
      const base = definitionUri(place(name, name), 'base', 'live');
      assert.deepEqual([base.path, addressOf(base)?.version], [live.path, 'base']);
      assert.equal(addressOf(base)?.place.flagName, name);
    }
  });

  it('tells apart what has the same names, and is undefined for any other', () => {
    const [one, other] = ['w1', 'w2'].map((id) => definitionUri({ ...place('a'), workspace: { id, name: 'W' } }).toString());
    assert.notEqual(one, other);
    for (const [path, query] of [
      ['/Shop/W/E/a.yaml', ''],
      ['/Shop/W/E/a.txt', 'connection=c&workspace=w&environment=e'],
      ['/Shop/W/E/F/a.yaml', 'connection=c&workspace=w&environment=e'],
      ['/Shop/W/E/a.yaml', 'connection=c&workspace=w&environment=e&version=other'],
    ] as const) {
      assert.equal(addressOf(Uri.from({ scheme: 'flag-admin', path, query }) as never), undefined, path);
    }
  });
});

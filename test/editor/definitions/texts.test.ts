/** Tests the address of a definition, and the comment above its text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Uri } from './fakeEditor.ts';

const { addressOf, definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { documentText, withHeader, withoutHeader } = await import('../../../src/editor/definitions/documentText.ts');

const place = (flagName: string, workspace = 'Storefront', environment = 'production') => ({
  connectionId: 'c1',
  connectionName: 'Shop',
  workspace: { id: 'w1', name: workspace },
  environment: { id: 'e1', name: environment },
  flagName,
});

describe('the address of a definition', () => {
  it('is readable, and sorts the same in case-sensitive and case-insensitive lists', () => {
    assert.equal(definitionUri(place('checkout redesign')).path, '/Shop/Storefront/production/checkout redesign.yaml');
    const { query } = definitionUri(place('a'));
    for (const name of ['Storefront', 'storefront', 'ÄÖ', 'a', 'Z', '1', '_', '[x]', '(x)', '-', '~', '😀'])
      assert.ok(query < name && query.toLowerCase() < name.toLowerCase(), name);
  });

  it('preserves each name, and no name changes the path', () => {
    const hostile = ['a/b', '../../etc', '..', '.', 'a%2Fb', '%', 'a\\b', 'ü b', '\u202Eevil', 'a\nb', '\uD800'];
    for (const name of [...hostile, 'x.yaml', 'x.flag', ' a ', '😀']) {
      const uri = definitionUri(place(name, name));
      assert.equal(uri.path.split('/').length, 5, uri.path);
      assert.ok(!/[\p{Cc}\p{Cf}\p{Cs}]/u.test(uri.path), uri.path);
      assert.ok(!uri.path.split('/').some((part) => part === '..' || part === '.'), uri.path);
      const live = definitionUri(place(name, name), 'live');
      const base = definitionUri(place(name, name), 'base', 'live');
      assert.equal(base.path, live.path);
      for (const [version, one] of Object.entries({ own: uri, live, base })) {
        const address = addressOf(one);
        assert.deepEqual([address?.place.flagName, address?.place.workspace.name, address?.version], [name, name, version]);
      }
    }
  });

  it('distinguishes objects with the same names, and is undefined for other addresses', () => {
    const [one, other] = ['w1', 'w2'].map((id) => definitionUri({ ...place('a'), workspace: { id, name: 'W' } }).toString());
    assert.notEqual(one, other);
    const ids = 'connection=c&workspace=w&environment=e';
    for (const [path, query] of [
      ['/Shop/W/E/a.yaml', ''],
      ['/Shop/W/E/a.txt', ids],
      ['/Shop/W/E/F/a.yaml', ids],
      ['/Shop/W/E/a.yaml', `${ids}&version=other`],
    ] as const)
      assert.equal(addressOf(Uri.from({ scheme: 'flag-admin', path, query }) as never), undefined, path);
  });
});

describe('the comment above a definition', () => {
  const definition = { name: 'f', id: 'x', killed: true, treatments: [], rules: [], defaultRule: [] };
  const HEADER =
    '#: f in Storefront / production · id x\n#: f is killed in Storefront / production: everybody gets its default treatment.\n\n';
  const TEXT = '# why\nname: f\n\n# how\nrules: []\n';

  it('contains the response-only fields', async () => {
    assert.ok((await documentText(place('f'), definition)).startsWith(`${HEADER}name: f\n`));
    assert.equal(withHeader(place('f'), undefined, TEXT), `#: f in Storefront / production\n\n${TEXT}`);
  });

  it('is left out of the saved text, but the user’s own comments are saved', () => {
    for (const lineEnd of ['\n', '\r\n']) {
      const text = TEXT.replaceAll('\n', lineEnd);
      assert.equal(withHeader(place('f'), definition, text), (HEADER + TEXT).replaceAll('\n', lineEnd));
      assert.equal(withoutHeader(withHeader(place('f'), definition, text)), text);
      assert.equal(withoutHeader(text), text);
    }
    assert.equal(withoutHeader(`\uFEFF${HEADER}${TEXT}`), TEXT);
  });

  it('is left out with any content, and wherever it is, but later comments are kept', () => {
    assert.equal(withoutHeader(`#: f in Shop / staging.\n#: anything\n\n${TEXT}`), TEXT);
    assert.equal(withoutHeader(`#: Its id is x.\n${TEXT}`), TEXT);
    assert.equal(withoutHeader(HEADER), '');
    assert.equal(withoutHeader(`# mine\n${HEADER}${TEXT}`), `# mine\n\n${TEXT}`);
    assert.equal(withoutHeader(`\n# mine\n\n${HEADER}${TEXT}`), `\n# mine\n\n\n${TEXT}`);
    assert.equal(withoutHeader('name: f\n#: mine\n'), 'name: f\n#: mine\n');
  });

  it('can’t be broken by a name from the service', () => {
    const named = place('f', undefined, 'a\r\n\nb\u2028\u0085c\u2029d\ufeff\ud800');
    const [first] = withHeader(named, { ...definition, id: 5, killed: false }, TEXT).split('\n');
    assert.equal(first, '#: f in Storefront / a b c d');
    assert.equal(withoutHeader(withHeader(named, definition, TEXT)), TEXT);
  });
});

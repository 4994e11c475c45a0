/** The comment above a definition's text: Flag Admin writes it for the document, and leaves it out when that is saved. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import './fakeEditor.ts';

const { documentText, withHeader, withoutHeader } = await import('../../../src/editor/definitions/documentText.ts');

const place = {
  connectionId: 'c',
  workspace: { id: 'w', name: 'Storefront' },
  environment: { id: 'e', name: 'production' },
  flagName: 'f',
};
const definition = { name: 'f', id: 'x', killed: true, treatments: [], rules: [], defaultRule: [] };
const HEADER =
  '#: f in Storefront / production · id x\n#: f is killed in Storefront / production: everybody gets its default treatment.\n\n';
const TEXT = '# why\nname: f\n\n# how\nrules: []\n';

describe('the comment above a definition', () => {
  it('says what only the service writes', async () => {
    assert.ok((await documentText(place, definition)).startsWith(`${HEADER}name: f\n`));
    assert.equal(withHeader(place, undefined, TEXT), `#: f in Storefront / production\n\n${TEXT}`);
  });

  it('is left out of what is saved, and the user’s own comments are not', () => {
    for (const lineEnd of ['\n', '\r\n']) {
      const text = TEXT.replaceAll('\n', lineEnd);
      assert.equal(withHeader(place, definition, text), (HEADER + TEXT).replaceAll('\n', lineEnd));
      assert.equal(withoutHeader(withHeader(place, definition, text)), text);
      assert.equal(withoutHeader(text), text);
    }
    assert.equal(withoutHeader(`\uFEFF${HEADER}${TEXT}`), TEXT);
  });

  it('is left out whatever it says: of another environment, of what was so once, or changed by hand', () => {
    assert.equal(withoutHeader(`#: f in Shop / staging.\n#: anything\n\n${TEXT}`), TEXT);
    assert.equal(withoutHeader(`#: Its id is x.\n${TEXT}`), TEXT);
    assert.equal(withoutHeader(HEADER), '');
  });

  it('is left out if the user has written above it, and nothing else is that stands further below', () => {
    assert.equal(withoutHeader(`# mine\n${HEADER}${TEXT}`), `# mine\n\n${TEXT}`);
    assert.equal(withoutHeader(`\n# mine\n\n${HEADER}${TEXT}`), `\n# mine\n\n\n${TEXT}`);
    assert.equal(withoutHeader('name: f\n#: mine\n'), 'name: f\n#: mine\n');
  });

  it('can be ended by no name of the service’s', () => {
    const named = { ...place, environment: { id: 'e', name: 'a\r\n\nb\u2028\u0085c\u2029d\ufeff\ud800' } };
    assert.equal(withHeader(named, { ...definition, id: 5, killed: false }, TEXT).split('\n')[0], '#: f in Storefront / a b c d');
    assert.equal(withoutHeader(withHeader(named, definition, TEXT)), TEXT);
  });
});

/** Tests links to objects, which can be read again after writing, and the link template of a connection. Invalid ones are refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isLink, linkFrom, linkIn, linkText, type LinkedObject } from '../../../src/editor/window/objectLink.ts';
import { fillLinkTemplate, templateProblem } from '../../../src/editor/window/webPage.ts';
import { anyCharacter } from '../../properties/anyCharacter.ts';
import { runs } from '../../properties/runs.ts';
import { opened } from './opened.ts';

const ORIGIN = 'https://admin.example.com';
const flag = {
  origin: ORIGIN,
  object: { kind: 'flag', workspaceId: 'w-1', environmentId: 'e-1', name: 'sepa instant & more' },
} as const;

const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 100 }).filter((one) => !/\p{Cc}/u.test(one));
const object: fc.Arbitrary<LinkedObject> = fc.oneof(
  fc.record({ kind: fc.constant('changeRequest' as const), id: text }),
  fc.record({ kind: fc.constant('environment' as const), workspaceId: text, environmentId: text }),
  fc.record({ kind: fc.constantFrom('flag' as const, 'segment' as const), workspaceId: text, environmentId: text, name: text }),
);

describe('a link to an object', () => {
  it('contains the same object when it is read, whichever editor wrote it', () => {
    fc.assert(
      fc.property(object, fc.constantFrom('vscode', 'vscode-insiders', 'vscodium'), (one, scheme) => {
        const link = { origin: ORIGIN, object: { ...one } };
        const written = linkText(scheme, link);
        fc.pre(written.length <= 2000);
        assert.deepEqual(opened(written), link);
      }),
      runs(200),
    );
  });

  it('contains the same name, although the editor decodes the query, whether it is opened or pasted', () => {
    for (const name of [flag.object.name, 'a&b', 'a+b', '100%', 'a%26b', '%41', 'ü/#=?']) {
      const link = { ...flag, object: { ...flag.object, name } };
      const written = linkText('vscode', link);
      assert.deepEqual([opened(written), linkIn(written)], [link, link]);
    }
  });

  it('is found in a pasted text, and no other text counts as a link', () => {
    const link = linkText('vscodium', flag);
    assert.deepEqual(linkIn(` ${link}\n`), flag);
    const hostile = [
      link.replace('flag-admin.flag-admin', 'other.extension'),
      link.replace('flag-admin.flag-admin', 'flag-admin.flag-admin.example'),
      link.replace('flag-admin.flag-admin', 'me@flag-admin.flag-admin'),
      `look: ${link}`,
      `javascript:alert("${link}")`,
    ];
    assert.deepEqual(
      hostile.map((text) => [isLink(text), linkIn(text)]),
      hostile.map(() => [false, undefined]),
    );
    const damaged = [
      link.replace('/open', '/approve'),
      link.replace('kind=flag', 'kind=approve'),
      `${link}${'a'.repeat(2_000)}`,
      `${link}%`,
    ];
    assert.deepEqual(
      damaged.map((text) => [isLink(text), linkIn(text)]),
      damaged.map(() => [true, undefined]),
    );
  });

  it('is refused if a part is missing, unknown, repeated, or too long, or if its origin is more than a web address', () => {
    const origin = 'origin=https%3A%2F%2Fadmin.example.com';
    const id = 'kind=changeRequest&id=r-1';
    assert.ok(linkFrom('/open', `${origin}&${id}`));
    for (const query of [
      id,
      `${origin}%2Fa&${id}`,
      `origin=https%3A%2F%2Fme%40admin.example.com&${id}`,
      `origin=file%3A%2F%2F&${id}`,
      `${origin}&origin=https%3A%2F%2Fb.example&${id}`,
      `${origin}&kind=approve&id=r-1`,
      `${origin}&kind=changeRequest`,
      `${origin}&kind=flag&workspace=w&name=a`,
      `${origin}&kind=flag&workspace=w&environment=e&name=a%0Ab`,
      `${origin}&kind=changeRequest&id=${'x'.repeat(2000)}`,
    ])
      assert.equal(linkFrom('/open', query), undefined, query);
  });
});

describe('a link template', () => {
  const fields = { id: 'f-1', name: 'a/b?c#d', workspaceId: 'w', environmentId: 'e' };

  it('gives an address in which every value is encoded', () => {
    assert.equal(fillLinkTemplate('https://app.example/{workspaceId}/{name}', fields), 'https://app.example/w/a%2Fb%3Fc%23d');
  });

  it('is an https address with a known placeholder, which is not in the host', () => {
    for (const [template, problem] of [
      ['https://app.example/flags/{id}', undefined],
      ['http://app.example/flags/{id}', 'notHttps'],
      ['file:///flags/{id}', 'notHttps'],
      ['https://{name}.example/flags', 'notHttps'],
      ['https://app.example{name}/flags', 'notHttps'],
      ['https://app.example/flags', 'noPlaceholder'],
      ['https://app.example/flags/{id}/{account}', 'unknownPlaceholder'],
    ] as const) {
      assert.equal(templateProblem(template), problem, template);
      if (problem) assert.throws(() => fillLinkTemplate(template, fields), TypeError);
    }
  });
});

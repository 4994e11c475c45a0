/** What fixes make of a text, to the letter, and where there is none to be made. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addField, choices, freeName, removeAt, type Choice } from '../../../../src/domain/definitions/document/fixes.ts';
import { nodeAt, type LocatedMap, type Path } from '../../../../src/domain/definitions/document/located.ts';
import { applyEdits } from '../../../../src/domain/definitions/document/textEdits.ts';
import { read } from './marked.ts';

/** Without the how many-th field or item of what is at the path. */
async function removed(text: string, path: Path, place: number): Promise<string> {
  const document = await read(text);
  return applyEdits(text, removeAt(document, nodeAt(document.root, path) as LocatedMap, place));
}

describe('a field or an item', () => {
  it('is taken away with its lines', async () => {
    assert.equal(await removed('a: 1\nb: 2\nb: 3\n', [], 2), 'a: 1\nb: 2\n');
    assert.equal(await removed('a: 1\nb: 2\nc: 3\n', [], 0), 'b: 2\nc: 3\n');
    assert.equal(await removed('\uFEFFa: 1\nb: 2\n', [], 0), '\uFEFFb: 2\n');
    assert.equal(await removed('l:\n  - a\n  - b # b\n  - c\n', ['l'], 1), 'l:\n  - a\n  - c\n');
    assert.equal(await removed('l:\n  -   a: 1\n      b: 2\n', ['l', 0], 0), 'l:\n  -   b: 2\n');
    assert.equal(await removed('- - a: 1\n    b: 2\n', [0, 0], 0), '- - b: 2\n');
    assert.equal(await removed('l: [a, b]\n', ['l'], 0), 'l: [b]\n');
    assert.equal(await removed('{"a": 1, "b": 2}', [], 1), '{"a": 1}');
    assert.equal(await removed('{"a": 1}', [], 0), '{}');
    assert.equal(await removed('l:\n  - a\n', ['l'], 0), 'l:\n  []\n');
  });

  it('stays where what is written at its place would be of something else', async () => {
    for (const text of ['&x a: 1\nb: 2\n', '? a\n: 1\nb: 2\n']) assert.equal(await removed(text, [], 0), text);
    for (const text of ['l:\n  - &x a: 1\n    b: 2\n', 'l:\n  - ? a\n    : 1\n    b: 2\n']) assert.equal(await removed(text, ['l', 0], 0), text);
  }); // prettier-ignore
});

describe('a new field', () => {
  const added = async (text: string, field: string, value: string): Promise<string> => {
    const document = await read(text);
    return applyEdits(text, addField(document, document.root as LocatedMap, 'definition', field, value));
  };

  it('stands where it is best written', async () => {
    assert.equal(await added('rules: []\ndefaultRule: []\n', 'name', 'f'), 'name: f\nrules: []\ndefaultRule: []\n');
    assert.equal(await added('name: f\ntreatments: []\n\n# rules\nrules: []\nnote: 1\n', 'trafficAllocation', '5'), 'name: f\ntreatments: []\ntrafficAllocation: 5\n\n# rules\nrules: []\nnote: 1\n'); // prettier-ignore
    assert.equal(await added('name: f\ntrafficAllocation:\nrules: []\n', 'trafficAllocation', '5'), 'name: f\ntrafficAllocation: 5\nrules: []\n'); // prettier-ignore
    assert.equal(await added('name: f\nname: g\n', 'trafficAllocation', '5'), 'name: f\nname: g\ntrafficAllocation: 5\n');
    assert.equal(await added('&x name: f\n', 'trafficAllocation', '5'), '&x name: f\n');
  });
});

describe('of several fixes', () => {
  it('the only one is preferred, and more than four are none', () => {
    const fixes = (count: number): Choice[] => Array.from({ length: count }, () => ({ code: 'quote', edits: [] }));
    const preferred = (count: number) => choices(fixes(count)).map(({ isPreferred }) => isPreferred);
    assert.deepEqual([0, 1, 2, 5].map(preferred), [[], [true], [false, false], []]);
    assert.equal(choices(fixes(4)).length, 4);
  });
});

describe('a name', () => {
  it('is none that is taken', async () => {
    const of = async (text: string) => freeName((await read(text)).root as LocatedMap, 'descripton', ['name', 'description']);
    assert.equal(await of('descripton: x\n'), 'description');
    assert.equal(await of('descripton: x\ndescription: y\n'), undefined);
    assert.equal(await of(Array.from({ length: 501 }, (_, at) => `f${at}: 1\n`).join('')), undefined);
  });
});

/** What the fixes make of a text that is no YAML, and where there is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/domain/definitions/document/textEdits.ts';
import { readDefinitionText } from '../../../src/operations/definitionText/readDefinitionText.ts';

/** The text after the first fix there is; undefined where there is none. */
async function fixed(text: string, isPreferred = true): Promise<string | undefined> {
  const { syntaxProblems } = await readDefinitionText(text, true);
  const [fix] = syntaxProblems.flatMap(({ fixes }) => fixes);
  if (!fix) return undefined;
  assert.equal(fix.isPreferred, isPreferred, text);
  const after = applyEdits(text, fix.edits);
  assert.deepEqual((await readDefinitionText(after)).syntaxProblems, [], after);
  return after;
}

const yaml = (value: string): string => `name: f\r\nnote: ${value} # why: "\\q" *x\r\nlast: 1\r\n`;

describe('a backslash that means nothing', () => {
  it('is doubled, with all others of its text that mean nothing', async () => {
    assert.equal(await fixed(yaml('"^\\d+\\.\\n\\\\d \\w$"')), yaml('"^\\\\d+\\\\.\\n\\\\d \\\\w$"'));
    const json = (value: string): string => `{"note": "${value}", # "\\q"\r\n"name": "f"}`;
    assert.equal(await fixed(json('^\\d+\\.\\n\\\\d \\w$')), json('^\\\\d+\\\\.\\n\\\\d \\\\w$'));
  });

  it('stays where half of a number follows: nobody knows which is meant', async () => {
    assert.equal(await fixed(yaml('"\\u12"')), undefined);
    assert.equal(await fixed('{"name": "\\u12"}'), undefined);
  });
});

describe('a value that YAML takes for something else', () => {
  it('gets quotes to the end of its line, before the comment', async () => {
    for (const value of ['@all, of {them}', '`x`', '%off']) assert.equal(await fixed(yaml(value)), yaml(JSON.stringify(value)));
    for (const value of ['Note: this, and [that]', '*bold* words, more', '* all'])
      assert.equal(await fixed(yaml(value), false), yaml(JSON.stringify(value)));
  });

  it('gets them in brackets to where the item ends', async () => {
    assert.equal(await fixed(yaml('[@a b, c]')), yaml('["@a b", c]'));
    assert.equal(await fixed(yaml('[\r\n  @a,\r\n  b]')), yaml('[\r\n  "@a",\r\n  b]'));
    assert.equal(await fixed(yaml('{a: b: c}'), false), yaml('{a: "b: c"}'));
  });

  it('has none where it stands for something', async () => {
    assert.equal(await fixed('name: &f f\nnote: *f\n'), undefined);
  });
});

it('tabs become spaces wherever lines begin with them, also in brackets', async () => {
  const text = 'name: f\nnote: [ # a\ttab\n\t{ # b\n\t\ta: "x\ty" },\n  \tc\n  ]\n';
  assert.equal(await fixed(text), 'name: f\nnote: [ # a\ttab\n  { # b\n    a: "x\ty" },\n    c\n  ]\n');
});

it('tabs stay where they are a part of a text', async () => {
  for (const end of ['\n', '\r\n'])
    for (const note of ['', ' # as JSON']) {
      const json = ['', '      {', '      \t"a": 1', '', '      }', ''].join(end);
      const text = `treatments:${end}  - configurations: |-${note}${json}\t- name: off${end}`;
      assert.equal(await fixed(text), text.replace('\t-', '  -'));
    }
});

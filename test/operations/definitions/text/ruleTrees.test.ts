/** Tests that a definition with many rules is parsed rule by rule, so that typing in one rule does not parse the others again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import * as yaml from 'yaml';
import { findPlace } from '../../../../src/operations/definitions/text/findPlace.ts';
import { treeByRule, type RuleTrees } from '../../../../src/operations/definitions/text/ruleTrees.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { yamlTree } from '../../../../src/operations/definitions/text/yamlTree.ts';
import { makeDefinition } from '../../../bench/sample.ts';
import { runs } from '../../../properties/runs.ts';

const text = await writeDefinitionText(makeDefinition(25));
/** The same with unindented dashes of the rules. */
const [head, rules] = text.split('rules:\n') as [string, string];
const atMargin = `${head}rules:\n${rules.replaceAll(/^ {2}/gm, '')}`;

/** Parts of YAML that may end a rule, continue it, or join it with the next one. */
const part = fc.constantFrom('', '\n', '\n  ', '\n  - ', '\n- ', '\n\t', '\n#', '\n---\n', '\n...\n', '\nrules:\n', '\na: 1\n', '\n"', '"', "'", '{', '[', ']', '|\n', '|1\n', '>-\n', '&a ', '*a', '!x ', '? ', '- ', ': ', ' #', '\ufeff', '\u2028', '\u00a0', '\r\n', 'x'); // prettier-ignore
const changed = fc.tuple(fc.constantFrom(text, atMargin), fc.nat(), fc.nat(9), fc.boolean(), part).map(([whole, at, length, isLine, added]) => {
  const start = isLine ? whole.indexOf('\n', at % whole.length) + 1 : at % whole.length;
  return whole.slice(0, start) + added + whole.slice(start + length);
}); // prettier-ignore

describe('the tree of a definition with many rules', () => {
  it('is the same as the tree of the whole text, and has no syntax errors if and only if the whole text has none', () => {
    let valid = 0;
    fc.assert(
      fc.property(changed, changed, (one, other) => {
        const trees: RuleTrees = new Map();
        for (const each of [one, other, one]) {
          const tree = treeByRule(yaml, each, trees);
          if (!tree) continue;
          const whole = yamlTree(yaml, each);
          assert.equal(tree.problems.length > 0, whole.problems.length > 0, each);
          if (whole.problems.length > 0) continue;
          valid += 1;
          assert.deepEqual(tree, whole);
        }
      }),
      runs(60),
    );
    assert.ok(valid > 0);
  });

  it('is made by parsing only the rule that has changed, also for completions', async () => {
    const parsed: string[] = [];
    const counting = {
      ...yaml,
      parseDocument: ((source, options) => {
        parsed.push(source);
        return yaml.parseDocument(source, options);
      }) as typeof yaml.parseDocument,
    };
    const trees: RuleTrees = new Map();
    treeByRule(counting, text, trees);
    assert.equal(parsed.length, 26);
    const typed = text.replace('segment-7', 'segment-7x');
    treeByRule(counting, typed, trees);
    assert.equal(parsed.length, 28);
    assert.match(parsed[27]!, /segment-7x/);
    assert.deepEqual(await findPlace(typed, typed.indexOf('7x') + 2, trees), await findPlace(typed, typed.indexOf('7x') + 2));
  });

  it('reports an unclosed quote in one rule as a problem of that rule', () => {
    const broken = text.replace('string: segment-7', 'string: "segment-7');
    const problems = treeByRule(yaml, broken, new Map())!.problems;
    assert.deepEqual(
      problems.map(({ span }) => broken.slice(span.start, span.end)),
      ['"segment-7'],
    );
  });
});

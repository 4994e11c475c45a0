/** What a definition as a document costs at each stop of the fingers, beside parsing its text: checking, completing, and the rest. */
import * as yaml from 'yaml';
import type { FlagDefinition, Rule } from '../../src/api/model.ts';
import { completionsAt } from '../../src/domain/definitions/document/completions.ts';
import type { Known } from '../../src/domain/definitions/document/known.ts';
import type { DefinitionText } from '../../src/domain/definitions/document/located.ts';
import { mergeDefinitions } from '../../src/domain/definitions/document/merge.ts';
import { symbolsOf } from '../../src/domain/definitions/document/outline.ts';
import { findProblems } from '../../src/domain/definitions/document/problems.ts';
import { writeDefinitionText } from '../../src/domain/definitions/document/writeDefinition.ts';
import { editDefinitionText } from '../../src/operations/definitionText/editDefinitionText.ts';
import { readDefinitionText } from '../../src/operations/definitionText/readDefinitionText.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { makeDefinition } from './sample.ts';
import type { Scale } from './scale.ts';

/** A rule of the sample is so many lines of YAML. */
const LINES_PER_RULE = 16;

export async function measureDefinitionText(scale: Scale): Promise<readonly Row[]> {
  // 500 rules are more than anybody has: here a text has 2,000 lines.
  const rules = Math.max(1, Math.round((scale.rules * 4) / LINES_PER_RULE));
  const definition = makeDefinition(rules);
  const text = writeDefinitionText(definition, 'yaml');
  const lines = text.split('\n').length;
  const document = await readDefinitionText(text, 'yaml');
  const names = Array.from({ length: rules }, (_, index) => ({ name: `segment-${index}`, isActive: true }));
  const known: Known = { flag: definition.name, segments: { items: names, isComplete: true } };
  const problems = findProblems(document, known);
  if (problems.length > 0) throw new Error('the sample has a problem, and should have none');
  // The name of a segment, in the last rule.
  const place = text.lastIndexOf('string:') + 'string: '.length;
  if (completionsAt(document, place, known).length !== rules) throw new Error('the sample has other segments');
  const after = { ...definition, rules: [definition.rules.at(-1)!, ...definition.rules.slice(0, -1)] };
  const live = { ...definition, trafficAllocation: 50 };
  const [few, many] = [changedOnBothSides(scale.rules), changedOnBothSides(4 * scale.rules)];
  const [fewAsked, manyAsked] = [await alike(scale.rules), await alike(4 * scale.rules)];

  const times = await inTurns(
    {
      parse: timed(() => yaml.parseDocument(text)),
      check: timed(async () => findProblems(await readDefinitionText(text, 'yaml', true), known)),
      problems: timed(() => findProblems(document, known)),
      complete: timed(async () => completionsAt(await readDefinitionText(text, 'yaml'), place, known)),
      outline: timed(() => symbolsOf(document)),
      edit: timed(() => editDefinitionText(text, 'yaml', after)),
      merge: timed(() => mergeDefinitions(definition, live, after)),
      mergeFew: timed(() => mergeDefinitions(...few)),
      mergeMany: timed(() => mergeDefinitions(...many)),
      alikeFew: timed(() => findProblems(fewAsked)),
      alikeMany: timed(() => findProblems(manyAsked)),
    },
    { rounds: Math.ceil(scale.rounds.inProcess / 3), warmUps: scale.warmUps },
  );
  const row = (what: string, ours: readonly number[], atMost: number): Row =>
    compared(
      {
        name: 'definitionText',
        what: `${what} of ${lines} lines`,
        unit: 'ms',
        against: 'parsing its text',
        aim: { of: 'ratio', atMost },
      },
      ours,
      times.parse,
    );
  const growth = (what: string, ours: readonly number[], theirs: readonly number[]): Row =>
    compared(
      {
        name: 'definitionText',
        what: `${what} of ${4 * scale.rules} rules`,
        unit: 'ms',
        against: `the same with ${scale.rules}`,
        aim: { of: 'ratio', atMost: 6 },
      },
      ours,
      theirs,
    );
  return [
    row('read and check a definition', times.check, 2),
    row('check the read text of a definition', times.problems, 1),
    row('read and complete a name at the end of a definition', times.complete, 2),
    row('outline a definition', times.outline, 0.5),
    row('move a rule in the text of a definition', times.edit, 5),
    row('merge two changes to a definition', times.merge, 1),
    growth('merge many changes on both sides of a definition', times.mergeMany, times.mergeFew),
    growth('check a definition, much alike,', times.alikeMany, times.alikeFew),
  ];
}

type Three = readonly [base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition];

/** Each side has a new rule behind every second one and other shares in every tenth, and one of them moves a rule. */
function changedOnBothSides(count: number): Three {
  const [base, added] = [makeDefinition(count), makeDefinition(3 * count).rules];
  const side = (turn: 0 | 1): readonly Rule[] =>
    base.rules.flatMap((rule, index) => {
      const own = index % 10 === 2 * turn ? { ...rule, buckets: [{ treatment: 'on', size: 100 }] } : rule;
      return index % 2 === turn ? [own, added[(turn + 1) * count + index]!] : [own];
    });
  const mine = side(1);
  const three: Three = [base, { ...base, rules: [...side(0)] }, { ...base, rules: [mine.at(-1)!, ...mine.slice(0, -1)] }];
  // As from the service and from a text: nothing of the one object is in the other.
  return JSON.parse(JSON.stringify(three)) as Three;
}

/** A definition's text in which every rule asks for another value of one attribute. */
async function alike(count: number): Promise<DefinitionText> {
  const definition = makeDefinition(count);
  const rules = definition.rules.map((rule, index) => ({
    ...rule,
    condition: { matchers: [{ type: 'IN_LIST_STRING', attribute: 'country', strings: [`c${index}`] }] },
  }));
  return await readDefinitionText(writeDefinitionText({ ...definition, rules }, 'json'), 'json');
}

/** Measures the comparison of two definitions, and the check of a definition after each pause in typing. */
import * as yaml from 'yaml';
import type { FlagDefinition } from '../../src/api/model.ts';
import { audienceChange } from '../../src/domain/audiences/findAudienceChange.ts';
import { diffDefinitions } from '../../src/domain/definitions/definitionDiff.ts';
import type { Known } from '../../src/domain/definitions/document/known.ts';
import { findProblems } from '../../src/domain/definitions/document/problems.ts';
import { createAskText } from '../../src/operations/definitions/text/askText.ts';
import { writeDefinitionText } from '../../src/operations/definitions/text/writeDefinitionText.ts';
import { readDefinitionText } from '../../src/operations/definitions/text/readDefinitionText.ts';
import { cpuTimed, inTurns, timed } from './rounds.ts';
import { compared, figure, leastDisturbed, type Row } from './row.ts';
import { makeDefinition } from './sample.ts';
import type { Scale } from './scale.ts';

/** Lines of YAML of one rule in the sample. */
const LINES_PER_RULE = 16;

export async function measureDefinitions(scale: Scale): Promise<readonly Row[]> {
  return [
    await measureDiff(scale),
    ...(await measureAudiences(scale)),
    await measureCheck(scale),
    ...(await measureTyping(scale)),
  ];
}

async function measureDiff({ rules, rounds, warmUps }: Scale): Promise<Row> {
  const [before, after] = oneMoved(rules);
  const changes = diffDefinitions(before, after).rules.filter(({ change }) => change !== 'same');
  if (changes.length !== 1) throw new Error('one rule was moved, and the diff says otherwise');
  const times = await inTurns(
    {
      diff: timed(() => diffDefinitions(before, after)),
      stringify: timed(() => [JSON.stringify(before), JSON.stringify(after)]),
    },
    { rounds: rounds.inProcess, warmUps },
  );
  const what = `compare two definitions of ${rules} rules, one moved`;
  return compared({ name: 'definitions', what, unit: 'ms', against: 'JSON.stringify of both' }, times.diff, times.stringify);
}

/** Measures “For whom” for typical changes, and for the change that takes longest. */
async function measureAudiences({ rules, rounds, warmUps }: Scale): Promise<readonly Row[]> {
  const [before, moved] = oneMoved(rules);
  const middle = Math.floor(rules / 2);
  const guard = {
    buckets: before.defaultRule,
    condition: { matchers: [{ type: 'IN_SEGMENT', string: 'paying', negate: true }] },
  };
  const asRead = (changed: Partial<FlagDefinition>): FlagDefinition =>
    JSON.parse(JSON.stringify({ ...before, ...changed })) as FlagDefinition;
  const changes = {
    'one edited': asRead({
      rules: before.rules.with(middle, { ...before.rules[middle]!, buckets: [{ treatment: 'on', size: 100 }] }),
    }),
    'one moved': moved,
    'one removed': asRead({ rules: before.rules.toSpliced(middle, 1) }),
    'one added': asRead({ rules: before.rules.toSpliced(middle, 0, { ...guard, buckets: [{ treatment: 'on', size: 100 }] }) }),
    'a guard on top': asRead({ rules: [guard, ...before.rules] }),
    killed: asRead({ killed: true }),
    'all reversed': asRead({ rules: before.rules.toReversed() }),
  };
  const facts = { emptySegments: new Set<string>() };
  if (audienceChange(before, changes['one edited'], facts).lines.length !== 1) throw new Error('one rule changes, in one line');
  const contestants: Record<string, ReturnType<typeof timed>> = { diff: timed(() => diffDefinitions(before, moved)) };
  for (const [what, after] of Object.entries(changes)) contestants[what] = timed(() => audienceChange(before, after, facts));
  const times = await inTurns(contestants, { rounds: Math.ceil(rounds.inProcess / 3), warmUps });
  return Object.keys(changes).map((what) =>
    compared(
      {
        name: 'definitions',
        what: `for whom: ${rules} rules on both sides, ${what}`,
        unit: 'ms',
        against: 'comparing the two',
        aim: { of: 'value', atMost: 50 },
      },
      times[what]!,
      times['diff']!,
    ),
  );
}

async function measureCheck(scale: Scale): Promise<Row> {
  // The text has 2,000 lines.
  const rules = Math.max(1, Math.round((scale.rules * 4) / LINES_PER_RULE));
  const definition = makeDefinition(rules);
  const text = await writeDefinitionText(definition);
  const names = Array.from({ length: rules }, (_, index) => ({ name: `segment-${index}`, isActive: true }));
  const known: Known = { flag: definition.name, segments: { items: names, isComplete: true } };
  const problems = findProblems(await readDefinitionText(text), known);
  if (problems.length > 0) throw new Error('the sample has a problem, and should have none');
  const times = await inTurns(
    {
      check: timed(async () => findProblems(await readDefinitionText(text), known)),
      parse: timed(() => yaml.parseDocument(text)),
    },
    { rounds: Math.ceil(scale.rounds.inProcess / 3), warmUps: scale.warmUps },
  );
  const what = `read and check a definition of ${text.split('\n').length} lines`;
  const aim = { of: 'ratio', atMost: 2 } as const;
  return compared({ name: 'definitions', what, unit: 'ms', against: 'parsing its text', aim }, times.check, times.parse);
}

/**
 * Measures how long the answers take after a key stroke in one of very many rules, in a workspace with very many segments. Problems
 * are requested 100 ms after the last key stroke.
 */
async function measureTyping(scale: Scale): Promise<readonly Row[]> {
  const rules = scale.rules * 2;
  const text = await writeDefinitionText(makeDefinition(rules));
  const typedAt = text.indexOf(`segment-${rules / 2}\n`);
  const segments = Array.from({ length: rules * 10 }, (_, index) => ({ name: `segment-${index}`, isActive: true }));
  const known: Known = { flag: 'bench', segments: { items: segments, isComplete: true } };
  const ask = createAskText();
  let typed = 0;
  const answer = (code: 'problems' | 'completions') => async (): Promise<unknown> => {
    const newText = `${text.slice(0, typedAt)}${(typed += 1)}-${text.slice(typedAt)}`;
    const found = await ask(newText, code, { known, offset: typedAt });
    const count = typeof found === 'string' ? 0 : 'items' in found ? found.items.length : found.length;
    if (count === 0) throw new Error('the segment is unknown, and others are offered');
    return found;
  };
  const [problems, completions] = [answer('problems'), answer('completions')];
  const turns = { rounds: Math.ceil(scale.rounds.inProcess / 3), warmUps: Math.max(1, scale.warmUps) };
  const times = await inTurns({ problems: timed(problems), completions: timed(completions) }, turns);
  const cpu = await inTurns({ problems: cpuTimed(problems), completions: cpuTimed(completions) }, turns);
  const rows = (what: 'problems' | 'completions', atMost: number): readonly Row[] => {
    const claim = { name: 'definitions', unit: 'ms' } as const;
    const whole = `${what} of ${rules} rules after a key stroke`;
    return [
      figure({ ...claim, what: whole, aim: { of: 'value', atMost } }, times[what]),
      leastDisturbed({ ...claim, what: `${whole}, CPU time` }, cpu[what]),
    ];
  };
  return [...rows('problems', 200), ...rows('completions', 100)];
}

function oneMoved(count: number): readonly [before: FlagDefinition, after: FlagDefinition] {
  const before = makeDefinition(count);
  const rules = [...before.rules];
  const [moved] = rules.splice(Math.floor(count / 50), 1);
  rules.splice(Math.floor(count * 0.8), 0, moved!);
  // The two definitions share no objects, as if both came from the service.
  return [before, JSON.parse(JSON.stringify({ ...before, rules })) as FlagDefinition];
}

/** What comparing two definitions costs, and how much it gives to read, beside two comparisons of any JSON. */
import { create, type Delta } from 'jsondiffpatch';
import microdiff from 'microdiff';
import type { ChangeRequest, FlagDefinition } from '../../src/api/model.ts';
import { keysEffect } from '../../src/domain/changeRequests/requestEffect.ts';
import { diffDefinitions } from '../../src/domain/definitions/definitionDiff.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, figure, type Row } from './row.ts';
import { makeDefinition, makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';

type Two = readonly [before: FlagDefinition, after: FlagDefinition];

/** Rules have no id: what tells one from another is all of it. */
const hashed = create({ objectHash: (rule) => JSON.stringify(rule) });
/** As from the service: nothing of the one object is in the other. */
const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export async function measureDefinitions(scale: Scale): Promise<readonly Row[]> {
  const { rules } = scale;
  const moved = oneMoved(rules);
  if (told(moved) !== 1) throw new Error('one rule was moved, and the diff says otherwise');
  const times = await inTurns(
    {
      diff: timed(() => diffDefinitions(...moved)),
      stringify: timed(() => moved.map((definition) => JSON.stringify(definition))),
      jsondiffpatch: timed(() => hashed.diff(...moved)),
      microdiff: timed(() => microdiff(...moved)),
    },
    { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
  );
  const what = `compare two definitions of ${rules} rules, one moved`;
  const claim = { name: 'definitions', what, unit: 'ms' } as const;
  const ahead = { ...claim, aim: { of: 'ratio', atMost: 1 } } as const;
  return [
    compared({ ...claim, against: 'JSON.stringify of both' }, times.diff, times.stringify),
    compared({ ...ahead, against: 'jsondiffpatch, hashed' }, times.diff, times.jsondiffpatch),
    compared({ ...ahead, against: 'microdiff' }, times.diff, times.microdiff),
    ...changes(`${rules} rules, one moved`, moved),
    ...changes(`${rules} rules, one moved, ten with other shares`, withOtherShares(moved)),
    ...(await measureGrowth(scale)),
    await measureKeys(scale),
  ];
}

/** How many changes a reader is given, of all three. */
function changes(what: string, two: Two): readonly Row[] {
  const claim = { name: 'definitions', what: `changes told of ${what}`, unit: 'changes' } as const;
  const ahead = { ...claim, aim: { of: 'ratio', atMost: 1 } } as const;
  return [
    compared({ ...ahead, against: 'jsondiffpatch, hashed' }, [told(two)], [entries(hashed.diff(...two))]),
    compared({ ...ahead, against: 'microdiff' }, [told(two)], [microdiff(...two).length]),
  ];
}

/** Ten times the rules: one moved, and every one rewritten, which is the most work there is. */
async function measureGrowth(scale: Scale): Promise<readonly Row[]> {
  const { rules } = scale;
  const [moved, movedMany] = [oneMoved(rules), oneMoved(10 * rules)];
  const [rewritten, rewrittenMany] = [allRewritten(rules), allRewritten(10 * rules)];
  const times = await inTurns(
    {
      moved: timed(() => diffDefinitions(...moved)),
      movedMany: timed(() => diffDefinitions(...movedMany)),
      rewritten: timed(() => diffDefinitions(...rewritten)),
      rewrittenMany: timed(() => diffDefinitions(...rewrittenMany)),
    },
    { rounds: Math.ceil(scale.rounds.inProcess / 3), warmUps: scale.warmUps },
  );
  const row = (what: string, many: readonly number[], few: readonly number[]): Row =>
    compared(
      {
        name: 'definitions',
        what: `compare two definitions of ${10 * rules} rules, ${what}`,
        unit: 'ms',
        against: `the same with ${rules}`,
        aim: { of: 'ratio', atMost: 25 },
      },
      many,
      few,
    );
  return [
    row('one moved', times.movedMany, times.moved),
    row('all rewritten', times.rewrittenMany, times.rewritten),
    figure(
      { name: 'definitions', what: `compare two definitions of ${rules} rules, all rewritten`, unit: 'ms' },
      times.rewritten,
    ),
  ];
}

async function measureKeys({ keysInSegment, rounds, warmUps }: Scale): Promise<Row> {
  const held = makeKeys(keysInSegment);
  const keys = [...makeKeys(keysInSegment, Math.ceil(keysInSegment / 2))];
  const request: ChangeRequest = {
    id: 'r',
    status: 'REQUESTED',
    operationType: 'CREATE',
    approvers: [],
    comments: [],
    segment: { name: 's', keys },
  };
  const times = await inTurns(
    {
      effect: timed(() => keysEffect(request, new Set(held))),
      sets: timed(() => [new Set(held), new Set(keys)]),
    },
    { rounds: Math.ceil(rounds.inProcess / 3), warmUps },
  );
  const what = `what ${keysInSegment} keys do to a segment of ${keysInSegment}`;
  return compared({ name: 'definitions', what, unit: 'ms', against: 'a Set of each' }, times.effect, times.sets);
}

function oneMoved(count: number): Two {
  const before = makeDefinition(count);
  const rules = [...before.rules];
  const [moved] = rules.splice(Math.floor(count / 50), 1);
  rules.splice(Math.floor(count * 0.8), 0, moved!);
  return [before, asSent({ ...before, rules })];
}

function withOtherShares([before, after]: Two): Two {
  const changed = asSent(after);
  for (let index = 5; index < changed.rules.length; index += Math.max(1, Math.floor(changed.rules.length / 10))) {
    changed.rules[index]!.buckets = [{ treatment: 'on', size: 100 }];
  }
  return [before, changed];
}

function allRewritten(count: number): Two {
  const before = makeDefinition(count);
  const after = asSent(before);
  for (const [index, rule] of after.rules.entries()) rule.condition.matchers[0]!['string'] = `other-${index}`;
  return [before, after];
}

const told = (two: Two): number => diffDefinitions(...two).rules.filter(({ change }) => change !== 'same').length;

/** A change is a list in a delta: of a new value, of an old and a new one, of an old one that goes, or of a place. */
function entries(delta: Delta): number {
  if (Array.isArray(delta)) return 1;
  return Object.entries(delta ?? {}).reduce((sum, [name, inner]) => sum + (name === '_t' ? 0 : entries(inner as Delta)), 0);
}

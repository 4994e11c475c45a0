/** What comparing two definitions costs. */
import { diffDefinitions } from '../../src/domain/definitions/definitionDiff.ts';
import { inTurns, timed } from './rounds.ts';
import { compared, type Row } from './row.ts';
import { makeDefinition } from './sample.ts';
import type { Scale } from './scale.ts';

export async function measureDefinitions(scale: Scale): Promise<readonly Row[]> {
  const before = makeDefinition(scale.rules);
  const rules = [...before.rules];
  const [moved] = rules.splice(Math.floor(rules.length / 50), 1);
  rules.splice(Math.floor(rules.length * 0.8), 0, moved!);
  const after = { ...before, rules };
  if (diffDefinitions(before, after).rules.filter(({ change }) => change !== 'same').length !== 1)
    throw new Error('one rule was moved, and the diff says otherwise');

  const times = await inTurns(
    {
      diff: timed(() => diffDefinitions(before, after)),
      stringify: timed(() => [JSON.stringify(before), JSON.stringify(after)]),
    },
    { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
  );
  const what = `compare two definitions of ${scale.rules} rules, one moved`;
  const claim = { name: 'definitions', what, unit: 'ms', against: 'JSON.stringify of both' } as const;
  return [compared(claim, times.diff, times.stringify)];
}

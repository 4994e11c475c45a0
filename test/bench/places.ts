/** Measures a key stroke in the list of all places of a large service. Only the visible rows are created. */
import { createPlaceSearch } from '../../src/operations/catalog/placeSearch.ts';
import { cpuTimed, inTurns, timed } from './rounds.ts';
import { figure, leastDisturbed, type Row } from './row.ts';
import type { Scale } from './scale.ts';

/** The number of workspaces, and of environments in each workspace. */
const WORKSPACES = 50;
const SHOWN = 200;

export async function measurePlaces({ rules, rounds, warmUps }: Scale): Promise<readonly Row[]> {
  const names = Array.from({ length: Math.ceil(rules * 0.6) }, (_, index) => ({ name: `segment-${index}` }));
  const environments = Array.from({ length: WORKSPACES }, (_, index) => `environment-${index}`);
  const sources = environments.map((_, workspace) => ({
    items: names,
    places: environments.map((name) => ({ where: name, names: [name, `workspace-${workspace}`] })),
  }));
  const count = names.length * WORKSPACES ** 2;
  const type = async (): Promise<void> => {
    const search = createPlaceSearch<{ readonly name: string }, string>('seg work', SHOWN);
    search.update(sources.map((source) => ({ ...source, items: [...source.items] })));
    if (search.count !== count || search.best.length !== SHOWN) throw new Error('all places match');
  };
  const times = await inTurns({ wall: timed(type), cpu: cpuTimed(type) }, { rounds: rounds.inProcess, warmUps });
  const claim = { name: 'places', what: `a key stroke with ${count} places`, unit: 'ms' } as const;
  return [
    figure({ ...claim, aim: { of: 'value', atMost: 50 } }, times.wall),
    leastDisturbed({ ...claim, what: `${claim.what}, CPU time` }, times.cpu),
  ];
}

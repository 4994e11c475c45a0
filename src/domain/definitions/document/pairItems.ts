/** Which item of a list in a text is which item of the list that is to be written. */
import type { Rule } from '../../../api/model.ts';
import { pairRules } from '../rulePairs.ts';
import { canonical, fieldOf } from '../sameValue.ts';
import { pairEqual, type Pair } from '../sequence.ts';
import type { ValueShape } from './shapes.ts';
import { isFields } from './writeYaml.ts';

/** What names an object in a list. */
const NAMES = ['name', 'treatment', 'type'];

/**
 * The pairs in the order of the items before: equal ones, then objects of one name, then what objects are left in their order if
 * there are as many on both sides. An item that is in no pair goes, or is new.
 */
export function pairItems(before: readonly unknown[], after: readonly unknown[], shape: ValueShape): readonly Pair[] {
  if (shape.kind === 'map' && shape.of === 'rule' && [...before, ...after].every(isRule))
    return pairRules(before as readonly Rule[], after as readonly Rule[]);
  const pairs = [...pairEqual(before.map(canonical), after.map(canonical))];
  const left = (): readonly (readonly number[])[] => {
    const [froms, tos] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))];
    return [
      [...before.keys()].filter((from) => !froms.has(from) && isFields(before[from])),
      [...after.keys()].filter((to) => !tos.has(to) && isFields(after[to])),
    ];
  };
  const pairBy = (labelOf: (value: unknown, place: number) => string): void => {
    const [froms, tos] = left() as [readonly number[], readonly number[]];
    const found = pairEqual(
      froms.map((from, place) => labelOf(before[from], place)),
      tos.map((to, place) => labelOf(after[to], place)),
    );
    pairs.push(...found.map(({ from, to }) => ({ from: froms[from]!, to: tos[to]! })));
  };
  pairBy((value) => canonical(NAMES.map((name) => fieldOf(value as object, name))));
  const [froms, tos] = left();
  if (froms!.length === tos!.length) pairBy((_, place) => String(place));
  return pairs.toSorted((one, other) => one.from - other.from);
}

/** As far as pairing looks into it. */
function isRule(value: unknown): boolean {
  if (!isFields(value) || !isFields(value['condition'])) return false;
  return isListOfObjects(value['buckets']) && isListOfObjects(value['condition']['matchers']);
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isFields);

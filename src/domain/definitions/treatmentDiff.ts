/** How the treatments of a definition change, and what changes inside one. */
import type { Treatment } from '../../api/model.ts';
import { changed, otherFields, isSame, type Changed, type FieldChange } from './sameValue.ts';
import { diffJson, type JsonChange } from './jsonDiff.ts';
import { diffList, type ListChange } from './ruleDiff.ts';
import { allPlaces, inReadingOrder, pairEqual } from './sequence.ts';

/** `from` and `to` count from 0 in the treatments before and after. */
export type TreatmentChange =
  | { readonly change: 'added'; readonly to: number; readonly treatment: Treatment }
  | { readonly change: 'removed'; readonly from: number; readonly treatment: Treatment }
  | {
      readonly change: 'same';
      readonly from: number;
      readonly to: number;
      readonly treatment: Treatment;
    }
  | {
      readonly change: 'edited';
      readonly from: number;
      readonly to: number;
      readonly before: Treatment;
      readonly after: Treatment;
    };

/** All treatments, in the order of `after`, the removed ones where they stood. They are told apart by their names. */
export function diffTreatments(before: readonly Treatment[], after: readonly Treatment[]): readonly TreatmentChange[] {
  const pairs = pairEqual(
    before.map(({ name }) => name),
    after.map(({ name }) => name),
  );
  return inReadingOrder(
    allPlaces(pairs, before.length, after.length).map(({ from, to }): TreatmentChange => {
      if (from === undefined) return { change: 'added', to: to!, treatment: after[to!]! };
      const old = before[from]!;
      if (to === undefined) return { change: 'removed', from, treatment: old };
      const now = after[to]!;
      if (!isSame(old, now)) return { change: 'edited', from, to, before: old, after: now };
      return { change: 'same', from, to, treatment: now };
    }),
  );
}

/** True if those that stay stand in another order. It serves nobody anything else. */
export function areTreatmentsReordered(changes: readonly TreatmentChange[]): boolean {
  const froms = changes.flatMap((one) => (one.change === 'added' || one.change === 'removed' ? [] : [one.from]));
  return froms.some((from, index) => index > 0 && from < froms[index - 1]!);
}

export interface ConfigurationChange extends Changed<string> {
  /** What differs, if both texts are JSON. */
  readonly fields: readonly JsonChange[] | undefined;
}

export interface TreatmentEdit {
  readonly description?: Changed<string>;
  /** The text that the code of a treatment is given, mostly JSON. */
  readonly configurations?: ConfigurationChange;
  /** Individual targets: these get the treatment whatever the rules say. */
  readonly keys?: ListChange;
  readonly segments?: ListChange;
  /** The same for segments of other kinds, if both versions have a list of names or none. */
  readonly largeSegments?: ListChange;
  readonly ruleBasedSegments?: ListChange;
  readonly otherFields: readonly FieldChange[];
}

const OWN_PLACE = new Set(['name', 'description', 'configurations', 'keys', 'segments']);

/** What changes inside a treatment. No text = an empty one. */
export function diffTreatment(before: Treatment, after: Treatment): TreatmentEdit {
  const description = changed(before.description ?? '', after.description ?? '');
  const configurations = diffConfigurations(before, after);
  const keys = diffList(before.keys ?? [], after.keys ?? []);
  const segments = diffList(before.segments ?? [], after.segments ?? []);
  const [large, ruleBased] = [namesIn('largeSegments', before, after), namesIn('ruleBasedSegments', before, after)];
  const others = { ...(large && { largeSegments: large }), ...(ruleBased && { ruleBasedSegments: ruleBased }) };
  return {
    ...(description && { description }),
    ...(configurations && { configurations }),
    ...(keys && { keys }),
    ...(segments && { segments }),
    ...others,
    otherFields: otherFields(before, after, OWN_PLACE).filter(({ field }) => !Object.hasOwn(others, field)),
  };
}

function namesIn(field: 'largeSegments' | 'ruleBasedSegments', before: Treatment, after: Treatment): ListChange | undefined {
  const [old, now] = [before[field] ?? [], after[field] ?? []];
  const isNames = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((name) => typeof name === 'string');
  return isNames(old) && isNames(now) ? diffList(old, now) : undefined;
}

/** Undefined if both mean the same to an application. No text = an empty one. */
export function diffConfigurations(before: Treatment, after: Treatment): ConfigurationChange | undefined {
  const [old, now] = [before.configurations ?? '', after.configurations ?? ''];
  if (isSame({ configurations: old }, { configurations: now })) return undefined;
  return { before: old, after: now, fields: diffJson(old, now) };
}

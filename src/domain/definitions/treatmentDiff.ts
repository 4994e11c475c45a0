/** Compares the treatments of a definition, and the content of one treatment. */
import type { Treatment } from '../../api/model.ts';
import { changed, otherFields, isSame, type Changed, type FieldChange } from './sameValue.ts';
import { isTexts } from './fieldMeaning.ts';
import { diffJson, type JsonChange } from './jsonDiff.ts';
import { diffList, type ListChange } from './ruleDiff.ts';
import { allItems, inReadingOrder, pairEqual } from './sequence.ts';

/** `from` and `to` are indexes in the treatments before and after. */
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

/**
 * Returns all treatments, in the order of `after`. Removed treatments are in their old positions. Treatments are identified by
 * name.
 */
export function diffTreatments(before: readonly Treatment[], after: readonly Treatment[]): readonly TreatmentChange[] {
  const pairs = pairEqual(
    before.map(({ name }) => name),
    after.map(({ name }) => name),
  );
  return inReadingOrder(
    allItems(pairs, before.length, after.length).map(({ from, to }): TreatmentChange => {
      if (from === undefined) return { change: 'added', to: to!, treatment: after[to!]! };
      const old = before[from]!;
      if (to === undefined) return { change: 'removed', from, treatment: old };
      const now = after[to]!;
      if (!isSame(old, now)) return { change: 'edited', from, to, before: old, after: now };
      return { change: 'same', from, to, treatment: now };
    }),
  );
}

/** True if the remaining treatments have a different order. The order does not affect what anybody gets. */
export function areTreatmentsReordered(changes: readonly TreatmentChange[]): boolean {
  const froms = changes.flatMap((one) => (one.change === 'added' || one.change === 'removed' ? [] : [one.from]));
  return froms.some((from, index) => index > 0 && from < froms[index - 1]!);
}

export interface ConfigurationChange extends Changed<string> {
  /** The differences, if both texts are JSON. */
  readonly fields: readonly JsonChange[] | undefined;
}

export interface TreatmentEdit {
  readonly description?: Changed<string>;
  /** The text that an application receives with the treatment, usually JSON. */
  readonly configurations?: ConfigurationChange;
  /** Individual targets. They get the treatment whatever the rules are. */
  readonly keys?: ListChange;
  readonly segments?: ListChange;
  /** Large segments whose keys are individual targets. A value that is not a list of names is in `otherFields` instead. */
  readonly largeSegments?: ListChange;
  /** Rule-based segments whose keys are individual targets. A value that is not a list of names is in `otherFields` instead. */
  readonly ruleBasedSegments?: ListChange;
  readonly otherFields: readonly FieldChange[];
}

const COMPARED_FIELDS = new Set(['name', 'description', 'configurations', 'keys', 'segments']);

/** Compares the content of two treatments. A missing text counts as empty. */
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
    otherFields: otherFields(before, after, COMPARED_FIELDS).filter(({ field }) => !Object.hasOwn(others, field)),
  };
}

function namesIn(field: 'largeSegments' | 'ruleBasedSegments', before: Treatment, after: Treatment): ListChange | undefined {
  const [old, now] = [before[field] ?? [], after[field] ?? []];
  return isTexts(old) && isTexts(now) ? diffList(old, now) : undefined;
}

/**
 * Returns undefined if the configurations of both treatments have the same meaning for an application. A missing text counts as
 * empty.
 */
export function diffConfigurations(before: Treatment, after: Treatment): ConfigurationChange | undefined {
  const [old, now] = [before.configurations ?? '', after.configurations ?? ''];
  if (isSame({ configurations: old }, { configurations: now })) return undefined;
  return { before: old, after: now, fields: diffJson(old, now) };
}

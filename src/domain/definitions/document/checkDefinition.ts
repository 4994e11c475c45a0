/** The checks of a definition beyond the shape of its values. */
import type { Matcher } from '../../../api/model.ts';
import { isSame } from '../sameValue.ts';
import { checkBuckets } from './checkBuckets.ts';
import type { Checking } from './checking.ts';
import { checkMatchers } from './checkMatchers.ts';
import { checkFlagName, checkRolloutStatus, checkSegment, checkTreatment } from './checkNames.ts';
import { choices, removeAt, theFix, type Choice } from './fixes.ts';
import { fieldIn, itemsOf, writtenText, type LocatedMap, type LocatedNode } from './located.ts';
import type { Problem } from './problem.ts';
import { unreachableRules } from './reach.ts';
import { valueOf } from './readBody.ts';
import { map } from './shapes.ts';
import { replaceSpan } from './textEdits.ts';

export function checkDefinition(check: Checking, root: LocatedMap): void {
  checkFlagName(check, fieldIn(root, 'name')?.value);
  checkTreatments(check, fieldIn(root, 'treatments')?.value);
  checkTreatment(check, fieldIn(root, 'defaultTreatment')?.value);
  const baseline = fieldIn(root, 'baselineTreatment')?.value;
  // An empty one is none.
  if (writtenText(baseline) !== '') checkTreatment(check, baseline);
  checkAllocation(check, fieldIn(root, 'trafficAllocation')?.value);
  const rules = itemsOf(fieldIn(root, 'rules')?.value);
  for (const rule of rules) {
    checkBuckets(check, fieldIn(rule, 'buckets')?.value);
    checkMatchers(check, fieldIn(rule, 'condition')?.value);
  }
  checkBuckets(check, fieldIn(root, 'defaultRule')?.value, writtenText(fieldIn(root, 'defaultTreatment')?.value));
  checkRolloutStatus(check);
  for (const [rule, because] of unreachableRules(rules.map((rule) => matchersOf(check, rule)))) {
    check.add({ code: 'unreachableRule', because }, 'warning', rules[rule]!);
  }
}

function checkAllocation(check: Checking, node: LocatedNode | undefined): void {
  if (node?.kind !== 'number' || !Number.isFinite(node.value)) return;
  const allocation = node.value;
  const value = Math.min(100, Math.max(0, Math.round(allocation)));
  if (value === allocation) return;
  check.add({ code: 'allocationOutOfRange', allocation }, 'error', node, () =>
    theFix({ code: 'setNumber', value }, [replaceSpan(node.span, String(value))]),
  );
}

function checkTreatments(check: Checking, list: LocatedNode | undefined): void {
  if (list?.kind !== 'list') return;
  if (list.items.length === 0) check.add({ code: 'noTreatments' }, 'error', list);
  const first = new Map<string, number>();
  for (const [place, item] of list.items.entries()) {
    for (const segment of itemsOf(fieldIn(item, 'segments')?.value)) checkSegment(check, segment);
    const node = fieldIn(item, 'name')?.value;
    const name = writtenText(node);
    if (name === undefined) continue;
    if (name === '') check.add({ code: 'emptyName' }, 'error', node!);
    const before = first.get(name);
    if (before === undefined) first.set(name, place);
    else {
      const removal = (of: number): Choice => ({
        code: 'removeTreatment',
        name,
        place: of,
        edits: removeAt(check.document, list, of),
      });
      check.add({ code: 'duplicateTreatment', name }, 'error', node!, () => {
        const isSaidTwice = isSame(valueOf(list.items[before]!, map('treatment')), valueOf(item, map('treatment')));
        // Of two that differ, nobody knows which is meant.
        return choices(isSaidTwice ? [removal(place)] : [removal(place), removal(before)]);
      });
    }
  }
}

/** Undefined for a rule that asks nothing, or has an error in what it asks: what becomes of that, the service does not say. */
function matchersOf({ problems }: Checking, rule: LocatedNode): readonly Matcher[] | undefined {
  const condition = fieldIn(rule, 'condition')?.value;
  const matchers = itemsOf(fieldIn(condition, 'matchers')?.value);
  const isWrong = ({ severity, span: { start } }: Problem): boolean =>
    severity === 'error' && start >= condition!.span.start && start <= condition!.span.end;
  // Of very many errors some are not kept.
  const isReadable = matchers.length > 0 && matchers.every((matcher) => fieldIn(matcher, 'type'));
  if (!isReadable || problems.some(isWrong)) return undefined;
  return matchers.map((matcher) => valueOf(matcher, map('matcher')) as Matcher);
}

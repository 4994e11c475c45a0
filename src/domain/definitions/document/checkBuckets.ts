/** The checks of a list of shares. */
import type { Checking } from './checking.ts';
import { checkTreatment } from './checkNames.ts';
import { choices, MAX_CHOICES, theFix, wholeShare } from './fixes.ts';
import { fieldIn, writtenText, type LocatedNode, type LocatedNumber, type Span } from './located.ts';
import type { Fix } from './problem.ts';
import { replaceSpan } from './textEdits.ts';

/** `fallback`: who gets everything where there are no shares. */
export function checkBuckets(check: Checking, list: LocatedNode | undefined, fallback?: string): void {
  if (list?.kind !== 'list') return;
  if (list.items.length === 0) return checkEmpty(check, list, fallback);
  const treatments = new Set<string>();
  const sizes: LocatedNumber[] = [];
  let isInRange = true;
  for (const item of list.items) {
    const treatment = fieldIn(item, 'treatment')?.value;
    checkTreatment(check, treatment);
    const name = writtenText(treatment);
    if (name !== undefined) {
      if (treatments.has(name)) check.add({ code: 'repeatedBucket', treatment: name }, 'warning', treatment!);
      treatments.add(name);
    }
    const size = fieldIn(item, 'size')?.value;
    if (size?.kind !== 'number' || !Number.isFinite(size.value)) continue;
    sizes.push(size);
    if (Number.isInteger(size.value) && size.value >= 0 && size.value <= 100) continue;
    isInRange = false;
    check.add({ code: 'sizeOutOfRange', size: size.value }, 'error', size, () =>
      list.items.length === 1 ? setSize(list.items, size, 100) : [],
    );
  }
  const sum = sizes.reduce((all, { value }) => all + value, 0);
  if (sum === 100 || !isInRange || sizes.length < list.items.length) return;
  const span: Span = { start: sizes[0]!.span.start, end: sizes.at(-1)!.span.end };
  check.add({ code: 'sizesDontSum', sum }, 'error', span, () => {
    const able = sizes.filter(({ value }) => value + 100 - sum >= 0);
    return able.length > MAX_CHOICES ? [] : choices(able.flatMap((size) => setSize(list.items, size, size.value + 100 - sum)));
  });
}

function setSize(items: readonly LocatedNode[], node: LocatedNumber, size: number): readonly Fix[] {
  const item = items.find((candidate) => fieldIn(candidate, 'size')?.value === node);
  const treatment = writtenText(fieldIn(item, 'treatment')?.value) ?? '';
  return theFix({ code: 'setSize', treatment, size }, [replaceSpan(node.span, String(size))]);
}

/** Nobody gets anything: if it is known who should, that is the one answer. */
function checkEmpty(check: Checking, list: LocatedNode, fallback: string | undefined): void {
  check.add({ code: 'sizesDontSum', sum: 0 }, 'error', list, () => {
    if (fallback === undefined || !check.treatments?.has(fallback)) return [];
    return theFix({ code: 'setSize', treatment: fallback, size: 100 }, [replaceSpan(list.span, wholeShare(fallback))]);
  });
}

/** Checks the names of the flag, its treatments, its rollout status, segments and other flags. */
import { replaceText, type Checking } from './checking.ts';
import { hasOtherTrafficType } from './known.ts';
import { writtenText, type LocatedNode } from './located.ts';
import type { Fix } from './problem.ts';
import { writtenStatus } from './rolloutStatus.ts';
import { similarTo } from './similar.ts';

export function checkFlagName(check: Checking, node: LocatedNode | undefined): void {
  const name = writtenText(node);
  if (name === undefined) return;
  const { flag } = check.known;
  if (flag !== undefined && name !== flag) {
    check.add({ code: 'otherFlag', name, flag }, 'error', node!, () => replaceText(node!.span, flag));
  } else if (name === '') check.add({ code: 'emptyName' }, 'error', node!);
}

export function checkTreatment(check: Checking, node: LocatedNode | undefined): void {
  const { treatments } = check;
  const name = writtenText(node);
  if (name === undefined || !treatments || treatments.has(name)) return;
  check.add({ code: 'unknownTreatment', name }, 'error', node!, () => replaceText(node!.span, similarTo(name, treatments)));
}

export function checkSegment(check: Checking, node: LocatedNode | undefined): void {
  const { known, segments } = check;
  const name = writtenText(node);
  if (name === undefined || !known.segments) return;
  const segment = segments.get(name);
  if (segment) {
    const { trafficType } = segment;
    if (hasOtherTrafficType(known, segment))
      check.add({ code: 'segmentOfOtherType', name, trafficType: trafficType!, wanted: known.trafficType! }, 'warning', node!);
    else if (segment.isActive === false) check.add({ code: 'inactiveSegment', name }, 'warning', node!);
    return;
  }
  if (!known.segments.isComplete) return;
  const fixes = (): readonly Fix[] => replaceText(node!.span, similarTo(name, activeFirst(check)));
  check.add({ code: 'unknownSegment', name }, 'error', node!, fixes);
}

function activeFirst({ known, segments }: Checking): readonly string[] {
  const all = [...segments.values()].filter((segment) => !hasOtherTrafficType(known, segment));
  const active = all.filter(({ isActive }) => isActive !== false);
  return (active.length > 0 ? active : all).map(({ name }) => name);
}

export function checkRolloutStatus(check: Checking): void {
  const { rolloutStatuses } = check.known;
  const written = writtenStatus(check.document);
  if (!written || !rolloutStatuses) return;
  const { by, text: name, node } = written;
  const names = rolloutStatuses.map((status) => status[by]);
  if (names.includes(name)) return;
  check.add({ code: 'unknownRolloutStatus', name }, 'error', node, () => replaceText(node.span, similarTo(name, names)));
}

/** Checks the flag that a matcher depends on. */
export function checkDependency(check: Checking, node: LocatedNode | undefined): void {
  const { known, flags } = check;
  const name = writtenText(node);
  if (name === undefined) return;
  if (name === known.flag) check.add({ code: 'dependsOnItself' }, 'error', node!);
  else if (known.flags?.isComplete && !flags.has(name)) {
    const others = [...flags.keys()].filter((other) => other !== known.flag);
    check.add({ code: 'unknownFlag', name }, 'error', node!, () => replaceText(node!.span, similarTo(name, others)));
  }
}

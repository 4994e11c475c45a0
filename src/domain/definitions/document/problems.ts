/** Finds all problems and probable mistakes in a definition's text. */
import type { Matcher } from '../../../api/model.ts';
import { checkDependency, checkFlagName, checkRolloutStatus, checkSegment, checkTreatment } from './checkNames.ts';
import { checkConfigurations, checkMatcherValues, checkRepeatedShares } from './checkValues.ts';
import { Checking, replaceText, onlyFix } from './checking.ts';
import type { Known } from './known.ts';
import { fieldIn, itemsOf, writtenText, type LocatedMap, type LocatedNode, type LocatedNumber } from './located.ts';
import type { DefinitionText, Fix, Problem, ProblemCode } from './problem.ts';
import { shadowedRules } from './reach.ts';
import { readBody, valueOf } from './readBody.ts';
import { scalarText } from './scalarText.ts';
import { asMatcherType, map, matcherShapes, type MatcherType } from './shapes.ts';
import { similarTo } from './similar.ts';

/** A wrong sum of shares can be fixed by changing one of them. If more shares than this can be changed, no fix is offered. */
const MAX_CHOICES = 4;

/**
 * These problems are not reported for a text that can't be read completely, because the part that seems to be missing may be in
 * the unreadable rest.
 */
const ABSENCE_CODES: ReadonlySet<ProblemCode['code']> = new Set([
  'missingField',
  'incompleteMatcher',
  'unknownTreatment',
  'noTreatments',
  'noMatchers',
  'noValues',
  'sizesDontSum',
  'unreachableRule',
]);

/**
 * Returns the problems in the order of the text, at most 500 of each severity. Works on the readable parts of an incomplete
 * text. Unknown facts never cause a problem.
 */
export function findProblems(document: DefinitionText, known: Known = {}): readonly Problem[] {
  const { root, syntaxProblems, text } = document;
  const check = new Checking(document, known, treatmentNames(root));
  check.problems.push(...syntaxProblems);
  if (root?.kind === 'map') {
    readBody(root, check);
    checkDefinition(check, root);
  } else if (syntaxProblems.length === 0) {
    const start = /^[\s\uFEFF]*/.exec(text)![0].length;
    const end = start + /^[^\r\n]*/.exec(text.slice(start))![0].length;
    check.add({ code: 'notADefinition' }, 'error', root ?? { start, end });
  }
  const isWhole = syntaxProblems.length === 0;
  return check.problems
    .filter(({ code }) => isWhole || !ABSENCE_CODES.has(code))
    .toSorted((one, other) => one.span.start - other.span.start);
}

/** Returns undefined if one of the names can't be read, because any name in the text could then be a treatment. */
function treatmentNames(root: LocatedNode | undefined): ReadonlySet<string> | undefined {
  const list = fieldIn(root, 'treatments')?.value;
  const names = itemsOf(list).map((item) => writtenText(fieldIn(item, 'name')?.value));
  return list?.kind === 'list' && names.every((name) => name !== undefined) ? new Set(names) : undefined;
}

function checkDefinition(check: Checking, root: LocatedMap): void {
  checkFlagName(check, fieldIn(root, 'name')?.value);
  checkTreatments(check, fieldIn(root, 'treatments')?.value);
  checkTreatment(check, fieldIn(root, 'defaultTreatment')?.value);
  const baseline = fieldIn(root, 'baselineTreatment')?.value;
  // An empty baseline treatment counts as absent.
  if (writtenText(baseline) !== '') checkTreatment(check, baseline);
  checkAllocation(check, fieldIn(root, 'trafficAllocation')?.value);
  const rules = itemsOf(fieldIn(root, 'rules')?.value);
  for (const rule of rules) {
    checkBuckets(check, fieldIn(rule, 'buckets')?.value);
    checkMatchers(check, fieldIn(rule, 'condition')?.value);
  }
  checkBuckets(check, fieldIn(root, 'defaultRule')?.value, writtenText(fieldIn(root, 'defaultTreatment')?.value));
  checkRolloutStatus(check);
  for (const [rule, by] of shadowedRules(rules.map((rule) => matchersOf(check, rule)))) {
    check.add({ code: 'unreachableRule', by }, 'warning', rules[rule]!);
  }
}

function checkAllocation(check: Checking, node: LocatedNode | undefined): void {
  if (node?.kind !== 'number' || !Number.isFinite(node.value)) return;
  const nearest = Math.min(100, Math.max(0, Math.round(node.value)));
  if (nearest === node.value) return;
  check.add({ code: 'noPercentage', value: node.value }, 'error', node, () => writeNumber(node, nearest));
}

const writeNumber = ({ span }: LocatedNode, value: number): readonly Fix[] =>
  onlyFix({ code: 'replaceBy', text: String(value) }, span, String(value));

function checkTreatments(check: Checking, list: LocatedNode | undefined): void {
  if (list?.kind !== 'list') return;
  if (list.items.length === 0) check.add({ code: 'noTreatments' }, 'error', list);
  const names = new Set<string>();
  for (const item of list.items) {
    for (const segment of itemsOf(fieldIn(item, 'segments')?.value)) checkSegment(check, segment);
    checkConfigurations(check, fieldIn(item, 'configurations')?.value);
    const node = fieldIn(item, 'name')?.value;
    const name = writtenText(node);
    if (name === undefined) continue;
    if (name === '') check.add({ code: 'emptyName' }, 'error', node!);
    if (names.has(name)) check.add({ code: 'duplicateTreatment', name }, 'error', node!);
    names.add(name);
  }
}

/**
 * Returns undefined if a rule has no conditions, a condition with an error, or a combiner other than AND, because the service's
 * documents don't explain such rules.
 */
function matchersOf({ problems }: Checking, rule: LocatedNode): readonly Matcher[] | undefined {
  const condition = fieldIn(rule, 'condition')?.value;
  const matchers = itemsOf(fieldIn(condition, 'matchers')?.value);
  const isWrong = ({ severity, span: { start } }: Problem): boolean =>
    severity === 'error' && start >= condition!.span.start && start <= condition!.span.end;
  // Checks the combiner and the types again, because `problems` does not contain errors beyond the limit.
  const combiner = fieldIn(condition, 'combiner')?.value;
  const isAnd = combiner === undefined || combiner.kind === 'null' || writtenText(combiner) === 'AND';
  const isReadable = isAnd && matchers.length > 0 && matchers.every((matcher) => fieldIn(matcher, 'type'));
  if (!isReadable || problems.some(isWrong)) return undefined;
  return matchers.map((matcher) => valueOf(matcher, map('matcher')) as Matcher);
}

/** The fix of an empty list of shares gives all keys the treatment `fallback`. */
function checkBuckets(check: Checking, list: LocatedNode | undefined, fallback?: string): void {
  if (list?.kind !== 'list') return;
  checkRepeatedShares(check, list.items);
  const sizes: LocatedNumber[] = [];
  let isInRange = true;
  for (const item of list.items) {
    checkTreatment(check, fieldIn(item, 'treatment')?.value);
    const size = fieldIn(item, 'size')?.value;
    if (size?.kind !== 'number' || !Number.isFinite(size.value)) continue;
    sizes.push(size);
    if (Number.isInteger(size.value) && size.value >= 0 && size.value <= 100) continue;
    isInRange = false;
    check.add({ code: 'noPercentage', value: size.value }, 'error', size, () =>
      list.items.length === 1 ? setSize(list.items, size, 100) : [],
    );
  }
  const sum = sizes.reduce((all, { value }) => all + value, 0);
  if (sum === 100 || !isInRange || sizes.length < list.items.length) return;
  const span = sizes.length === 0 ? list.span : { start: sizes[0]!.span.start, end: sizes.at(-1)!.span.end };
  check.add({ code: 'sizesDontSum', sum }, 'error', span, () => {
    if (sizes.length === 0) {
      // The list is empty. The only fix is to give all keys the treatment `fallback`, if that is known.
      if (fallback === undefined || !check.treatments?.has(fallback)) return [];
      const bucket = `[{treatment: ${scalarText(fallback)}, size: 100}]`;
      return onlyFix({ code: 'setSize', treatment: fallback, size: 100 }, list.span, bucket);
    }
    const able = sizes.filter(({ value }) => value + 100 - sum >= 0);
    if (able.length > MAX_CHOICES) return [];
    const fixes = able.flatMap((size) => setSize(list.items, size, size.value + 100 - sum));
    return fixes.map((fix) => ({ ...fix, isPreferred: fixes.length === 1 }));
  });
}

function setSize(items: readonly LocatedNode[], node: LocatedNumber, size: number): readonly Fix[] {
  const item = items.find((candidate) => fieldIn(candidate, 'size')?.value === node);
  const treatment = writtenText(fieldIn(item, 'treatment')?.value);
  if (!treatment) return writeNumber(node, size);
  return onlyFix({ code: 'setSize', treatment, size }, node.span, String(size));
}

function checkMatchers(check: Checking, condition: LocatedNode | undefined): void {
  const list = fieldIn(condition, 'matchers')?.value;
  if (list?.kind === 'list' && list.items.length === 0) check.add({ code: 'noMatchers' }, 'error', list);
  for (const matcher of itemsOf(list)) if (matcher.kind === 'map') checkMatcher(check, matcher);
}

function checkMatcher(check: Checking, matcher: LocatedMap): void {
  const node = fieldIn(matcher, 'type')?.value;
  const word = writtenText(node);
  if (word === undefined) return;
  const type = asMatcherType(word);
  if (!type) {
    check.add({ code: 'unknownMatcher', type: word }, 'warning', node!, () =>
      replaceText(node!.span, similarTo(word, Object.keys(matcherShapes))),
    );
    return;
  }
  const missing = missingIn(matcher, type);
  if (missing.length > 0) check.add({ code: 'incompleteMatcher', type, missing }, 'error', node!);
  const strings = fieldIn(matcher, 'strings')?.value;
  if (strings?.kind === 'list' && strings.items.length === 0 && 'strings' in matcherShapes[type].fields)
    check.add({ code: 'noValues', field: 'strings' }, 'error', strings);
  checkMatcherValues(check, matcher, type);
  if (type === 'IN_SEGMENT') checkSegment(check, fieldIn(matcher, 'string')?.value);
  if (type === 'IN_SPLIT') checkDependency(check, fieldIn(fieldIn(matcher, 'depends')?.value, 'splitName')?.value);
}

function missingIn(matcher: LocatedMap, type: MatcherType): readonly string[] {
  const { attribute, oneOf } = matcherShapes[type];
  const lacks = (field: string): boolean => {
    const value = fieldIn(matcher, field)?.value;
    return !value || value.kind === 'null' || (field === 'attribute' && writtenText(value) === '');
  };
  const lists: readonly (readonly string[])[] = oneOf;
  const isThere = lists.some((fields) => !fields.some(lacks));
  // If there are several alternatives, reports the missing fields of the one that the person has begun, or else of the first
  // one.
  const begun = lists.find((fields) => !fields.every(lacks)) ?? lists[0]!;
  return [...(attribute === 'required' && lacks('attribute') ? ['attribute'] : []), ...(isThere ? [] : begun.filter(lacks))];
}

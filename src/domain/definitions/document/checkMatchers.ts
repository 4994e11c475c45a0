/** The checks of a rule's conditions. */
import type { Checking } from './checking.ts';
import { checkDependency, checkSegment } from './checkNames.ts';
import { replaceText } from './fixes.ts';
import { fieldIn, itemsOf, writtenText, type LocatedMap, type LocatedNode } from './located.ts';
import { matcherShapes, type MatcherType, asMatcherType } from './shapes.ts';
import { similarTo } from './similar.ts';

export function checkMatchers(check: Checking, condition: LocatedNode | undefined): void {
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
  // Of several ways, the one that was begun, or else the first.
  const begun = lists.find((fields) => !fields.every(lacks)) ?? lists[0]!;
  return [...(attribute === 'required' && lacks('attribute') ? ['attribute'] : []), ...(isThere ? [] : begun.filter(lacks))];
}

/** The check of one matcher of a targeting rule: known types have their value field, unknown types pass as they came. */
import { fieldsOf, isFields, textOf, textsOf, type Fields } from './bodyFields.ts';
import { invalid } from './refusal.ts';
import type { Workspace } from './world.ts';

type Value = 'segment' | 'text' | 'texts' | 'number' | 'date' | 'numbers' | 'dates' | 'bool' | 'depends' | 'fromToTexts';
interface Kind {
  readonly value: Value;
  readonly needsAttribute: boolean;
}

const kind = (value: Value, needsAttribute: boolean): Kind => ({ value, needsAttribute });

/** service-beyond.md, Matchers. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['IN_SEGMENT', kind('segment', false)],
  ['IN_LIST_STRING', kind('texts', false)],
  ['STARTS_WITH_STRING', kind('texts', false)],
  ['ENDS_WITH_STRING', kind('texts', false)],
  ['CONTAINS_STRING', kind('texts', false)],
  ['MATCHES_STRING', kind('text', false)],
  ['EQUAL_SET', kind('texts', true)],
  ['ANY_OF_SET', kind('texts', true)],
  ['ALL_OF_SET', kind('texts', true)],
  ['PART_OF_SET', kind('texts', true)],
  ['EQUAL_NUMBER', kind('number', true)],
  ['LESS_THAN_OR_EQUAL_NUMBER', kind('number', true)],
  ['GREATER_THAN_OR_EQUAL_NUMBER', kind('number', true)],
  ['BETWEEN_NUMBER', kind('numbers', true)],
  ['ON_DATE', kind('date', true)],
  ['ON_OR_AFTER_DATE', kind('date', true)],
  ['ON_OR_BEFORE_DATE', kind('date', true)],
  ['BETWEEN_DATE', kind('dates', true)],
  ['BOOLEAN', kind('bool', true)],
  ['IN_SPLIT', kind('depends', false)],
  ['EQUAL_TO_SEMVER', kind('text', true)],
  ['GREATER_THAN_OR_EQUAL_TO_SEMVER', kind('text', true)],
  ['LESS_THAN_OR_EQUAL_TO_SEMVER', kind('text', true)],
  ['BETWEEN_SEMVER', kind('fromToTexts', true)],
  ['IN_LIST_SEMVER', kind('texts', true)],
]);

function number(value: unknown, where: string): number {
  if (typeof value !== 'number') throw invalid(`${where} must be a number`);
  return value;
}

function numbersFromTo(value: unknown, where: string): void {
  const between = fieldsOf(value, where);
  if (number(between['from'], `${where}.from`) > number(between['to'], `${where}.to`)) {
    throw invalid(`${where}.from must not be above ${where}.to`);
  }
}

/** Their place is not shown: in `between` like the numbers, or beside the type. */
function textsFromTo(matcher: Fields, where: string): void {
  const between = isFields(matcher['between']) ? matcher['between'] : matcher;
  textOf(between['from'], `${where}.from`);
  textOf(between['to'], `${where}.to`);
}

function checkValue(value: Value, matcher: Fields, workspace: Workspace, where: string): void {
  switch (value) {
    case 'segment':
      return mustBeSegment(textOf(matcher['string'], `${where}.string`), workspace);
    case 'text':
      textOf(matcher['string'], `${where}.string`);
      return;
    case 'texts':
      if (textsOf(matcher['strings'], `${where}.strings`).length === 0) throw invalid(`${where}.strings must not be empty`);
      return;
    case 'number':
      number(matcher['number'], `${where}.number`);
      return;
    case 'date':
      number(matcher['date'], `${where}.date`);
      return;
    case 'numbers':
    case 'dates':
      return numbersFromTo(matcher['between'], `${where}.between`);
    case 'bool':
      if (typeof matcher['bool'] !== 'boolean') throw invalid(`${where}.bool must be true or false`);
      return;
    case 'depends': {
      const depends = fieldsOf(matcher['depends'], `${where}.depends`);
      const flag = textOf(depends['splitName'], `${where}.depends.splitName`);
      textOf(depends['treatment'], `${where}.depends.treatment`);
      if (!workspace.flags.has(flag)) throw invalid(`${where} depends on ${flag}, which does not exist in the workspace`);
      return;
    }
    case 'fromToTexts':
      return textsFromTo(matcher, where);
    default:
      throw new Error(`no such value ${String(value satisfies never)}`);
  }
}

/** Refuses a segment that the workspace does not have. */
export function mustBeSegment(name: string, workspace: Workspace): void {
  if (!workspace.segments.has(name)) throw invalid(`Segment ${name} does not exist in the workspace`);
}

/** Refuses a matcher of a known type that lacks its value or attribute, or names what does not exist. */
export function checkMatcher(value: unknown, workspace: Workspace, where: string): void {
  const matcher = fieldsOf(value, where);
  const type = textOf(matcher['type'], `${where}.type`);
  const negate = matcher['negate'];
  if (negate !== undefined && negate !== null && typeof negate !== 'boolean')
    throw invalid(`${where}.negate must be true or false`);
  const known = KINDS.get(type);
  if (known === undefined) return;
  if (known.needsAttribute) textOf(matcher['attribute'], `${where}.attribute`);
  checkValue(known.value, matcher, workspace, where);
}

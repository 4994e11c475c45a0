/** The check of a whole definition before anything of it is kept. Unknown fields pass as they came. */
import { fieldsOf, isFields, listOf, maybeTextOf, mustBeModest, textOf, textsOf, type Fields } from './bodyFields.ts';
import { MAX_DEFINITION } from './limits.ts';
import { checkMatcher, mustBeSegment } from './matcherCheck.ts';
import { invalid } from './refusal.ts';
import type { DefinitionFields, Workspace } from './world.ts';

/**
 * What is no part of a definition, and ignored where it is sent: what the service alone sets (service-beyond.md, Behaviour)
 * and the words that explain a change.
 */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'id',
  'environment',
  'trafficType',
  'creationTime',
  'lastUpdateTime',
  'lastTrafficReceivedAt',
  'killed',
  'openChangeRequestId',
  'title',
  'comment',
]);

function wholePercentage(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 100) {
    throw invalid(`${where} must be a whole number from 0 to 100`);
  }
  return value;
}

function checkTreatments(value: unknown, workspace: Workspace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, item] of listOf(value, 'treatments').entries()) {
    const where = `treatments[${index}]`;
    const treatment = fieldsOf(item, where);
    const name = textOf(treatment['name'], `${where}.name`);
    if (names.has(name)) throw invalid(`Treatment ${name} is there twice`);
    names.add(name);
    maybeTextOf(treatment['description'], `${where}.description`);
    const configurations = treatment['configurations'];
    if (configurations !== undefined && configurations !== null && typeof configurations !== 'string') {
      throw invalid(`${where}.configurations must be a text`);
    }
    textsOf(treatment['keys'] ?? [], `${where}.keys`);
    for (const segment of textsOf(treatment['segments'] ?? [], `${where}.segments`)) mustBeSegment(segment, workspace);
  }
  if (names.size === 0) throw invalid('treatments must not be empty');
  return names;
}

function checkBuckets(value: unknown, treatments: ReadonlySet<string>, where: string): void {
  let sum = 0;
  for (const [index, item] of listOf(value, where).entries()) {
    const bucket = fieldsOf(item, `${where}[${index}]`);
    const treatment = textOf(bucket['treatment'], `${where}[${index}].treatment`);
    if (!treatments.has(treatment))
      throw invalid(`${where}[${index}] names treatment ${treatment}, which the definition does not have`);
    sum += wholePercentage(bucket['size'], `${where}[${index}].size`);
  }
  if (sum !== 100) throw invalid(`The sizes of ${where} must sum to 100, not ${sum}`);
}

function checkRule(value: unknown, treatments: ReadonlySet<string>, workspace: Workspace, where: string): void {
  const rule = fieldsOf(value, where);
  checkBuckets(rule['buckets'], treatments, `${where}.buckets`);
  const condition = fieldsOf(rule['condition'], `${where}.condition`);
  if ((condition['combiner'] ?? 'AND') !== 'AND') throw invalid(`${where}.condition.combiner must be AND`);
  const matchers = listOf(condition['matchers'], `${where}.condition.matchers`);
  if (matchers.length === 0) throw invalid(`${where}.condition.matchers must not be empty`);
  for (const [index, matcher] of matchers.entries()) checkMatcher(matcher, workspace, `${where}.condition.matchers[${index}]`);
}

function mustBeTreatment(value: unknown, treatments: ReadonlySet<string>, where: string): void {
  const name = textOf(value, where);
  if (!treatments.has(name)) throw invalid(`${where} is ${name}, which is not among the treatments`);
}

function withCombiner(rule: unknown): unknown {
  const condition = isFields(rule) ? rule['condition'] : undefined;
  if (!isFields(rule) || !isFields(condition)) return rule;
  return { ...rule, condition: { ...condition, combiner: condition['combiner'] ?? 'AND' } };
}

const withDescription = (treatment: unknown): unknown =>
  isFields(treatment) ? { ...treatment, description: treatment['description'] ?? '' } : treatment;

const eachOf = (value: unknown, change: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : value;

/** An empty baseline treatment is none. Nothing is checked. */
function tidied({ baselineTreatment, ...body }: Fields): Fields {
  return (baselineTreatment ?? '') === '' ? body : { ...body, baselineTreatment };
}

/** What the live service's answers always show and its clients leave out, filled in. Nothing is checked. */
export function filledIn(body: Fields): Fields {
  return { ...body, treatments: eachOf(body['treatments'], withDescription), rules: eachOf(body['rules'], withCombiner) };
}

/**
 * The definition out of what was sent, without what is not kept. All documented fields must be
 * there; 400 says which one is not right. Segments and flags that it names must exist in the workspace.
 */
export function definitionOf(sent: Fields, name: string, workspace: Workspace): DefinitionFields {
  const body = tidied(sent);
  mustBeModest(body, 'The definition', MAX_DEFINITION);
  const treatments = checkTreatments(body['treatments'], workspace);
  mustBeTreatment(body['defaultTreatment'], treatments, 'defaultTreatment');
  const baseline = body['baselineTreatment'];
  if (baseline !== undefined) mustBeTreatment(baseline, treatments, 'baselineTreatment');
  wholePercentage(body['trafficAllocation'], 'trafficAllocation');
  for (const [index, rule] of listOf(body['rules'], 'rules').entries()) checkRule(rule, treatments, workspace, `rules[${index}]`);
  checkBuckets(body['defaultRule'], treatments, 'defaultRule');
  const kept = Object.entries(body).filter(([field]) => !NOT_KEPT.has(field));
  // fromEntries makes own properties of whatever names came, `__proto__` among them.
  return { ...Object.fromEntries(kept), name };
}

/** Every problem there is, marked to the letter however the definition is written; its fixes take it away, and nothing else. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import type { FixCode, Problem, ProblemCode, Severity } from '../../../../src/domain/definitions/document/problem.ts';
import { at, from, layoutsOf, to, type Layout } from './layouts.ts';
import { applyEdits, problemsOf } from './marked.ts';

const known: Known = {
  flag: 'f',
  trafficType: 'account',
  segments: {
    isComplete: true,
    items: [{ name: 'beta', isActive: true }, { name: 'staff', isActive: false }, { name: 'shoppers', trafficType: 'user' }],
  },
  flags: { isComplete: true, items: [{ name: 'f' }, { name: 'checkout' }] },
  rolloutStatuses: [{ id: 'id-1', name: 'Ramping' }, { id: 'id-2', name: '100% Released' }],
}; // prettier-ignore

interface Case {
  readonly definition: unknown;
  readonly severity?: Severity;
  /** Those of `fixes` that are offered; `preferred` is the one right answer. */
  readonly fixes?: 'none' | 'preferred' | 'some';
  /** Problems that come with it, and may go with it. */
  readonly others?: readonly ProblemCode['code'][];
}

const treatments: readonly unknown[] = [{ name: 'on' }, { name: 'off' }];
const all = (treatment: unknown): readonly unknown[] => [{ treatment, size: 100 }];
/** A whole definition but for what is given; undefined = it is not there. */
function whole(fields: object = {}): unknown {
  const definition = {
    name: 'f',
    treatments,
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: all('off'),
  };
  const entries = Object.entries({ ...definition, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
const rule = (...matchers: readonly unknown[]): object => ({ buckets: all('on'), condition: { matchers } });
const asking = (...matchers: readonly unknown[]): unknown => whole({ rules: [rule(...matchers)] });
const beta = { type: 'IN_SEGMENT', string: 'beta' };
const depends = (splitName: unknown, treatment: unknown = 'yes'): unknown =>
  asking({ type: 'IN_SPLIT', depends: { splitName, treatment } });
/** With what is missing marked at the first name, where it is said. */
const without = (field: string): unknown =>
  Object.fromEntries(
    Object.entries(whole({ [field]: undefined }) as object).map(([name, value], place) => [place ? name : `«${name}`, value]),
  );

/** Made of texts that are no YAML or no JSON, or that are too much: eachSyntax.test.ts, and diagnostics.test.ts for the last. */
type Elsewhere = 'syntax' | 'duplicateField' | 'notADefinition' | 'notANumber' | 'tooLarge';

const cases: Readonly<Record<Exclude<ProblemCode['code'], Elsewhere | 'unreachableRule'>, readonly Case[]>> = {
  wrongType: [
    { definition: whole({ rules: at('none') }), fixes: 'none' },
    { definition: asking({ type: 'IN_SEGMENT', string: 'beta', negate: at('yes') }), fixes: 'preferred' },
    { definition: asking({ type: 'IN_LIST_STRING', strings: at('a') }), fixes: 'preferred' },
    { definition: whole({ trafficAllocation: at({ percent: 1 }) }), fixes: 'none' },
    { definition: whole({ rules: [at('beta')] }), fixes: 'none' },
    { definition: whole({ rolloutStatus: at(['Ramping']) }), fixes: 'none' },
  ],
  missingField: [
    { definition: without('name'), fixes: 'none' },
    { definition: without('treatments'), fixes: 'none' },
    { definition: without('defaultTreatment'), fixes: 'none' },
    { definition: without('trafficAllocation'), fixes: 'none' },
    { definition: without('defaultRule'), fixes: 'none' },
    { definition: whole({ defaultRule: [{ treatment: 'on', size: 30 }, { '«treatment': 'off' }] }), fixes: 'none' },
    { definition: whole({ rules: [{ '«buckets': all('on') }] }), fixes: 'none' },
    { definition: asking({ '«string': 'beta' }), fixes: 'none' },
    { definition: asking({ type: 'BETWEEN_NUMBER', attribute: 'age', between: { '«from': 1 } }), fixes: 'none' },
  ],
  unknownField: [
    { definition: whole({ '«brandNew': 1 }), severity: 'hint', fixes: 'none' },
    { definition: whole({ '«baselineTretment': 'off' }), fixes: 'preferred' },
    { definition: whole({ rules: undefined, '«ruls': [] }), fixes: 'preferred' },
  ],
  responseOnlyField: [{ definition: whole({ '«killed': true }), severity: 'warning', fixes: 'none' }],
  otherFlag: [{ definition: whole({ name: at('g: #1') }), fixes: 'preferred' }],
  emptyName: [{ definition: whole({ treatments: [...treatments, { name: at('') }] }), fixes: 'none' }],
  noTreatments: [{ definition: whole({ treatments: at([]) }), fixes: 'none', others: ['unknownTreatment', 'unknownTreatment'] }],
  duplicateTreatment: [{ definition: whole({ treatments: [...treatments, { name: at('on') }] }), fixes: 'none' }],
  unknownTreatment: [
    { definition: whole({ defaultTreatment: at('offf') }), fixes: 'preferred' },
    { definition: whole({ baselineTreatment: at('control') }), fixes: 'none' },
    { definition: whole({ defaultRule: all(at('ON')) }), fixes: 'preferred' },
    { definition: whole({ rules: [{ buckets: all(at('Off')), condition: { matchers: [beta] } }] }), fixes: 'preferred' },
  ],
  sizesDontSum: [
    { definition: whole({ defaultRule: [{ treatment: 'on', size: from(30) }, { treatment: 'off', size: to(60) }] }), fixes: 'some' },
    { definition: whole({ defaultRule: [{ treatment: 'off', size: at(99) }] }), fixes: 'preferred' },
    { definition: whole({ defaultRule: at([]) }), fixes: 'preferred' },
  ],
  noPercentage: [
    { definition: whole({ defaultRule: [{ treatment: 'on', size: at(33.5) }, { treatment: 'off', size: 66 }] }), fixes: 'none' },
    { definition: whole({ defaultRule: [{ treatment: 'off', size: at(101) }] }), fixes: 'preferred' },
    { definition: whole({ trafficAllocation: at(150) }), fixes: 'preferred' }, { definition: whole({ trafficAllocation: at(-1) }), fixes: 'preferred' },
  ],
  unknownSegment: [
    { definition: asking({ type: 'IN_SEGMENT', string: at('beat') }), fixes: 'preferred' },
    { definition: whole({ treatments: [{ name: 'on', segments: ['beta', at('nope')] }, { name: 'off' }] }), fixes: 'none' },
  ],
  inactiveSegment: [
    { definition: asking({ type: 'IN_SEGMENT', string: at('staff') }), severity: 'warning', fixes: 'none' },
    { definition: whole({ treatments: [{ name: 'on', segments: [at('staff')] }, { name: 'off' }] }), severity: 'warning', fixes: 'none' },
  ],
  segmentOfOtherType: [{ definition: asking({ type: 'IN_SEGMENT', string: at('shoppers') }), severity: 'warning', fixes: 'none' }],
  unknownFlag: [{ definition: depends(at('chekout')), fixes: 'preferred' }],
  unknownRolloutStatus: [
    { definition: whole({ rolloutStatus: at('Rampnig') }), fixes: 'preferred' },
    { definition: whole({ rolloutStatus: at('on hold') }), fixes: 'none' },
    { definition: whole({ rolloutStatus: { name: at('100% released') } }), fixes: 'preferred' },
    { definition: whole({ rolloutStatus: { id: at('other'), name: 'Ramping' } }), fixes: 'none' },
  ],
  dependsOnItself: [{ definition: depends(at('f')), fixes: 'none' }],
  unknownMatcher: [
    { definition: asking({ type: at('IN_SEGMNT'), string: 'beta' }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: at('BRAND_NEW'), what: 1 }), severity: 'warning', fixes: 'none' },
  ],
  incompleteMatcher: [{ definition: asking({ type: at('EQUAL_NUMBER'), attribute: 'age' }), fixes: 'none' }],
  noMatchers: [{ definition: whole({ rules: [{ buckets: all('on'), condition: { matchers: at([]) } }] }), fixes: 'none' }],
  noValues: [{ definition: asking({ type: 'IN_LIST_STRING', strings: at([]) }), fixes: 'none' }],
  dateInSeconds: [
    { definition: asking({ type: 'ON_OR_AFTER_DATE', attribute: 'signup', date: at(1_767_225_600) }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'BETWEEN_DATE', attribute: 'signup', between: { from: at(1_767_225_600), to: 1_767_312_000_000 } }), severity: 'warning', fixes: 'preferred' },
  ],
  reversedRange: [
    { definition: asking({ type: 'BETWEEN_NUMBER', attribute: 'age', between: { from: from(65), to: to(18) } }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'BETWEEN_DATE', attribute: 'day', between: { to: from(1_767_225_600_000), from: to(1_767_312_000_000) } }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'BETWEEN_SEMVER', attribute: 'v', from: from('1.10.0'), to: to('1.9.0') }), severity: 'warning', fixes: 'preferred' },
  ],
  notAVersion: [
    { definition: asking({ type: 'EQUAL_TO_SEMVER', attribute: 'v', string: at('1.2') }), severity: 'warning', fixes: 'none' },
    { definition: asking({ type: 'LESS_THAN_OR_EQUAL_TO_SEMVER', attribute: 'v', string: at('v1.2.3-rc.1') }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', attribute: 'v', string: at('7') }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'BETWEEN_SEMVER', attribute: 'v', between: { from: at('1.2'), to: '2.0.0' } }), severity: 'warning', fixes: 'preferred' },
    { definition: asking({ type: 'IN_LIST_SEMVER', attribute: 'v', strings: ['1.2.0', at('1.x')] }), severity: 'warning', fixes: 'none' },
  ],
  notAPattern: [{ definition: asking({ type: 'MATCHES_STRING', attribute: 'mail', string: at('^(a') }), severity: 'warning', fixes: 'none' }],
  notJson: [
    { definition: whole({ treatments: [{ name: 'on', configurations: at('{"a": ",}", "b": [1, 2,],}') }, { name: 'off' }] }), severity: 'warning', fixes: 'preferred' },
    { definition: whole({ treatments: [{ name: 'on', configurations: at('{color: red}') }, { name: 'off' }] }), severity: 'warning', fixes: 'none' },
  ],
  repeatedShare: [
    { definition: whole({ defaultRule: [{ treatment: 'on', size: 10 }, { treatment: 'off', size: 70 }, { treatment: at('on'), size: 20 }] }), severity: 'warning', fixes: 'none' },
  ],
}; // prettier-ignore

const unreachable: Readonly<Record<string, Case>> = {
  everyoneBefore: { definition: whole({ rules: [rule({ type: 'MATCHES_STRING', string: '.*' }), at(rule(beta))] }) },
  coveredBefore: { definition: whole({ rules: [rule(beta), at(rule(beta, { type: 'BOOLEAN', attribute: 'a', bool: true }))] }) },
  contradiction: { definition: whole({ rules: [at(rule(beta, { ...beta, negate: true }))] }) },
};

/** Each of them is made by a case here, or by one of a text that can’t be read. */
const fixCodes: Readonly<Record<FixCode['code'], boolean>> = {
  setSize: true,
  replaceBy: true,
  quote: false,
  convert: true,
  makeList: true,
  useSpaces: false,
  swapEnds: true,
  leaveOutCommas: true,
};
const seen = new Set<FixCode['code']>();
after(() => assert.deepEqual(seen, new Set(Object.entries(fixCodes).flatMap(([code, isHere]) => (isHere ? [code] : [])))));

const notesOf = (text: string): readonly string[] => text.match(/note\d+\./g) ?? [];
const linesOf = (text: string): readonly string[] => text.split(/\r?\n/);

async function checkFix({ text }: Layout, found: readonly Problem[], problem: Problem, place: number, { others = [] }: Case): Promise<void> {
  const fix = problem.fixes[place]!;
  seen.add(fix.code);
  const fixed = applyEdits(text, fix.edits);
  const left = await problemsOf(fixed, known);
  assert.ok(left.length < found.length && left.every(({ code }) => others.includes(code)), `${fix.code}\n${fixed}`);
  assert.equal(fixed.includes('\r\n'), text.includes('\r\n'));
  assert.doesNotMatch(fixed, text.includes('\r\n') ? /[^\r]\n/ : /\r/);
  assert.deepEqual(notesOf(fixed), notesOf(text));
  const now = new Set(linesOf(fixed));
  const changed = linesOf(text).filter((line) => !now.has(line));
  assert.ok(changed.length <= 2, changed.join('\n'));
} // prettier-ignore

function check(code: ProblemCode['code'], one: Case): void {
  for (const layout of layoutsOf(one.definition))
    it(layout.what, async () => {
      const { text, spans } = layout;
      const { severity = 'error', fixes = 'none', others = [] } = one;
      const found = await problemsOf(text, known);
      const own = found.find((problem) => problem.code === code)!;
      assert.deepEqual(found.map((problem) => problem.code).toSorted(), [code, ...others].toSorted(), text);
      assert.deepEqual([own.span, own.severity], [spans[0], severity], text);
      const offered = own.fixes;
      const preferred = offered.filter(({ isPreferred }) => isPreferred).length;
      assert.deepEqual([offered.length === 0, preferred, offered.length > 1], [fixes === 'none', fixes === 'preferred' ? 1 : 0, fixes === 'some']); // prettier-ignore
      for (const place of offered.keys()) await checkFix(layout, found, own, place, one);
    });
}

for (const [code, all] of Object.entries(cases))
  for (const [place, one] of all.entries()) describe(`${code} ${place + 1}`, () => check(code as ProblemCode['code'], one));
for (const [because, one] of Object.entries(unreachable))
  describe(`unreachableRule: ${because}`, () => check('unreachableRule', { ...one, severity: 'warning' }));

/** What a change would do, in one to five lines, most important first: the same for tree, submit flow, approval and review. */
import * as vscode from 'vscode';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import {
  definitionAfter,
  findingsOf,
  isKnownOperation,
  keyFindingsOf,
  keysEffect,
  type EffectFinding,
  type KeysEffect,
  type OtherSegment,
} from '../../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys } from '../../domain/definitions/summary.ts';
import type { LiveObject, RolloutStatus } from '../../operations/changeRequests/readReview.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { displayLanguage } from './displayLanguage.ts';
import { nameOf } from './quotes.ts';
import { formatNumber, formatPercent, kindWords, operationSentence } from './requestWords.ts';
import { riskWord, summarySentence } from './summaryWords.ts';
import { bucketsText } from './valueWords.ts';

const { t } = vscode.l10n;

const MAX_LINES = 5;

/** Where it would happen; undefined = not known. */
export type Where = { readonly isProduction: boolean } | undefined;

/**
 * What a change request would do to the object as it is now. Of an object that is not known (`live` unknown, as in a list),
 * the lines say what the request asks for.
 */
export function changeLines(request: ChangeRequest, live: LiveObject, environment: Where): readonly SummaryLine[] {
  if (!isKnownOperation(request)) return lines(findingsOf(request, undefined), [], environment);
  if (request.segment) {
    const now = live.kind === 'keys' ? new Set(live.keys) : undefined;
    return keyLines(request, keysEffect(request, now), live, environment);
  }
  if (live.kind !== 'definition') return lines([], askedFor(request), environment);
  const { definition } = live;
  const diff = diffOfRequest(request, definition);
  const findings = findingsOf(request, definition, diff);
  const status = rolloutStatusLine(request.rolloutStatus, live.status);
  const items = summarise(diff, MAX_LINES - findings.length - (status ? 1 : 0));
  const isNothing = items[0]?.code === 'nothing' && request.rolloutStatus;
  if (isNothing && !status) return lines([...findings, { code: 'nothingChanges' }], [], environment);
  // A rollout status is set beside the definition; if it is all there is, "nothing" would be wrong.
  const others = isNothing ? [{ text: t('Nobody gets anything else.'), tone: 'neutral' } as const] : items.map(summarySentence);
  return lines(findings, isNothing ? [status!, ...others] : [...others, ...(status ? [status] : [])], environment);
}

/** What a segment request would do, given its effect on the keys. */
export function keyLines(
  request: ChangeRequest,
  effect: KeysEffect,
  live: LiveObject,
  environment: Where,
): readonly SummaryLine[] {
  const count = live.kind === 'keys' ? live.count : undefined;
  const isMissing = live.kind === 'unknown' && live.isMissing === true;
  const findings = keyFindingsOf(request, effect, { count, isMissing });
  // What would change is not known: what is asked for is.
  if (!effect.isKnown) return lines(findings, [{ text: `${operationSentence(request)}.`, tone: 'info' }], environment);
  return lines(findings, summariseKeys(effect).map(summarySentence), environment);
}

/** A line as text, its mark first: "KILLS: Kills the flag: everyone gets “off” at once." */
export function plainLine({ text, mark }: SummaryLine): string {
  return mark ? t('{0}: {1}', mark.toLocaleUpperCase(displayLanguage()), text) : text;
}

/** What a row of a quick pick shows of a line. */
const MAX_ROW = 70;

/** As `plainLine`, in two rows if one is too short: neither an exception nor what people get is cut. */
export function rowLine(line: SummaryLine): string {
  const whole = plainLine(line);
  if (whole.length <= MAX_ROW) return whole;
  const first = line.parts && plainLine({ ...line, text: line.parts[0] });
  if (line.parts && first!.length <= MAX_ROW) return [first, line.parts[1]].join('\n');
  return whole.replace(new RegExp(`^(.{1,${MAX_ROW}}) `, 'u'), '$1\n');
}

/** A finding that nothing changes replaces the summary's. */
function lines(findings: readonly EffectFinding[], summary: readonly SummaryLine[], environment: Where): readonly SummaryLine[] {
  const nothing = summarySentence({ code: 'nothing' }).text;
  const found = findings.map(findingLine);
  const isUnknown = findings.every(({ code }) => UNKNOWN.has(code));
  return inProduction([...found, ...summary.filter(({ text }) => isUnknown || text !== nothing)], environment);
}

/** Production is a mark of the first line. */
export function inProduction([first, ...rest]: readonly SummaryLine[], environment: Where): readonly SummaryLine[] {
  if (!first) return [];
  const mark = [t('production'), first.mark].filter(Boolean).join(' · ');
  return [environment?.isProduction ? { ...first, mark } : first, ...rest];
}

/** Those that say that it is not known what changes. */
const UNKNOWN: ReadonlySet<EffectFinding['code']> = new Set([
  'unknownOperation',
  'otherSegment',
  'flagAndSegment',
  'largeNumber',
]);

/** Of a kind of segment that only the live service has. */
export const unreadableSegment = (kind: OtherSegment['kind']): string =>
  t('Flag Admin can’t read what is there now of a {0}: look in the service’s own pages first.', kindWords(kind));

function findingLine(finding: EffectFinding): SummaryLine {
  const warning = (text: string): SummaryLine => ({ text, tone: 'warning' });
  const notShown = (cause: string): SummaryLine => ({
    text: `${cause} ${t('What it would change can’t be shown. Decide on it in the service’s own pages.')}`,
    tone: 'danger',
  });
  switch (finding.code) {
    case 'unknownOperation':
      return notShown(t('It asks for “{0}”, which Flag Admin does not know.', finding.operation));
    case 'otherSegment':
      return warning(unreadableSegment(finding.kind));
    case 'flagAndSegment':
      return notShown(t('It carries both a flag and a segment.'));
    case 'largeNumber':
      return notShown(t('It has the number {0}, which can’t be read exactly here.', finding.number));
    case 'updateOfMissing':
      return warning(t('It changes a definition that does not exist in this environment.'));
    case 'createOfExisting':
      return warning(t('It adds a definition where there is one already.'));
    case 'nothingChanges':
      return {
        text: t('It would change nothing: what it asks for is so already.'),
        tone: 'warning',
        mark: riskWord('nothing'),
      };
    case 'segmentMissing':
      return warning(t('The segment is not active in this environment, so it has no keys to add to or remove from.'));
    case 'tooManyKeys': {
      const [count, limit] = [formatNumber(finding.count), formatNumber(finding.limit)];
      const text = t('The segment would hold {0} keys, and it can hold at most {1}: the service will refuse.', count, limit);
      return { text, tone: 'danger' };
    }
    case 'emptiesSegment':
      return warning(t('The segment would hold no key any more.'));
    default:
      return finding satisfies never;
  }
}

/** The newest comparison of each request, which is shown in many places. Neither is ever changed in place. */
const compared = new WeakMap<ChangeRequest, { readonly live: FlagDefinition | undefined; readonly diff: DefinitionDiff }>();

/** What a change request would make of a definition. `live` = the definition as it is; undefined = there is none. */
export function diffOfRequest(request: ChangeRequest, live: FlagDefinition | undefined): DefinitionDiff {
  const known = compared.get(request);
  if (known && known.live === live) return known.diff;
  const diff = diffDefinitions(live, definitionAfter(request, live));
  compared.set(request, { live, diff });
  return diff;
}

/** What a request for a flag asks for, where it is not known what there is. */
function askedFor(request: ChangeRequest): readonly SummaryLine[] {
  switch (request.operationType) {
    case 'KILL':
      return [summarySentence({ code: 'killed', risk: 'killed' })];
    case 'RESTORE':
      return [summarySentence({ code: 'restored' })];
    case 'ARCHIVE':
      return [summarySentence({ code: 'definitionRemoved', risk: 'removesDefinition' })];
    default: {
      const isAdded = request.operationType === 'CREATE';
      return [
        ...(isAdded ? [summarySentence({ code: 'definitionAdded' })] : []),
        ...(request.flag ? [definitionLine(request.flag)] : []),
      ];
    }
  }
}

/** "Asks for: default rule: on 80 %, off 20 %; rules: 3; traffic allocation: 50 %." */
function definitionLine({ defaultRule, rules, trafficAllocation }: FlagDefinition): SummaryLine {
  const parts = [
    t('{0}: {1}', t('default rule'), bucketsText(defaultRule) || t('nothing')),
    t('{0}: {1}', t('rules'), formatNumber(rules.length)),
    ...(typeof trafficAllocation === 'number' ? [t('{0}: {1}', t('traffic allocation'), formatPercent(trafficAllocation))] : []),
  ];
  return { text: t('Asks for: {0}.', parts.join('; ')), tone: 'info' };
}

/** Undefined if there is none, or if the flag has it already. */
function rolloutStatusLine(asked: ChangeRequest['rolloutStatus'], before: RolloutStatus): SummaryLine | undefined {
  if (!asked || before?.id === asked.id) return undefined;
  const name = nameOf(rolloutStatusName(asked));
  const text = before
    ? t('Rollout status {0} → {1}, of the flag in all environments.', nameOf(rolloutStatusName(before)), name)
    : t('Sets the rollout status {0}, of the flag in all environments.', name);
  return { text, tone: 'info' };
}

/** The service may send its id alone. */
export const rolloutStatusName = ({ id, name }: NonNullable<RolloutStatus>): string => (typeof name === 'string' ? name : id);

/**
 * Describes the effect of a change in one to five lines, the most important first. The tree, the submit flow, the approval and
 * the review show these lines.
 */
import * as vscode from 'vscode';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import {
  definitionAfter,
  flagFindingsOf,
  isKnownOperation,
  keyFindingsOf,
  keysEffect,
  type EffectFinding,
  type KeysEffect,
  type UndocumentedSegment,
} from '../../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys } from '../../domain/definitions/summary.ts';
import type { LiveObject, RequestRolloutStatus } from '../../operations/changeRequests/readReview.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { displayLanguage } from './displayLanguage.ts';
import { nameOf } from './quotes.ts';
import { formatNumber, formatPercent, kindWords, MAX_ROW, operationSentence } from './requestWords.ts';
import { riskWord, summarySentence } from './summaryWords.ts';
import { bucketsText } from './valueWords.ts';

const { t } = vscode.l10n;

const MAX_LINES = 5;

/** What is known about the environment of the change. Undefined if the environment is not known. */
export type ChangedEnvironment = { readonly isProduction: boolean } | undefined;

/**
 * Describes what a change request would do to the live object. If the live object is not known (for example in a list), the
 * lines say what the request asks for.
 */
export function changeLines(request: ChangeRequest, live: LiveObject, environment: ChangedEnvironment): readonly SummaryLine[] {
  if (!isKnownOperation(request)) return lines(flagFindingsOf(request, undefined), [], environment);
  if (request.segment) {
    const now = live.kind === 'keys' ? new Set(live.keys) : undefined;
    return keyLines(request, keysEffect(request, now), live, environment);
  }
  if (live.kind !== 'definition') return lines([], requestedLines(request), environment);
  const { definition } = live;
  const diff = diffOfRequest(request, definition);
  const findings = flagFindingsOf(request, definition, diff);
  const status = rolloutStatusLine(request.rolloutStatus, live.status);
  const items = summarise(diff, MAX_LINES - findings.length - (status ? 1 : 0));
  const isNothing = items[0]?.code === 'nothing' && request.rolloutStatus;
  if (isNothing && !status) return lines([...findings, { code: 'nothingChanges' }], [], environment);
  // The rollout status is not part of the definition. If only the status changes, the sentence “Changes nothing.” would be
  // wrong.
  const others = isNothing
    ? [{ text: t('Nobody gets a different treatment or configuration.'), tone: 'neutral' } as const]
    : items.map(summarySentence);
  return lines(findings, isNothing ? [status!, ...others] : [...others, ...(status ? [status] : [])], environment);
}

/** Describes what a segment request would do. `effect` contains the keys that it adds or removes. */
export function keyLines(
  request: ChangeRequest,
  effect: KeysEffect,
  live: LiveObject,
  environment: ChangedEnvironment,
): readonly SummaryLine[] {
  const count = live.kind === 'keys' ? live.count : undefined;
  const isMissing = live.kind === 'unknown' && live.isMissing === true;
  const findings = keyFindingsOf(request, effect, { count, isMissing });
  // If the effect is not known, the line says what the request asks for.
  if (!effect.isKnown) return lines(findings, [{ text: `${operationSentence(request)}.`, tone: 'info' }], environment);
  return lines(findings, summariseKeys(effect).map(summarySentence), environment);
}

/** Returns a line as text, beginning with its mark: "KILLS: Kills the flag: everyone gets “off” at once." */
export function plainLine({ text, mark }: SummaryLine): string {
  return mark ? t('{0}: {1}', mark.toLocaleUpperCase(displayLanguage()), text) : text;
}

/** Like `plainLine`, but for a row of a quick pick: a line that is too long for the row is broken between its parts. */
export function rowLine(line: SummaryLine): string {
  const whole = plainLine(line);
  if (!line.parts || whole.length <= MAX_ROW) return whole;
  const first = plainLine({ ...line, text: line.parts[0] });
  return first.length <= MAX_ROW ? `${first}\n${line.parts[1]}` : whole;
}

/**
 * Joins the findings (such as warnings) with the summary. If a finding says that nothing changes, the line of the summary that
 * also says so is left out.
 */
function lines(
  findings: readonly EffectFinding[],
  summary: readonly SummaryLine[],
  environment: ChangedEnvironment,
): readonly SummaryLine[] {
  const nothing = summarySentence({ code: 'nothing' }).text;
  const found = findings.map(findingLine);
  const isUnknown = findings.every(({ code }) => UNKNOWN_EFFECTS.has(code));
  return markProduction([...found, ...summary.filter(({ text }) => isUnknown || text !== nothing)], environment);
}

/** If the environment is production, adds the word “production” to the mark of the first line. */
export function markProduction(
  [first, ...rest]: readonly SummaryLine[],
  environment: ChangedEnvironment,
): readonly SummaryLine[] {
  if (!first) return [];
  const mark = [t('production'), first.mark].filter(Boolean).join(' · ');
  return [environment?.isProduction ? { ...first, mark } : first, ...rest];
}

/** The findings for which the effect of the change is not known. */
const UNKNOWN_EFFECTS: ReadonlySet<EffectFinding['code']> = new Set([
  'unknownOperation',
  'otherSegment',
  'flagAndSegment',
  'largeNumber',
]);

/** Returns the warning for a kind of segment that Flag Admin can't read, such as a large segment. */
export const unreadableSegment = (kind: UndocumentedSegment['kind']): string =>
  t('Flag Admin can’t read the current state of a {0}. Check it in the service’s web console first.', kindWords(kind));

function findingLine(finding: EffectFinding): SummaryLine {
  const warning = (text: string): SummaryLine => ({ text, tone: 'warning' });
  const notShown = (cause: string): SummaryLine => ({
    text: `${cause} ${t('Flag Admin can’t show what the change request would change. Decide on it in the service’s web console.')}`,
    tone: 'danger',
  });
  switch (finding.code) {
    case 'unknownOperation':
      return notShown(t('The change request asks for the operation “{0}”, which Flag Admin does not know.', finding.operation));
    case 'otherSegment':
      return warning(unreadableSegment(finding.kind));
    case 'flagAndSegment':
      return notShown(t('The change request contains both a flag and a segment.'));
    case 'largeNumber':
      return notShown(t('The change request contains the number {0}, which Flag Admin can’t read exactly.', finding.number));
    case 'updateOfMissing':
      return warning(t('The change needs a definition, but the flag has none in this environment.'));
    case 'createOfExisting':
      return warning(t('The change adds a definition, but the flag already has one in this environment.'));
    case 'nothingChanges':
      return {
        text: t('Nothing would change: the requested state is already the current one.'),
        tone: 'warning',
        mark: riskWord('nothing'),
      };
    case 'segmentMissing':
      return warning(t('The segment is not active in this environment, so no keys can be added or removed.'));
    case 'tooManyKeys': {
      const [count, limit] = [formatNumber(finding.count), formatNumber(finding.limit)];
      const text = t('The segment would have {0} keys, but the limit is {1}: the service will refuse the change.', count, limit);
      return { text, tone: 'danger' };
    }
    case 'emptiesSegment':
      return warning(t('The segment would no longer contain any keys.'));
    default:
      return finding satisfies never;
  }
}

/**
 * The last comparison of each request with a live definition, stored because many views show it. The stored result stays true,
 * because no code modifies a request or a definition object.
 */
const comparisons = new WeakMap<ChangeRequest, { readonly live: FlagDefinition | undefined; readonly diff: DefinitionDiff }>();

/**
 * Returns what a change request would change in a definition. `live` is the current definition, or undefined if there is none.
 */
export function diffOfRequest(request: ChangeRequest, live: FlagDefinition | undefined): DefinitionDiff {
  const known = comparisons.get(request);
  if (known && known.live === live) return known.diff;
  const diff = diffDefinitions(live, definitionAfter(request, live));
  comparisons.set(request, { live, diff });
  return diff;
}

/** Describes what a request for a flag asks for, if the current definition is not known. */
function requestedLines(request: ChangeRequest): readonly SummaryLine[] {
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

/** Returns for example "Requested definition: default rule: on 80%, off 20%; rules: 3; traffic allocation: 50%." */
function definitionLine({ defaultRule, rules, trafficAllocation }: FlagDefinition): SummaryLine {
  const parts = [
    t('{0}: {1}', t('default rule'), bucketsText(defaultRule) || t('nothing')),
    t('{0}: {1}', t('rules'), formatNumber(rules.length)),
    ...(typeof trafficAllocation === 'number' ? [t('{0}: {1}', t('traffic allocation'), formatPercent(trafficAllocation))] : []),
  ];
  return { text: t('Requested definition: {0}.', parts.join('; ')), tone: 'info' };
}

/**
 * Returns the line about a changed rollout status. Undefined if the request asks for none, or if the flag already has this one.
 */
function rolloutStatusLine(asked: ChangeRequest['rolloutStatus'], before: RequestRolloutStatus): SummaryLine | undefined {
  if (!asked || before?.id === asked.id) return undefined;
  const name = nameOf(rolloutStatusName(asked));
  const text = before
    ? t('Changes the flag’s rollout status in all environments: {0} → {1}.', nameOf(rolloutStatusName(before)), name)
    : t('Sets the flag’s rollout status in all environments: {0}.', name);
  return { text, tone: 'info' };
}

/** Returns the name of a rollout status, or its id if the service sends no name. */
export const rolloutStatusName = ({ id, name }: NonNullable<RequestRolloutStatus>): string =>
  typeof name === 'string' ? name : id;

/** What a change would do, in one to five lines, most important first: the same for tree, submit flow, approval and review. */
import * as vscode from 'vscode';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import {
  findingsOf,
  isKnownOperation,
  keyFindingsOf,
  keysEffect,
  type EffectFinding,
  type KeysEffect,
} from '../../domain/changeRequests/requestEffect.ts';
import type { DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys, type SummaryItem } from '../../domain/definitions/summary.ts';
import type { Live } from '../../operations/readReview.ts';
import { displayLanguage } from '../displayLanguage.ts';
import { formatNumber, formatPercent, operationSentence } from '../requestWords.ts';
import { findingSentence } from './findingWords.ts';
import { diffOfRequest } from './requestDiff.ts';
import type { Said } from './said.ts';
import { bucketsText } from './shareWords.ts';
import { summarySentence } from './summaryWords.ts';

const { t } = vscode.l10n;

const MAX_LINES = 5;

/** Where it would happen; undefined = not known. */
type Where = { readonly isProduction: boolean } | undefined;

/**
 * What a change request would do to the object as it is now. Of an object that is not known (`live` unknown, as in a list),
 * the lines say what the request asks for.
 */
export function changeLines(request: ChangeRequest, live: Live, environment: Where): readonly Said[] {
  if (!isKnownOperation(request)) return lines(findingsOf(request, undefined), [], environment);
  if (request.segment) {
    const held = live.kind === 'keys' ? new Set(live.keys) : undefined;
    return keyLines(request, keysEffect(request, held), live, environment);
  }
  if (live.kind !== 'definition') return lines([], askedFor(request), environment);
  const { definition } = live;
  const diff = diffOfRequest(request, definition);
  const findings = findingsOf(request, definition, diff);
  const items = summarise(diff, MAX_LINES - findings.length);
  const said = items.map(summarySentence);
  // A rollout status is set beside the definition; where it is all there is, "nothing" would be wrong.
  const isOnlyStatus = items[0]?.code === 'nothing' && request.rolloutStatus;
  return lines(findings, isOnlyStatus ? rolloutStatusLines(isOnlyStatus) : said, environment);
}

/** What a segment request would do, given its effect on the keys. */
export function keyLines(request: ChangeRequest, effect: KeysEffect, live: Live, environment: Where): readonly Said[] {
  const count = live.kind === 'keys' ? live.count : undefined;
  const isMissing = live.kind === 'unknown' && live.isMissing === true;
  const findings = keyFindingsOf(request, effect, { count, isMissing });
  // What would change is not known: what is asked for is.
  if (!effect.isKnown) return lines(findings, [{ text: t('{0}.', operationSentence(request)), tone: 'info' }], environment);
  return lines(findings, summariseKeys(effect).map(summarySentence), environment);
}

/** What lies between any two definitions of a flag: a draft and the live one, for example. */
export function definitionLines(diff: DefinitionDiff, environment?: Where): readonly Said[] {
  return lines([], summarise(diff).map(summarySentence), environment);
}

/** A line as text, its mark first: "serves more: Default rule: on 50 % → 80 %." */
export function plainLine({ text, mark }: Said): string {
  return mark ? t('{0}: {1}', mark.toLocaleUpperCase(displayLanguage()), text) : text;
}

/** What says that it can't be said what changes. */
const UNKNOWN: ReadonlySet<EffectFinding['code']> = new Set(['unknownOperation', 'flagAndSegment', 'largeNumber']);

/** A finding that nothing changes is as good as the summary's. Production is a mark of the first line. */
function lines(findings: readonly EffectFinding[], said: readonly Said[], environment: Where): readonly Said[] {
  const told = findings.map(findingSentence);
  const idle = findings.some(({ code }) => !UNKNOWN.has(code))
    ? summarySentence({ code: 'nothing', risk: 'nothing' })
    : undefined;
  const all = [...told, ...said.filter(({ text }) => text !== idle?.text)];
  const [first, ...rest] = all;
  if (!first || !environment?.isProduction) return all;
  return [{ ...first, mark: [t('production'), first.mark].filter(Boolean).join(' · ') }, ...rest];
}

/** What a request for a flag asks for, where it is not known what there is. */
function askedFor(request: ChangeRequest): readonly Said[] {
  switch (request.operationType) {
    case 'KILL':
      return [summarySentence({ code: 'killed', risk: 'killed' })];
    case 'RESTORE':
      return [summarySentence({ code: 'restored' })];
    case 'ARCHIVE':
      return [summarySentence({ code: 'definitionRemoved', risk: 'removesDefinition' })];
    default:
      break;
  }
  const said = request.flag ? definitionLine(request.flag) : undefined;
  const added: readonly SummaryItem[] = request.operationType === 'CREATE' ? [{ code: 'definitionAdded' }] : [];
  return [...added.map(summarySentence), ...(said ? [said] : [])];
}

/** "Asks for: default rule on 80 %, off 20 %; 3 rules; traffic allocation 50 %." */
function definitionLine({ defaultRule, rules, trafficAllocation }: FlagDefinition): Said {
  const parts = [
    defaultRule.length > 0 ? t('default rule {0}', bucketsText(defaultRule)) : t('no default rule'),
    rules.length === 1 ? t('1 rule') : t('{0} rules', formatNumber(rules.length)),
    ...(typeof trafficAllocation === 'number' ? [t('traffic allocation {0}', formatPercent(trafficAllocation))] : []),
  ];
  return { text: t('Asks for: {0}.', parts.join('; ')), tone: 'info' };
}

function rolloutStatusLines({ id, name }: NonNullable<ChangeRequest['rolloutStatus']>): readonly Said[] {
  return [
    { text: t('Sets the rollout status {0}.', typeof name === 'string' ? name : id), tone: 'info' },
    { text: t('The definition stays as it is: nobody gets anything else.'), tone: 'neutral' },
  ];
}

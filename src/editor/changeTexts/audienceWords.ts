/** For whom a change is: who gains and who loses, in lines, most important first. The same for the review, the sheet and the last question. */
import * as vscode from 'vscode';
import type { ChangeRequest, FlagDefinition, Treatment } from '../../api/model.ts';
import type { Asked } from '../../domain/audiences/atoms.ts';
import type { Audience } from '../../domain/audiences/audience.ts';
import { audiencesOf, type Audiences } from '../../domain/audiences/audiences.ts';
import type { Outcome, Share } from '../../domain/audiences/outcome.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { isUnchanged, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import type { Live } from '../../operations/readReview.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { formatNumber, formatPercent } from '../formats/requestWords.ts';
import { changeLines, diffOfRequest, inProduction, type Where } from './changeLines.ts';
import { listed, matcherSentence, meaningSentence } from './matcherWords.ts';

const { t } = vscode.l10n;

export interface ForWhom {
  /** Who gets something else; one that says so where nobody does. */
  readonly changed: readonly SummaryLine[];
  readonly unchanged: readonly string[];
}

/** Names of audiences in one line. */
const MAX_NAMES = 4;
/** Of a version. Where lists of as many rules overlap, telling their audiences apart would hold the editor for more than a second. */
const MAX_RULES = 1_000;
/** Lines where there is room for a few. */
const MAX_LINES = 4;

/** Undefined where one side is not known, or the definition stays as it is. */
export function forWhom(request: ChangeRequest, live: Live): ForWhom | undefined {
  if (live.kind !== 'definition' || !isKnownOperation(request) || request.segment) return undefined;
  const diff = diffOfRequest(request, live.definition);
  const known = found.get(diff);
  if (known) return known;
  if (isUnchanged(diff)) return undefined;
  const after = definitionAfter(request, live.definition);
  const areTooMany = [live.definition, after].some((version) => (version?.rules.length ?? 0) > MAX_RULES);
  const now = areTooMany
    ? noticed(t('It has too many rules to say who gets something else.'))
    : forWhomOf(audiencesOf(live.definition, after), live.definition, after);
  found.set(diff, now);
  return now;
}

/** It goes with the comparison that it is about, and is shown in many places. */
const found = new WeakMap<DefinitionDiff, ForWhom>();

/** What a change would do, first for whom, in lines that stand among others. `others` = for whom a segment request is. */
export function effectLines(
  request: ChangeRequest,
  live: Live,
  environment: Where,
  others: readonly SummaryLine[] = [],
): readonly SummaryLine[] {
  const lines = forWhom(request, live)?.changed ?? others;
  return inProduction([...firstOf(lines), ...changeLines(request, live, undefined)], environment);
}

/** By the id of a request: for whom it is, as both sides were read last in this window. */
const read = new Map<string, readonly SummaryLine[]>();

export const rememberForWhom = (id: string, found: ForWhom | undefined): unknown => found && read.set(id, firstOf(found.changed));
export const rememberedForWhom = (id: string): readonly SummaryLine[] => read.get(id) ?? [];

function firstOf(lines: readonly SummaryLine[]): readonly SummaryLine[] {
  if (lines.length <= MAX_LINES) return lines;
  const text = t('{0} more lines in the review say who gets something else.', lines.length - MAX_LINES + 1);
  return [...lines.slice(0, MAX_LINES - 1), { text, tone: 'info' }];
}

const noticed = (text: string): ForWhom => ({ changed: [{ text, tone: 'neutral' }], unchanged: [] });

function forWhomOf(
  { everybodyElse, named, pairs, morePairs, arePairsCounted, lacking }: Audiences,
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
): ForWhom {
  const all = [everybodyElse, ...named];
  const [old, now] = [before ?? after, after ?? before];
  const fallback = old?.defaultTreatment === now?.defaultTreatment ? (now?.defaultTreatment ?? undefined) : undefined;
  const lineOf = (group: readonly Audience[]): SummaryLine => {
    const areAll = group.length === all.length && group[0] === everybodyElse && pairs.length === 0;
    const names = areAll ? t('Everybody') : namesOf(group);
    const text = t('{0}: {1}', names, givenText(group[0]!, fallback));
    return { text, ...markOf(group[0]!, fallback) };
  };
  const groups = (audiences: readonly Audience[]): readonly (readonly Audience[])[] => [
    ...Map.groupBy(audiences, (one) => JSON.stringify([givenText(one, fallback), one.change])).values(),
  ];
  const changed = groups(all.filter(({ change }) => change !== 'same')).map(lineOf);
  const lines = [...changed, ...groups(pairs).map(lineOf)];
  const reconfigured = reconfiguredOf([...all, ...pairs], before, after);
  const notes = [
    ...(reconfigured.length > 0 ? [t('Whoever gets {0} gets another configuration of it.', listed(reconfigured))] : []),
    ...(morePairs > 0 ? [t('{0} more pairs of them get something else than each alone.', formatNumber(morePairs))] : []),
    ...(arePairsCounted ? [] : [t('Further pairs of them may get something else than each alone: they are too many to try.')]),
    ...(lacking.length > 0 ? [t('Without {0}: not known, as a rule asks for the opposite of a value.', listed(lacking))] : []),
  ];
  if (lines.length + notes.length === 0) return noticed(t('Nobody gets anything else.'));
  return {
    changed: [...lines, ...notes.map((text): SummaryLine => ({ text, tone: 'neutral' }))],
    unchanged: groups(all.filter(({ change }) => change === 'same')).map((group) => lineOf(group).text),
  };
}

/** Treatments that somebody gets after the change, and that both versions have, with another configuration. */
function reconfiguredOf(
  audiences: readonly Audience[],
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
): readonly string[] {
  const served = new Set(audiences.flatMap((one) => one.after.shares.map(({ treatment }) => treatment)));
  const old = new Map(before?.treatments.map(({ name, configurations }) => [name, configurations ?? '']));
  const isOther = ({ name, configurations }: Treatment): boolean => old.has(name) && old.get(name) !== (configurations ?? '');
  return (after?.treatments ?? []).filter((one) => served.has(one.name) && isOther(one)).map(({ name }) => name);
}

function namesOf(group: readonly Audience[]): string {
  const names = group.slice(0, MAX_NAMES).map((audience) => audienceName(audience.asked));
  const left = group.length - names.length;
  return left > 0 ? t('{0} and {1} more', names.join('; '), formatNumber(left)) : names.join('; ');
}

function audienceName(asked: readonly Asked[]): string {
  const [first, ...others] = asked.map(askedName);
  return first === undefined ? t('Everybody else') : others.reduce((name, other) => t('{0} and {1}', name, other), first);
}

function askedName(asked: Asked): string {
  if (asked.code === 'inSegment') return asked.segment;
  if (asked.code !== 'condition') return meaningSentence(asked);
  return asked.condition.matchers.map(matcherSentence).join(` ${asked.condition.combiner ?? ''} `);
}

/** "on 100 % → off 100 %", or how it stays. */
function givenText({ before, after, change }: Audience, fallback: string | undefined): string {
  if (change === 'same') return t('no change, {0}', outcomeText(after, fallback));
  if (change === 'otherKeys') return t('{0} as before, but other keys get it', outcomeText(after, fallback));
  return `${outcomeText(before, fallback)} → ${outcomeText(after, fallback)}`;
}

/** `fallback` = what goes without saying, where some get something else. */
export function outcomeText({ by, shares, unless }: Outcome, fallback?: string): string {
  if (by.code === 'noDefinition') return t('no definition');
  const text =
    by.code === 'severalTargets'
      ? t('not known, a target of {0}', by.treatments.join(t(' and of ')))
      : shares.length === 0
        ? t('nothing')
        : sharesText(shares, fallback);
  const doubts = unless.map((one) => (one.code === 'rule' ? t('rule {0}', one.index + 1) : t('a target of {0}', one.treatment)));
  return doubts.length === 0 ? text : t('{0} (unless {1} decides: not known)', text, listed(doubts));
}

export function sharesText(shares: readonly Share[], fallback: string | undefined): string {
  const telling = shares.filter(({ treatment }) => fallback === undefined || treatment !== fallback);
  return (telling.length > 0 ? telling : shares).map(shareText).join(', ');
}

const shareText = ({ treatment, percent }: Share): string => `${treatment ?? t('default treatment')} ${formatPercent(percent)}`;

/** What they gain or lose, of what they get now; of the default treatment only where nothing else says it. */
function markOf(
  { before, after, change }: Audience,
  fallback: string | undefined,
): { readonly tone: SummaryLine['tone']; readonly mark?: string } {
  if (change === 'same') return { tone: 'neutral' };
  if (change === 'otherKeys') return { tone: 'warning', mark: t('other keys') };
  if (change === 'unclear') return { tone: 'warning', mark: t('not known') };
  const percents = ({ shares }: Outcome): ReadonlyMap<string, number> =>
    new Map(shares.map(({ treatment, percent }) => [treatment ?? t('default treatment'), percent]));
  const [old, now] = [percents(before), percents(after)];
  const differing = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  const telling = differing.some((name) => name !== fallback) ? differing.filter((name) => name !== fallback) : differing;
  const [lost, gained] = [
    telling.filter((name) => (now.get(name) ?? 0) < (old.get(name) ?? 0)),
    telling.filter((name) => (now.get(name) ?? 0) > (old.get(name) ?? 0)),
  ];
  const words = [
    ...lost.map((name) => (now.has(name) ? t('less {0}', name) : t('loses {0}', name))),
    ...gained.map((name) => (old.has(name) ? t('more {0}', name) : t('gains {0}', name))),
  ];
  return { tone: lost.length > 0 ? 'warning' : 'good', mark: words.slice(0, 3).join(' · ') };
}

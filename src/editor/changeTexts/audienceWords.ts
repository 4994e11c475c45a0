/** For whom a change is: who gains and who loses, in lines, most important first. The same for the review, the sheet and the last question. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { Asked } from '../../domain/audiences/atoms.ts';
import type { Audience } from '../../domain/audiences/audience.ts';
import { audiencesOf } from '../../domain/audiences/audiences.ts';
import type { Decider, Outcome, Share } from '../../domain/audiences/outcome.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { isUnchanged, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { Live } from '../../operations/readReview.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { formatNumber, formatPercent } from '../formats/requestWords.ts';
import { changeLines, diffOfRequest, inProduction, type Where } from './changeLines.ts';
import { listed, matcherSentence, meaningSentence } from './matcherWords.ts';

const { t } = vscode.l10n;

export interface ForWhom {
  /** Who gets something else; one that says so where nobody does. */
  readonly changed: readonly SummaryLine[];
  readonly unchanged: readonly SummaryLine[];
}

/** Names of audiences in one line. */
const MAX_NAMES = 4;
/** Of a version. Where lists of as many rules overlap, telling their audiences apart would hold the editor for more than a second. */
const MAX_RULES = 1_000;
/** Lines where there is room for a few. */
const MAX_LINES = 4;

/** Computed once for each comparison, and dropped with it. */
const found = new WeakMap<DefinitionDiff, ForWhom>();

/** Undefined where one side is not known, or the definition stays as it is. */
export function forWhom(request: ChangeRequest, live: Live): ForWhom | undefined {
  if (live.kind !== 'definition' || !isKnownOperation(request) || request.segment) return undefined;
  const diff = diffOfRequest(request, live.definition);
  if (isUnchanged(diff)) return undefined;
  const now = found.get(diff) ?? forWhomOf(live.definition, definitionAfter(request, live.definition));
  found.set(diff, now);
  return now;
}

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

/** Change requests of which the lines are stored, for each client. A person reads hundreds at most. */
const MAX_REQUESTS = 500;

/**
 * For whom a change request is, by its id, as both sides were read last in this window. By client, which is a connection with one
 * of its API keys: two services can give two requests the same id.
 */
const read = new WeakMap<Client, Map<string, readonly SummaryLine[]>>();

export function rememberForWhom(client: Client, id: string, now: ForWhom | undefined): void {
  if (!now) return;
  const known = read.get(client) ?? new LimitedMap<string, readonly SummaryLine[]>(MAX_REQUESTS);
  read.set(client, known.set(id, firstOf(now.changed)));
}

/** Empty if the client has read no review of it. */
export const rememberedForWhom = (client: Client, id: string): readonly SummaryLine[] => read.get(client)?.get(id) ?? [];

function firstOf(lines: readonly SummaryLine[]): readonly SummaryLine[] {
  if (lines.length <= MAX_LINES) return lines;
  const text = t('{0} more lines in the review say who gets something else.', lines.length - MAX_LINES + 1);
  return [...lines.slice(0, MAX_LINES - 1), { text, tone: 'info' }];
}

export const neutral = (text: string): SummaryLine => ({ text, tone: 'neutral' });

function forWhomOf(before: FlagDefinition | undefined, after: FlagDefinition | undefined): ForWhom {
  const areTooMany = [before, after].some((version) => (version?.rules.length ?? 0) > MAX_RULES);
  if (areTooMany) return { changed: [neutral(t('It has too many rules to say who gets something else.'))], unchanged: [] };
  const { everybodyElse, named, areAllNamed, pairs, morePairs, arePairsCounted, lacking } = audiencesOf(before, after);
  const all = [everybodyElse, ...named];
  const [old, now] = [before ?? after, after ?? before];
  const fallback = old?.defaultTreatment === now?.defaultTreatment ? (now?.defaultTreatment ?? undefined) : undefined;
  const linesOf = (audiences: readonly Audience[]): readonly SummaryLine[] => {
    const groups = Map.groupBy(audiences, (one) => JSON.stringify([givenText(one, fallback), one.change]));
    return [...groups.values()].map((group) => {
      const [first] = group as [Audience];
      const areAll =
        group.length === all.length && first === everybodyElse && pairs.length === 0 && areAllNamed && arePairsCounted;
      const nameOf = (one: Audience): string => audienceName(one, areAllNamed);
      const names = areAll ? t('Everybody') : listed(group.map(nameOf), MAX_NAMES, '; ');
      const parts = [names, givenText(first, fallback)] as const;
      return { text: t('{0}: {1}', ...parts), parts, ...markOf(first, fallback) };
    });
  };
  const isSame = ({ change }: Audience): boolean => change === 'same';
  const served = new Set([...all, ...pairs].flatMap((one) => one.after.shares.map(treatmentOf)));
  const reconfigured = [...served].filter((name) => {
    const [mine, its] = [before, after].map((version) => version?.treatments.find((treatment) => treatment.name === name));
    return mine && its && (mine.configurations ?? '') !== (its.configurations ?? '');
  });
  const notes = [
    ...(reconfigured.length > 0 ? [t('Whoever gets {0} gets another configuration of it.', listed(reconfigured))] : []),
    ...(morePairs > 0 ? [t('{0} more pairs of them get something else than each alone.', formatNumber(morePairs))] : []),
    ...(arePairsCounted ? [] : [t('Further pairs of them may get something else than each alone: they are too many to try.')]),
    ...(lacking.length > 0 ? [t('Without {0}: not known, as a rule asks for the opposite of a value.', listed(lacking))] : []),
  ];
  // Where only a few lines are shown, this is one of them.
  const leftOut = areAllNamed ? [] : [neutral(t('Not everybody is listed: the rules have too many lists or patterns to work out all of them. Others may get something else, too.'))]; // prettier-ignore
  const changed = [...leftOut, ...linesOf(all.filter((one) => !isSame(one))), ...linesOf(pairs), ...notes.map(neutral)];
  return {
    changed: changed.length > 0 ? changed : [neutral(t('Nobody gets anything else.'))],
    unchanged: changed.length > 0 ? linesOf(all.filter(isSame)) : [],
  };
}

/** "Everybody else" are those whom no rule and no target matches; that says so only if all others are listed. */
function audienceName({ traits }: Audience, areAllNamed: boolean): string {
  const [first, ...others] = traits.map(({ asked }) => askedName(asked));
  if (first === undefined) return areAllNamed ? t('Everybody else') : t('Whoever matches no rule and no target');
  return others.reduce((name, other) => t('{0} and {1}', name, other), first);
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
  const known = sharesText(shares, fallback) || t('nothing');
  const text = by.code === 'severalTargets' ? t('not known, {0}', deciderText(by)) : known;
  return unless.length === 0 ? text : t('{0} (unless {1} decides: not known)', text, listed(unless.map(deciderText)));
}

export function deciderText(by: Decider): string {
  if (by.code === 'rule') return t('rule {0}', by.index + 1);
  if (by.code === 'target') return t('a target of {0}', by.treatment);
  if (by.code === 'severalTargets') return t('a target of {0}', listed(by.treatments));
  if (by.code === 'killed') return t('the flag is killed');
  return by.code === 'noTraffic' ? t('the traffic allocation is 0%') : t('the default rule');
}

export function sharesText(shares: readonly Share[], fallback?: string): string {
  const words = telling(shares, ({ treatment }) => treatment === fallback);
  return words.map((share) => `${treatmentOf(share)} ${formatPercent(share.percent)}`).join(', ');
}

const treatmentOf = ({ treatment }: Share): string => treatment ?? t('default treatment');

/** Without what goes without saying, unless there is nothing else. */
function telling<T>(all: readonly T[], isFallback: (one: T) => boolean): readonly T[] {
  const others = all.filter((one) => !isFallback(one));
  return others.length > 0 ? others : all;
}

/** What they gain or lose, of what they get now. */
function markOf({ before, after, change }: Audience, fallback: string | undefined): Pick<SummaryLine, 'tone' | 'mark'> {
  if (change === 'same') return { tone: 'neutral' };
  if (change === 'otherKeys') return { tone: 'warning', mark: t('other keys') };
  if (change === 'unclear') return { tone: 'warning', mark: t('not known') };
  const names = new Set([...before.shares, ...after.shares].map(treatmentOf));
  const changes = [...names].flatMap((name) => {
    const [old = 0, now = 0] = [before, after].map(({ shares }) => shares.find((one) => treatmentOf(one) === name)?.percent);
    if (now < old) return [{ name, isLost: true, word: now > 0 ? t('less {0}', name) : t('loses {0}', name) }];
    return now > old ? [{ name, isLost: false, word: old > 0 ? t('more {0}', name) : t('gains {0}', name) }] : [];
  });
  const differing = telling(changes, ({ name }) => name === fallback).toSorted(
    (one, other) => Number(other.isLost) - Number(one.isLost),
  );
  const words = differing.slice(0, 3).map(({ word }) => word);
  return { tone: differing.some(({ isLost }) => isLost) ? 'warning' : 'good', mark: words.join(' · ') };
}

/** For whom a change is: who gets something else, in lines. The same for the review, the sheet and the last question. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { AudienceChange, EnvironmentFacts, Line, Unknown, Unreachable } from '../../domain/audiences/audienceChange.ts';
import { audienceChange, audienceSteps } from '../../domain/audiences/findAudienceChange.ts';
import { squeezed } from '../../domain/audiences/squeezeLines.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { isUnchanged, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { LiveObject } from '../../operations/changeRequests/readReview.ts';
import { inSlices } from './inSlices.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { changeLines, diffOfRequest, inProduction, type Where } from './changeLines.ts';
import { deciderText, groupsText, groupText, segmentsIn, type Naming } from './groupWords.ts';
import { movesText, treatmentName } from './moveWords.ts';
import { joined, nameOf, quoted } from './quotes.ts';
import { configurationText } from './ruleWords.ts';

const { t } = vscode.l10n;

/** A line with what it says, as structure. */
export interface AudienceLine extends SummaryLine {
  readonly line?: Line;
}

export interface ForWhom {
  /** Who gets something else, in a few lines; one that says so if nobody does. */
  readonly changed: readonly AudienceLine[];
  /** The exact lines, if `changed` joins some of them. */
  readonly exact: readonly AudienceLine[];
}

/** Lines that say it at a glance. */
const MAX_LINES = 6;
/** Lines, if there is room for a few. */
const MAX_SHORT_LINES = 4;
/** Values in one list. */
const MAX_NAMES = 4;
/** Values in one list, if two lists begin alike. */
const MAX_WRITTEN_OUT = 1_000;

const NO_FACTS: EnvironmentFacts = { emptySegments: new Set() };

interface Found {
  readonly change: AudienceChange;
  readonly words: ForWhom;
}

/** Computed once for each comparison, and dropped with it. */
const found = new WeakMap<DefinitionDiff, Found>();

/** Undefined if one side is not known, or the definition stays as it is. */
export function forWhom(request: ChangeRequest, live: LiveObject): ForWhom | undefined {
  const compared = comparisonOf(request, live);
  if (!compared) return undefined;
  const { diff, before, after } = compared;
  return found.get(diff)?.words ?? keep(compared, audienceChange(before, after, NO_FACTS)).words;
}

/** Works it out in slices, so that the next `forWhom` of the same objects doesn't hold the editor, however long the lists are. */
export async function workOutForWhom(request: ChangeRequest, live: LiveObject): Promise<void> {
  const compared = comparisonOf(request, live);
  if (!compared || found.has(compared.diff)) return;
  keep(compared, await inSlices(audienceSteps(compared.before, compared.after, NO_FACTS)));
}

/** The segments that the lines name, so that the caller can read how many keys they have. */
export const segmentsNamed = (request: ChangeRequest, live: LiveObject): readonly string[] =>
  segmentsIn((forWhom(request, live)?.changed ?? []).flatMap(({ line }) => line?.groups ?? []));

/** From now on, the lines for these objects show the sizes behind the names of the segments. */
export function showSizes(request: ChangeRequest, live: LiveObject, sizes: ReadonlyMap<string, number>): void {
  const compared = comparisonOf(request, live);
  const now = compared && found.get(compared.diff);
  if (now && sizes.size > 0) keep(compared, now.change, sizes);
}

interface Compared {
  readonly diff: DefinitionDiff;
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
}

function comparisonOf(request: ChangeRequest, live: LiveObject): Compared | undefined {
  if (live.kind !== 'definition' || !isKnownOperation(request) || request.segment) return undefined;
  const diff = diffOfRequest(request, live.definition);
  const before = live.definition;
  return isUnchanged(diff) ? undefined : { diff, before, after: definitionAfter(request, before) };
}

function keep({ diff, before, after }: Compared, change: AudienceChange, sizes?: ReadonlyMap<string, number>): Found {
  const now = { change, words: wordsOf(change, { before, after, most: MAX_NAMES, sizes }) };
  found.set(diff, now);
  return now;
}

/** What a change would do, first for whom, in lines that stand among others. `others` = for whom a segment request is. */
export function effectLines(
  request: ChangeRequest,
  live: LiveObject,
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

/** The first groups. What isn't known is never cut off: it stands behind the groups, and says what they leave out. */
function firstOf(lines: readonly AudienceLine[]): readonly SummaryLine[] {
  const groups = lines.some(({ line }) => line) ? lines.filter(({ line }) => line) : lines;
  const notes = lines.filter((one) => !groups.includes(one));
  const room = Math.max(MAX_SHORT_LINES - notes.length, 2);
  if (groups.length <= room) return lines;
  const text = t('{0} more lines in the review say who gets something else.', groups.length - room + 1);
  return [...groups.slice(0, room - 1), { text, tone: 'info' }, ...notes];
}

export const neutral = (text: string): SummaryLine => ({ text, tone: 'neutral' });

/** `before` undefined: the definition is added; `after` undefined: it is removed. */
export const forWhomOf = (before: FlagDefinition | undefined, after: FlagDefinition | undefined, facts = NO_FACTS): ForWhom =>
  wordsOf(audienceChange(before, after, facts), { before, after, most: MAX_NAMES });

function wordsOf(change: AudienceChange, naming: Naming): ForWhom {
  const few = squeezed(change.lines, MAX_LINES);
  const notes = [...change.unknowns.map(unknownText), ...noteTexts(change)];
  const changed = [...audienceLines(few, naming), ...notes.map((text): SummaryLine => ({ text, tone: 'warning' }))];
  return {
    changed: change.isNobody ? [neutral(t('Nobody gets anything else.')), ...changed] : changed,
    exact: few === change.lines ? [] : audienceLines(change.lines, naming),
  };
}

/** Two groups never read alike: lists are written out if two of them begin alike. */
function audienceLines(lines: readonly Line[], naming: Naming): readonly AudienceLine[] {
  const groups = lines.flatMap((line) => line.groups.map((group) => groupText(group, naming)));
  const most = new Set(groups).size < groups.length ? MAX_WRITTEN_OUT : naming.most;
  return lines.map((line) => {
    const parts = [groupsText(line.groups, { ...naming, most }), movesText(line, naming)] as const;
    return { text: t('{0}: {1}', ...parts), parts, line, ...markOf(line, naming) };
  });
}

/** What they gain or lose, of what they have now. */
function markOf({ moves, unknown, isGainOnly }: Line, { before }: Naming): Pick<SummaryLine, 'tone' | 'mark'> {
  if (unknown) return { tone: 'warning', mark: t('not known') };
  const names = (all: readonly (string | undefined)[]): string => joined([...new Set(all)].map(treatmentName), 'conjunction', 3);
  const isWhole = (all: typeof moves): boolean => all.reduce((sum, { least }) => sum + least, 0) === 100;
  const gained = names(moves.map(({ to }) => to));
  if (isGainOnly) return { tone: 'good', mark: isWhole(moves) ? t('gains {0}', gained) : t('some gain {0}', gained) };
  const special = moves.filter(({ from }) => from !== (before?.defaultTreatment ?? undefined));
  const losing = special.length > 0 ? special : moves;
  const lost = names(losing.map(({ from }) => from));
  const isRemoved = isWhole(moves) && moves.every(({ to }) => to === undefined);
  return { tone: 'warning', mark: isWhole(losing) || isRemoved ? t('loses {0}', lost) : t('some lose {0}', lost) };
}

function unknownText(unknown: Unknown): string {
  const list = (values: readonly string[]): string => joined(values.map(quoted), 'conjunction');
  switch (unknown.code) {
    case 'limit':
      return t('Not everything was tried: there are too many combinations. Others may get something else, too.');
    case 'fields':
      return unknown.isChanged
        ? t('Changes {0}: who gets something else because of it isn’t known here.', list(unknown.fields))
        : t('{0} may decide first, and isn’t known here: the rest is about the keys for which it doesn’t.', list(unknown.fields));
    case 'severalTargets':
      return t('The service’s documents don’t say what keys get that are individual targets of {0}.', joined(unknown.treatments.map(nameOf), 'conjunction')); // prettier-ignore
    case 'matchers':
      return t('Changes where {0} is used: an SDK that doesn’t know this matcher gives nobody a treatment of this flag.', list(unknown.types)); // prettier-ignore
    case 'sdk':
      return t('What keys without {0} get depends on the SDK, because a rule asks for the opposite of a value.', list(unknown.attributes)); // prettier-ignore
    default:
      return unknown satisfies never;
  }
}

function noteTexts({ reconfigured, unreachable, emptySegments }: AudienceChange): readonly string[] {
  return [
    ...reconfigured.map(({ treatment, change }) =>
      t('Whoever gets {0} gets a different configuration: {1}.', nameOf(treatment), configurationText(change)),
    ),
    ...unreachable.after.map(unreachableText),
    ...unreachable.before.map(({ index }) => t('Rule {0} of the definition before can be reached again.', index + 1)),
    ...(emptySegments.length > 0 ? [t('No keys in this environment: {0}.', joined(emptySegments.map(quoted), 'conjunction'))] : []), // prettier-ignore
  ];
}

function unreachableText({ index, by }: Unreachable): string {
  return by
    ? t('No key reaches rule {0}: {1} decides first.', index + 1, deciderText(by))
    : t('No key reaches rule {0}.', index + 1);
}

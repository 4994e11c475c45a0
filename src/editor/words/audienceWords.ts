/**
 * Describes in lines which keys get a different treatment because of a change. The review, the confirmation list before a
 * change request is submitted, and the dialog before an approval show these lines.
 */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { AudienceChange, EnvironmentFacts, GroupLine } from '../../domain/audiences/audienceChange.ts';
import { audienceSteps, runToEnd } from '../../domain/audiences/findAudienceChange.ts';
import { joinToAtMost } from '../../domain/audiences/joinLines.ts';
import { definitionAfter, isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import { fallbackOf, isUnchanged, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { FlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import type { LiveObject } from '../../operations/changeRequests/readReview.ts';
import { inSlices } from './inSlices.ts';
import type { SummaryLine, Tone } from '../../webview/protocol.ts';
import { changeLines, diffOfRequest, markProduction, type ChangedEnvironment } from './changeLines.ts';
import { combinersIn, groupsText, groupText, segmentsIn, type Naming } from './groupWords.ts';
import { movesText, quotedTreatment } from './moveWords.ts';
import { combinerText, dependantTexts, noteTexts, unknownText } from './noteWords.ts';
import { joined } from './quotes.ts';

const { t } = vscode.l10n;

/** A line of text, and the data from which it was written. */
export interface AudienceLine extends SummaryLine {
  readonly line?: GroupLine;
}

export interface ForWhom {
  /** Lines that say who gets a different treatment. If there are many, some are joined. If nobody does, one line says so. */
  readonly changed: readonly AudienceLine[];
  /** All lines, none of them joined. Empty if no lines of `changed` are joined. */
  readonly exact: readonly AudienceLine[];
}

/** The maximum number of lines about groups of keys in the review, so that a person can take them in at a glance. */
const MAX_LINES = 6;
/** The maximum number of lines in a dialog or another place with little room. */
const MAX_SHORT_LINES = 4;
/** The maximum number of values of a list, such as countries, that a line names. */
const MAX_LISTED_VALUES = 4;
/** The maximum number of values of a list that a line names if two groups would otherwise get the same text. */
const MAX_WRITTEN_OUT = 1_000;

const NO_FACTS: EnvironmentFacts = { emptySegments: new Set() };

interface StoredResult {
  readonly changes: Changes;
  readonly words: ForWhom;
}

interface Changes {
  readonly now: AudienceChange;
  /** What a later restore would change. Only for a flag that is killed before and after the change. */
  readonly restored: AudienceChange | undefined;
}

function* changesOf(
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
  facts: EnvironmentFacts,
): Generator<void, Changes> {
  const now = yield* audienceSteps(before, after, facts);
  const isKilled = before?.killed === true && after?.killed === true;
  return { now, restored: isKilled ? yield* audienceSteps(after, { ...after, killed: false }, facts) : undefined };
}

/** The result for each comparison. It is computed once, and garbage-collected together with the comparison. */
const storedResults = new WeakMap<DefinitionDiff, StoredResult>();

/** Returns whom the change affects. Undefined if the live object is not known, or if the definition does not change. */
export function forWhom(request: ChangeRequest, live: LiveObject): ForWhom | undefined {
  const compared = comparisonOf(request, live);
  if (!compared) return undefined;
  const { diff, before, after } = compared;
  return storedResults.get(diff)?.words ?? storeResult(compared, runToEnd(changesOf(before, after, NO_FACTS))).words;
}

/**
 * Computes the result of `forWhom` in slices, so that the editor doesn't freeze. `forWhom` then returns it at once for the same
 * objects.
 */
export async function computeForWhom(request: ChangeRequest, live: LiveObject): Promise<void> {
  const compared = comparisonOf(request, live);
  if (!compared || storedResults.has(compared.diff)) return;
  storeResult(compared, await inSlices(changesOf(compared.before, compared.after, NO_FACTS)));
}

/** Returns the names of the segments that the lines mention, so that the caller can read how many keys these segments have. */
export const segmentsNamed = (request: ChangeRequest, live: LiveObject): readonly string[] =>
  segmentsIn((forWhom(request, live)?.changed ?? []).flatMap(({ line }) => line?.groups ?? []));

/**
 * Adds facts about segments and other flags to the stored lines of this request. From then on, `forWhom` returns the lines with
 * these facts.
 */
export async function addFacts(request: ChangeRequest, live: LiveObject, facts: FlagFacts): Promise<void> {
  const compared = comparisonOf(request, live);
  if (!compared) return;
  const { before, after, diff } = compared;
  const known = facts.empty.size > 0 ? undefined : storedResults.get(diff)?.changes;
  storeResult(compared, known ?? (await inSlices(changesOf(before, after, { emptySegments: facts.empty }))), facts);
}

interface ComparedDefinitions {
  readonly diff: DefinitionDiff;
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
}

function comparisonOf(request: ChangeRequest, live: LiveObject): ComparedDefinitions | undefined {
  if (live.kind !== 'definition' || !isKnownOperation(request) || request.segment) return undefined;
  const diff = diffOfRequest(request, live.definition);
  const before = live.definition;
  return isUnchanged(diff) ? undefined : { diff, before, after: definitionAfter(request, before) };
}

function storeResult({ diff, before, after }: ComparedDefinitions, changes: Changes, facts?: FlagFacts): StoredResult {
  const words = wordsOf(changes, { before, after, most: MAX_LISTED_VALUES, sizes: facts?.sizes }, facts);
  storedResults.set(diff, { changes, words });
  return { changes, words };
}

/**
 * Describes the effect of a change. The first lines say whom it affects. For a segment request, the caller passes these lines
 * in `others`.
 */
export function effectLines(
  request: ChangeRequest,
  live: LiveObject,
  environment: ChangedEnvironment,
  others: readonly SummaryLine[] = [],
): readonly SummaryLine[] {
  const lines = forWhom(request, live)?.changed ?? others;
  return markProduction([...limitLines(lines), ...changeLines(request, live, undefined)], environment);
}

const BY_SEVERITY: readonly Tone[] = ['danger', 'warning', 'good', 'info', 'neutral'];

/**
 * Returns the first of the most serious lines about whom a change affects. If there is none, returns the first line about the
 * change. For a segment request, the caller passes the lines in `others`.
 */
export function mostSeriousLine(
  request: ChangeRequest,
  live: LiveObject,
  others: readonly SummaryLine[] = [],
): SummaryLine | undefined {
  const affected: readonly SummaryLine[] = forWhom(request, live)?.changed ?? others;
  const [first] = affected.toSorted((one, other) => BY_SEVERITY.indexOf(one.tone) - BY_SEVERITY.indexOf(other.tone));
  return first ?? changeLines(request, live, undefined)[0];
}

/** The maximum number of change requests whose lines are stored for each client. A person reads hundreds at most. */
const MAX_REQUESTS = 500;

/**
 * The lines that say whom a change request affects, by the id of the request, from the last time that this window loaded its
 * review. Stored by client (a connection with one of its API keys), because two services can use the same id.
 */
const rememberedLines = new WeakMap<Client, Map<string, readonly SummaryLine[]>>();

export function rememberForWhom(client: Client, id: string, now: ForWhom | undefined): void {
  const known = rememberedLines.get(client) ?? new LimitedMap<string, readonly SummaryLine[]>(MAX_REQUESTS);
  rememberedLines.set(client, known);
  if (now) known.set(id, limitLines(now.changed));
  else known.delete(id);
}

/** Returns the stored lines. Empty if this window has not loaded a review of the request with this client. */
export const rememberedForWhom = (client: Client, id: string): readonly SummaryLine[] =>
  rememberedLines.get(client)?.get(id) ?? [];

/**
 * Returns all notes, and as many lines about groups of keys as there is room for. No note is left out, because a note can limit
 * what the other lines state.
 */
function limitLines(lines: readonly AudienceLine[]): readonly SummaryLine[] {
  const groups = lines.some(({ line }) => line) ? lines.filter(({ line }) => line) : lines;
  const notes = lines.filter((one) => !groups.includes(one));
  const room = Math.max(MAX_SHORT_LINES - notes.length, 2);
  if (groups.length <= room) return lines;
  const text = t('The review has {0} more lines about the affected keys.', groups.length - room + 1);
  return [...groups.slice(0, room - 1), { text, tone: 'info' }, ...notes];
}

export const neutral = (text: string): SummaryLine => ({ text, tone: 'neutral' });

function wordsOf({ now: change, restored }: Changes, naming: Naming, facts: FlagFacts | undefined): ForWhom {
  const few = joinToAtMost(change.lines, MAX_LINES);
  const others = change.affectsNobody || !facts ? [] : dependantTexts(facts);
  const notes = [
    ...change.unknowns.map(unknownText),
    ...combinersIn([...change.lines, ...(restored?.lines ?? [])].flatMap(({ groups }) => groups)).map(combinerText),
    ...noteTexts(change),
    ...others,
    ...(restored ? restoredTexts(restored, naming) : []),
  ];
  const changed = [...audienceLines(few, naming), ...notes.map((text): SummaryLine => ({ text, tone: 'warning' }))];
  return {
    changed: change.affectsNobody ? [neutral(t('Nobody gets a different treatment or configuration.')), ...changed] : changed,
    exact: few === change.lines ? [] : audienceLines(change.lines, naming),
  };
}

/**
 * Returns each line with its text. If two groups would get the same text because their lists begin with the same values, the
 * lists are written in full.
 */
function audienceLines(lines: readonly GroupLine[], naming: Naming): readonly AudienceLine[] {
  const groups = lines.flatMap((line) => line.groups.map((group) => groupText(group, naming)));
  const most = new Set(groups).size < groups.length ? MAX_WRITTEN_OUT : naming.most;
  return lines.map((line) => {
    const parts = [groupsText(line.groups, { ...naming, most }), movesText(line, naming)] as const;
    return { text: t('{0}: {1}', ...parts), parts, line, ...markOf(line, naming) };
  });
}

/** Returns the badge (mark) in front of a line: it names the treatments that the keys of the line gain or lose. */
function markOf({ moves, unknown, isGainOnly }: GroupLine, { before }: Naming): Pick<SummaryLine, 'tone' | 'mark'> {
  if (unknown) return { tone: 'warning', mark: t('not known') };
  const names = (all: readonly (string | undefined)[]): string =>
    joined([...new Set(all)].map(quotedTreatment), 'conjunction', 3);
  // A sum of hundredths of a percent can miss 100 by a rounding error.
  const isWhole = (all: typeof moves): boolean => all.reduce((sum, { least }) => sum + least, 0) > 99.999;
  const gained = names(moves.map(({ to }) => to));
  // Keys without a treatment lose none. They exist if the shares of a rule add up to less than 100%.
  const leaving = moves.filter(({ from }) => from !== undefined);
  if (isGainOnly || leaving.length === 0)
    return { tone: 'good', mark: isWhole(moves) ? t('gains {0}', gained) : t('some gain {0}', gained) };
  const special = leaving.filter(({ from }) => from !== fallbackOf(before));
  const isRemoved = isWhole(moves) && moves.every(({ to }) => to === undefined);
  const losing = special.length > 0 && !isRemoved ? special : leaving;
  const lost = names(losing.map(({ from }) => from));
  return { tone: 'warning', mark: isWhole(losing) ? t('loses {0}', lost) : t('some lose {0}', lost) };
}

/** The maximum number of lines that describe what a restore would change. */
const MAX_RESTORED = 2;

/** Describes what would change if somebody restored the killed flag after this change. */
function restoredTexts(restored: AudienceChange, naming: Naming): readonly string[] {
  if (restored.affectsNobody) return [t('Restoring the flag would not change what anybody gets.')];
  const lines = audienceLines(joinToAtMost(restored.lines, MAX_RESTORED), { ...naming, before: naming.after });
  return [...lines.map(({ text }) => t('If the flag were restored: {0}', text)), ...restored.unknowns.map(unknownText)];
}

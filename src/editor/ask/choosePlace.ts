/** Asks in one list which segment, flag or environment a command is about. */
import * as vscode from 'vscode';
import { isArchived } from '../../domain/definitions/archived.ts';
import type { Store } from '../../operations/learned/store.ts';
import { back, type Answer, type Option, type Position } from './ask.ts';
import type { Connected } from '../window/connected.ts';
import { addressOf } from '../window/definitionUri.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import {
  workspaceRef,
  type EnvironmentRef,
  type FlagTarget,
  type SegmentTarget,
  type WorkspaceRef,
  type WorkspaceSegment,
} from '../window/target.ts';
import { archivedWord } from '../words/archivedWords.ts';
import { placeWords, productionWords, productionIcon } from '../words/placeWords.ts';
import { environmentOption } from './placeOptions.ts';
import { recentPlaces, rememberPlace, type RecentPlace } from './recentPlaces.ts';
import type { Place } from './placeSources.ts';
import { searchPlaces } from './searchPlaces.ts';

const { t } = vscode.l10n;

const noSegmentSentence = (): string => t('This API key has no access to any segment');

export interface PlaceQuestion extends Position {
  readonly connected: Connected;
  /** Stores the recent choices, and the pinned flags. */
  readonly memory: Store;
  /** The segment that was chosen last time for a file like this. Its row comes first, and says so. */
  readonly lastTarget?: SegmentTarget | undefined;
}

/**
 * Asks for a segment in an environment. Enter alone never takes a segment in production. `other` is a row below all segments,
 * with its own answer.
 */
export async function chooseSegmentPlace<Other = never>(
  { connected, memory, lastTarget, ...position }: PlaceQuestion,
  other?: Option<Other>,
): Promise<Answer<SegmentTarget | Other>> {
  const recent = recentPlaces(memory, connected.connectionId, 'segment') as readonly SegmentTarget[];
  const isLast = ({ name, environment }: SegmentTarget): boolean =>
    name === lastTarget?.name && environment.id === lastTarget.environment.id;
  const rowOf = (target: SegmentTarget): Option<SegmentTarget> => {
    const row = { ...placeRow(target), isActive: !target.environment.isProduction };
    return isLast(target)
      ? { ...row, description: t('{0} – chosen last time for a file like this', row.description ?? '') }
      : row;
  };
  const answer = await searchPlaces<SegmentTarget | Other>({
    ...position,
    connected,
    kinds: ['segment'],
    placeholder: t('Which segment? Type parts of its name, workspace or environment'),
    emptyText: noSegmentSentence(),
    recent: [...(lastTarget ? [lastTarget] : []), ...recent.filter((target) => !isLast(target))].map(placeOf),
    rowOf: (place) => rowOf(targetOf(place) as SegmentTarget),
    ...(other && { lastRow: other }),
  });
  return rememberAnswer(memory, connected, answer);
}

const placeOf = ({ kind, workspace, environment, name, ...rest }: RecentPlace): Place => ({
  kind,
  workspace,
  environment,
  item: { name, ...('trafficType' in rest && { trafficType: { name: rest.trafficType } }) },
});

/** Returns a segment or a flag in an environment in the form in which commands take it as their target. */
function targetOf({ kind, workspace, environment, item }: Place): SegmentTarget | FlagTarget {
  const place = { workspace, environment: environment!, name: item.name };
  return kind === 'segment' ? { kind, ...place, trafficType: item.trafficType?.name ?? '' } : { kind: 'flag', ...place };
}

interface FlagPlaceOptions {
  /** The most likely flag; it comes first. */
  readonly first?: FlagTarget | undefined;
  /** True lists production before the other environments, for urgent actions. */
  readonly isProductionFirst?: boolean;
  /** True leaves out archived flags. */
  readonly excludesArchived?: boolean;
}

/** Asks for a flag in an environment. If the service does not list flags, a typed name is accepted. */
export async function chooseFlagPlace(
  { connected, memory, ...position }: PlaceQuestion,
  { first, isProductionFirst = false, excludesArchived = false }: FlagPlaceOptions = {},
): Promise<Answer<FlagTarget>> {
  const recent = recentPlaces(memory, connected.connectionId, 'flag') as readonly FlagTarget[];
  const isOther = (place: FlagTarget): boolean => place.name !== first?.name || place.environment.id !== first.environment.id;
  const answer = await searchPlaces<FlagTarget>({
    ...position,
    connected,
    kinds: ['flag'],
    placeholder: t('Which flag? Type parts of its name, workspace or environment'),
    emptyText: t('No flag was found. Type the name of a flag'),
    recent: [...(first ? [first] : []), ...recent.filter(isOther)].map(placeOf),
    pinned: (workspaceId) => pinnedIn(memory, connected.connectionId, workspaceId),
    excludesArchived,
    order: (one, other) => (isProductionFirst ? Number(other.isProduction) - Number(one.isProduction) : 0),
    rowOf: (place) => listedRow(place) as Option<FlagTarget>,
    typed: (place) => typedRow(targetOf(place) as FlagTarget),
  });
  return rememberAnswer(memory, connected, answer);
}

/** Asks for a segment of a workspace, whatever the environment. Undefined = the user cancelled. */
export async function chooseSegment(connected: Connected, title: string): Promise<WorkspaceSegment | undefined> {
  const answer = await searchPlaces<WorkspaceSegment>({
    connected,
    title,
    kinds: ['segment'],
    placeholder: t('Which segment? Type parts of its name or workspace'),
    emptyText: noSegmentSentence(),
    isPerWorkspace: true,
    rowOf: ({ workspace, item: { name, trafficType } }) => ({
      label: name,
      description: workspace.name,
      icon: new vscode.ThemeIcon('list-unordered'),
      value: { kind: 'workspaceSegment', workspace, name, trafficType: trafficType?.name ?? '' },
    }),
  });
  return answer === back ? undefined : answer;
}

export interface WorkspaceFlag {
  readonly workspace: WorkspaceRef;
  readonly name: string;
}

/** Asks for a flag of a workspace, whatever the environment. Undefined = the user cancelled. */
export async function chooseFlag(connected: Connected, title: string): Promise<WorkspaceFlag | undefined> {
  const rowOf = ({ workspace, item }: Place, label = item.name): Option<WorkspaceFlag> => ({
    label,
    description: [isArchived(item) ? archivedWord() : '', workspace.name].filter(Boolean).join(' · '),
    icon: new vscode.ThemeIcon('symbol-boolean'),
    subject: { id: item.id },
    value: { workspace, name: item.name },
  });
  const answer = await searchPlaces<WorkspaceFlag>({
    connected,
    title,
    kinds: ['flag'],
    placeholder: t('Which flag? Type parts of its name or workspace'),
    emptyText: t('No flag was found. Type the name of a flag'),
    isPerWorkspace: true,
    rowOf: (place) => rowOf(place),
    typed: (place) => rowOf(place, `“${place.item.name}”`),
  });
  return answer === back ? undefined : answer;
}

export interface EnvironmentPlace {
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
}

/**
 * Asks for an environment. Environments for which `isLikely` returns true come first. Enter alone takes the first row, unless
 * it is production.
 */
export async function chooseEnvironment(
  connected: Connected,
  position: { readonly title: string; readonly canGoBack?: boolean },
  isLikely: (environment: EnvironmentRef) => boolean = () => false,
): Promise<Answer<EnvironmentPlace>> {
  return searchPlaces<EnvironmentPlace>({
    ...position,
    connected,
    kinds: [],
    placeholder: t('Which environment?'),
    emptyText: t('This API key has no access to any environment'),
    order: (one, other) => Number(isLikely(other)) - Number(isLikely(one)),
    rowOf: ({ workspace, environment }) => environmentRow({ workspace, environment: environment! }),
  });
}

const environmentRow = (place: EnvironmentPlace): Option<EnvironmentPlace> => ({
  ...environmentOption(place.environment, place.workspace),
  description: [...productionWords(place.environment), place.workspace.name].join(' · '),
  isActive: !place.environment.isProduction,
  value: place,
});

/** Returns the row of a place that the service's lists contain. The row says if the flag is archived. */
export function listedRow(place: Place): Option<SegmentTarget | FlagTarget> {
  const target = targetOf(place);
  const row = { ...placeRow(target), subject: { target, id: place.item.id } };
  if (place.kind !== 'flag' || !isArchived(place.item)) return row;
  return { ...row, description: [archivedWord(), row.description].join(' · '), icon: iconFor(place.environment!, 'archive') };
}

const placeRow = <T extends RecentPlace>(place: T): Option<T> => ({
  label: place.name,
  description: placeWords(place.environment, place.workspace),
  icon: iconFor(place.environment, place.kind === 'segment' ? 'list-unordered' : 'symbol-boolean'),
  subject: { target: place },
  value: place,
});

/** Adds quotation marks, because the editor sorts a row whose label equals the typed text above all others. */
const typedRow = <T extends RecentPlace>(place: T): Option<T> => ({ ...placeRow(place), label: `“${place.name}”` });

const iconFor = ({ isProduction }: EnvironmentRef, other: string): vscode.ThemeIcon =>
  isProduction ? productionIcon() : new vscode.ThemeIcon(other);

async function rememberAnswer<T>(memory: Store, { connectionId }: Connected, answer: Answer<T>): Promise<Answer<T>> {
  if (isPlace(answer)) await rememberPlace(memory, connectionId, answer).catch(() => undefined);
  return answer;
}

const isPlace = (answer: unknown): answer is RecentPlace =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && (answer.kind === 'segment' || answer.kind === 'flag');

/**
 * Returns the flag of a definition's document, with its workspace and environment as they are at the service now. Undefined for
 * any other document, and for a document of a different connection.
 */
export async function flagOfDocument(connected: Connected, uri: unknown): Promise<FlagTarget | undefined> {
  const place = uri ? addressOf(uri as vscode.Uri)?.place : undefined;
  if (place?.connectionId !== connected.connectionId) return undefined;
  const catalog = catalogOf(connected.client);
  const workspace = await catalog.workspaces.findNew(place.workspace.id);
  const environment = workspace && (await catalog.environments(workspace.id).findNew(place.environment.id));
  if (!environment) return undefined;
  return {
    kind: 'flag',
    workspace: workspaceRef(workspace),
    environment: environmentFrom(environment),
    name: place.flagName,
  };
}

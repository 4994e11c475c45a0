/** What is asked about a document's text, with what is known of its place. */
import type { FlagDefinition } from '../../api/model.ts';
import { fieldNames, type Known } from '../../domain/definitions/document/known.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import type { Room } from './room.ts';

export interface TextProblems {
  /** Undefined where the text can't be read as one. */
  readonly definition: FlagDefinition | undefined;
  readonly problems: readonly Problem[];
}

type Asking = Pick<Room, 'known' | 'live' | 'ask'>;

/** `by` as in AskText. Undefined = nobody needs it any more. */
export async function knownFor(room: Asking, place: DefinitionPlace, text: string, by?: string): Promise<Known | undefined> {
  const dependsOn = await room.ask(text, place.format, 'dependencies', {}, by);
  if (dependsOn === 'outdated') return undefined;
  const names = await room.known.of(place, dependsOn === 'late' ? [] : dependsOn);
  // A definition that is not there yet has no type: its flag has.
  const live = room.live.known(place)?.definition;
  const trafficType = live?.trafficType?.name ?? names.flags?.items.find(({ name }) => name === place.flagName)?.trafficType;
  return { ...names, fields: fieldNames(live), ...(trafficType !== undefined && { trafficType }) };
}

export async function findTextProblems(room: Asking, place: DefinitionPlace, text: string): Promise<TextProblems>;
export async function findTextProblems(
  room: Asking,
  place: DefinitionPlace,
  text: string,
  by: string,
): Promise<TextProblems | undefined>;
export async function findTextProblems(
  room: Asking,
  place: DefinitionPlace,
  text: string,
  by?: string,
): Promise<TextProblems | undefined> {
  const known = await knownFor(room, place, text, by);
  const found = known && (await room.ask(text, place.format, 'problems', { known }, by));
  if (found === 'late') {
    const span = { start: 0, end: /^[^\r\n]{0,200}/.exec(text)![0].length };
    return { definition: undefined, problems: [{ code: 'tooSlow', severity: 'error', span, fixes: [] }] };
  }
  return found === 'outdated' ? undefined : found;
}

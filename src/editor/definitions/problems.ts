/** What is asked about a document's text, with what is known of its place. */
import { setTimeout } from 'node:timers/promises';
import type { FlagDefinition } from '../../api/model.ts';
import { fieldNames, type Known } from '../../domain/definitions/document/known.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import type { DefinitionsContext } from './context.ts';

export interface TextProblems {
  /** Undefined where the text can't be read as one. */
  readonly definition: FlagDefinition | undefined;
  readonly problems: readonly Problem[];
  /** Written beside the definition, for the request. */
  readonly rolloutStatus?: WantedStatus | undefined;
}

type Asking = Pick<DefinitionsContext, 'known' | 'live' | 'ask'>;

/** With the lists of the service, for which it waits so many milliseconds: they may have 40 pages. */
export async function knownFor(
  context: Asking,
  place: DefinitionPlace,
  wait?: number,
): Promise<{ readonly known: Known; readonly isWhole: boolean }> {
  const reading = context.known.of(place);
  const lists = await (wait === undefined ? reading : Promise.race([reading, setTimeout(wait, undefined, { ref: false })]));
  const live = context.live.known(place)?.definition;
  // A definition that is not there yet has no type: its flag has.
  const trafficType = live?.trafficType?.name ?? lists?.flags?.items.find(({ name }) => name === place.flagName)?.trafficType;
  const known = { flag: place.flagName, ...lists, fields: fieldNames(live), ...(trafficType !== undefined && { trafficType }) };
  return { known, isWhole: lists !== undefined };
}

export async function findTextProblems(context: Asking, place: DefinitionPlace, text: string): Promise<TextProblems> {
  const { known } = await knownFor(context, place);
  return (await problemsIn(context, text, known))!;
}

/** `by` as in AskText: undefined = nobody needs it any more. */
export async function problemsIn(
  { ask }: Pick<Asking, 'ask'>,
  text: string,
  known: Known,
  by?: string,
): Promise<TextProblems | undefined> {
  const found = await ask(text, 'problems', { known }, by);
  if (found !== 'late') return found === 'outdated' ? undefined : found;
  const span = { start: 0, end: /^[^\r\n]{0,200}/.exec(text)![0].length };
  return { definition: undefined, problems: [{ code: 'tooLarge', severity: 'error', span, fixes: [] }] };
}

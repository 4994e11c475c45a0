/** What is asked about a document's text, with what is known of its place. */
import { setImmediate } from 'node:timers/promises';
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

/**
 * `by` as in AskText. Undefined = nobody needs it any more. `early` is told what is known without the service, where its lists are
 * not there at once: they may have 40 pages.
 */
export async function knownFor(
  context: Asking,
  place: DefinitionPlace,
  text: string,
  by?: string,
  early?: (known: Known) => Promise<void>,
): Promise<Known | undefined> {
  const dependsOn = await context.ask(text, 'dependencies', {}, by);
  if (dependsOn === 'outdated') return undefined;
  const listed = context.known.of(place, dependsOn === 'late' ? [] : dependsOn);
  const isLate = Symbol('late');
  if (early && (await Promise.race([listed, setImmediate(isLate)])) === isLate)
    await early(withLive(context, place, { flag: place.flagName }));
  return withLive(context, place, await listed);
}

/** A definition that is not there yet has no type: its flag has. */
function withLive(context: Asking, place: DefinitionPlace, names: Known): Known {
  const live = context.live.known(place)?.definition;
  const trafficType = live?.trafficType?.name ?? names.flags?.items.find(({ name }) => name === place.flagName)?.trafficType;
  return { ...names, fields: fieldNames(live), ...(trafficType !== undefined && { trafficType }) };
}

type Early = (found: TextProblems) => void;

export async function findTextProblems(context: Asking, place: DefinitionPlace, text: string): Promise<TextProblems>;
export async function findTextProblems(
  context: Asking,
  place: DefinitionPlace,
  text: string,
  by: string,
  early?: Early,
): Promise<TextProblems | undefined>;
export async function findTextProblems(
  context: Asking,
  place: DefinitionPlace,
  text: string,
  by?: string,
  early?: Early,
): Promise<TextProblems | undefined> {
  const find = async (known: Known): Promise<TextProblems | undefined> => {
    const found = await context.ask(text, 'problems', { known }, by);
    if (found !== 'late') return found === 'outdated' ? undefined : found;
    const span = { start: 0, end: /^[^\r\n]{0,200}/.exec(text)![0].length };
    return { definition: undefined, problems: [{ code: 'tooSlow', severity: 'error', span, fixes: [] }] };
  };
  const tellEarly = async (known: Known): Promise<void> => {
    const found = await find(known);
    if (found) early?.(found);
  };
  const known = await knownFor(context, place, text, by, early && tellEarly);
  return known && find(known);
}

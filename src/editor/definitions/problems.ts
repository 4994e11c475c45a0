/** What is wrong with a document's text, read once for each version of it. */
import { dependencies } from '../../domain/definitions/document/dependencies.ts';
import type { DefinitionText } from '../../domain/definitions/document/located.ts';
import type { Known } from '../../domain/definitions/document/known.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import { findProblems } from '../../domain/definitions/document/problems.ts';
import { readDefinitionText } from '../../operations/definitionText/readDefinitionText.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import type { Room } from './room.ts';

export interface ReadText {
  readonly read: DefinitionText;
  readonly known: Known;
}

export interface TextProblems extends ReadText {
  readonly problems: readonly Problem[];
}

type Knowing = Pick<Room, 'known' | 'live'>;

export async function readText({ known, live }: Knowing, place: DefinitionPlace, text: string): Promise<ReadText> {
  const read = await readDefinitionText(text, place.format);
  const names = await known.of(place, dependencies(read.root));
  // A definition that is not there yet has no type: its flag has.
  const own = live.known(place)?.definition?.trafficType ?? undefined;
  const trafficType = own?.name ?? names.flags?.items.find(({ name }) => name === place.flagName)?.trafficType;
  return { read, known: { ...names, ...(trafficType !== undefined && { trafficType }) } };
}

export async function findTextProblems(room: Knowing, place: DefinitionPlace, text: string): Promise<TextProblems> {
  const now = await readText(room, place, text);
  return { ...now, problems: findProblems(now.read, now.known) };
}

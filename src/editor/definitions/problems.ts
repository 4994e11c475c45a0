/** What is wrong with a document's text. */
import type { DefinitionText } from '../../domain/definitions/document/located.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import { readDefinitionText } from '../../operations/definitionText/readDefinitionText.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import type { Room } from './room.ts';

export interface TextProblems {
  readonly definition: DefinitionText['definition'];
  readonly problems: readonly Problem[];
}

export async function findTextProblems(_: Room, { format }: DefinitionPlace, text: string): Promise<TextProblems> {
  const read = await readDefinitionText(text, format);
  return { definition: read.definition, problems: read.syntaxProblems };
}

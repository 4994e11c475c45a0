/** The questions about a definition's text, and their answers. For a long text, this code runs in a worker thread. */
import type { FlagDefinition } from '../../../api/model.ts';
import { completionsAt } from '../../../domain/definitions/document/completions.ts';
import type { Known } from '../../../domain/definitions/document/known.ts';
import { hoverAt } from '../../../domain/definitions/document/hover.ts';
import { symbolsOf } from '../../../domain/definitions/document/outline.ts';
import { findProblems } from '../../../domain/definitions/document/problems.ts';
import { wantedStatus } from '../../../domain/definitions/document/rolloutStatus.ts';
import { editDefinitionText } from './editDefinitionText.ts';
import { findPlace } from './findPlace.ts';
import { readDefinitionText } from './readDefinitionText.ts';

/** `offset` is in UTF-16 units. */
interface At {
  readonly known: Known;
  readonly offset: number;
}

/** Reads a definition's text. May return the cached result for the latest text. */
type Read = typeof readDefinitionText;

/**
 * One function for each question. Its parameters are the text, the facts that the answer needs, and the function that reads the
 * text.
 */
const answers = {
  /** `definition` as in `DefinitionText`. */
  async problems(text: string, { known }: Pick<At, 'known'>, readText: Read) {
    const read = await readText(text);
    return { definition: read.definition, problems: findProblems(read, known), rolloutStatus: wantedStatus(read, known) };
  },
  async completions(text: string, { known, offset }: At) {
    const place = await findPlace(text, offset);
    return place ? completionsAt(text, place, known) : [];
  },
  hover: async (text: string, { known, offset }: At, readText: Read) => hoverAt(await readText(text), offset, known),
  outline: async (text: string, _: object, readText: Read) => symbolsOf(await readText(text)),
  definition: async (text: string, _: object, readText: Read) => (await readText(text)).definition,
  /** Returns the text, changed to match `definition` as `editDefinitionText` does. */
  edit: async (text: string, { definition }: { readonly definition: FlagDefinition }) => ({
    text: await editDefinitionText(text, definition),
  }),
};

export type QuestionCode = keyof typeof answers;
export type About<K extends QuestionCode> = Parameters<(typeof answers)[K]>[1];
export type TextAnswer<K extends QuestionCode> = Awaited<ReturnType<(typeof answers)[K]>>;

export function answerHere<K extends QuestionCode>(
  text: string,
  code: K,
  about: About<K>,
  readText: Read = readDefinitionText,
): Promise<TextAnswer<K>> {
  const answer = answers[code] as (text: string, about: About<K>, readText: Read) => Promise<unknown>;
  return answer(text, about, readText) as Promise<TextAnswer<K>>;
}

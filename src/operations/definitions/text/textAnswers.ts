/**
 * Answers the questions about a definition's text, for example which problems it has. For a long text, this code runs in a
 * worker thread.
 */
import type { FlagDefinition } from '../../../api/model.ts';
import type { Completion } from '../../../domain/definitions/document/completion.ts';
import { completionsAt } from '../../../domain/definitions/document/completions.ts';
import type { Known } from '../../../domain/definitions/document/known.ts';
import { hoverAt } from '../../../domain/definitions/document/hover.ts';
import { symbolsOf } from '../../../domain/definitions/document/outline.ts';
import type { DefinitionText } from '../../../domain/definitions/document/problem.ts';
import { findProblems } from '../../../domain/definitions/document/problems.ts';
import { wantedStatus } from '../../../domain/definitions/document/rolloutStatus.ts';
import { editDefinitionText } from './editDefinitionText.ts';
import { findPlace } from './findPlace.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import type { RuleTrees } from './ruleTrees.ts';

/** `known` = facts from the service, such as the names of segments. `offset` = a position in the text, in UTF-16 units. */
interface TextPosition {
  readonly known: Known;
  readonly offset: number;
}

/**
 * How the text is read. In the worker thread, `readText` caches the result for the latest text, and `trees` has the parsed
 * rules, so that only new rules are parsed.
 */
interface TextReading {
  readonly readText: (text: string) => Promise<DefinitionText>;
  readonly trees?: RuleTrees;
}

/** The maximum number of completions in an answer. If there are more, the editor asks again after the next letter. */
const MAX_COMPLETIONS = 500;

/** One function for each question. Its parameters are the text, the facts that the answer needs, and how the text is read. */
const answers = {
  problems: async (text: string, { known }: Pick<TextPosition, 'known'>, { readText }: TextReading) =>
    findProblems(await readText(text), known),
  /** Returns all that is needed to send the definition. `definition` as in `DefinitionText`. */
  async check(text: string, { known }: Pick<TextPosition, 'known'>, { readText }: TextReading) {
    const read = await readText(text);
    return { definition: read.definition, problems: findProblems(read, known), rolloutStatus: wantedStatus(read, known) };
  },
  async completions(text: string, { known, offset }: TextPosition, { trees }: TextReading) {
    const place = await findPlace(text, offset, trees);
    return firstThatMatch(place ? completionsAt(text, place, known) : [], text, offset);
  },
  hover: async (text: string, { known, offset }: TextPosition, { readText }: TextReading) =>
    hoverAt(await readText(text), offset, known),
  outline: async (text: string, _: object, { readText }: TextReading) => symbolsOf(await readText(text)),
  definition: async (text: string, _: object, { readText }: TextReading) => (await readText(text)).definition,
  /** Returns the text, changed to match `definition` as `editDefinitionText` does. */
  edit: async (text: string, { definition }: { readonly definition: FlagDefinition }) => ({
    text: await editDefinitionText(text, definition),
  }),
};

export type QuestionCode = keyof typeof answers;
export type QuestionInput<K extends QuestionCode> = Parameters<(typeof answers)[K]>[1];
export type TextAnswer<K extends QuestionCode> = Awaited<ReturnType<(typeof answers)[K]>>;

export function answerInThisThread<K extends QuestionCode>(
  text: string,
  code: K,
  about: QuestionInput<K>,
  reading: TextReading = { readText: readDefinitionText },
): Promise<TextAnswer<K>> {
  const answer = answers[code] as (text: string, about: QuestionInput<K>, reading: TextReading) => Promise<unknown>;
  return answer(text, about, reading) as Promise<TextAnswer<K>>;
}

/**
 * Returns the completions that the editor would show for the letters before the cursor, the best ones first. Used if there are
 * very many completions.
 */
function firstThatMatch(
  all: readonly Completion[],
  text: string,
  offset: number,
): { readonly items: readonly Completion[]; readonly isComplete: boolean } {
  if (all.length <= MAX_COMPLETIONS) return { items: all, isComplete: true };
  const typed = text
    .slice(all[0]!.span.start, offset)
    .replace(/^[\s"'[]+/, '')
    .toLowerCase();
  const parts = all.filter(({ label }) => label.toLowerCase().includes(typed)).slice(0, MAX_COMPLETIONS);
  const isShown = new Set(parts);
  // The editor also shows names that contain the typed letters with other letters in between.
  const others = all.filter((one) => !isShown.has(one) && hasLetters(one.label.toLowerCase(), typed));
  return { items: [...parts, ...others.slice(0, MAX_COMPLETIONS - parts.length)], isComplete: false };
}

function hasLetters(label: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

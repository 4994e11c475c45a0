/** What is asked about a definition's text, and its answer. It runs where the text is: for a long one, that is a thread of its own. */
import type { FlagDefinition } from '../../api/model.ts';
import type { Completion } from '../../domain/definitions/document/completion.ts';
import { completionsAt } from '../../domain/definitions/document/completions.ts';
import type { Known } from '../../domain/definitions/document/known.ts';
import { hoverAt, type Hover } from '../../domain/definitions/document/hover.ts';
import { symbolsOf, type OutlineSymbol } from '../../domain/definitions/document/outline.ts';
import type { Problem } from '../../domain/definitions/document/problem.ts';
import { findProblems } from '../../domain/definitions/document/problems.ts';
import { wantedStatus, type WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { editDefinitionText } from './editDefinitionText.ts';
import { findPlace } from './findPlace.ts';
import { readDefinitionText } from './readDefinitionText.ts';

/** What is to be known for each. */
export interface Questions {
  readonly problems: { readonly known: Known };
  /** `offset` counts UTF-16 units. */
  readonly completions: { readonly known: Known; readonly offset: number };
  readonly hover: { readonly known: Known; readonly offset: number };
  readonly outline: object;
  readonly definition: object;
  /** The text, made to say `definition`, as in `editDefinitionText`. */
  readonly edit: { readonly definition: FlagDefinition };
}

export type QuestionCode = keyof Questions;
export type TextQuestion = { [K in QuestionCode]: { readonly code: K } & Questions[K] }[QuestionCode];

export interface TextAnswers {
  /** `definition` as in `DefinitionText`. */
  readonly problems: {
    readonly definition: FlagDefinition | undefined;
    readonly problems: readonly Problem[];
    readonly rolloutStatus: WantedStatus | undefined;
  };
  readonly definition: FlagDefinition | undefined;
  readonly completions: readonly Completion[];
  readonly hover: Hover | undefined;
  readonly outline: readonly OutlineSymbol[];
  readonly edit: { readonly text: string };
}

export async function answerHere(text: string, question: TextQuestion): Promise<TextAnswers[QuestionCode]> {
  if (question.code === 'edit') return { text: await editDefinitionText(text, question.definition) };
  if (question.code === 'completions') {
    const place = await findPlace(text, question.offset);
    return place ? completionsAt(text, place, question.known) : [];
  }
  const read = await readDefinitionText(text);
  switch (question.code) {
    case 'problems':
      return {
        definition: read.definition,
        problems: findProblems(read, question.known),
        rolloutStatus: wantedStatus(read, question.known),
      };
    case 'definition':
      return read.definition;
    case 'hover':
      return hoverAt(read, question.offset, question.known);
    case 'outline':
      return symbolsOf(read);
    default:
      return question satisfies never;
  }
}

/**
 * A definition as the text of a document. What only the service writes stands in a comment above it: Flag Admin writes that when
 * the document is read, and leaves it out when it is saved.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { writeDefinitionText } from '../../operations/definitionText/writeDefinitionText.ts';
import { dateText } from '../changeTexts/matcherWords.ts';

const { t } = vscode.l10n;

/** No line of a user's own comment begins so. */
const MARK = '#:';

/** The comment, and below it a text that has none. `definition` = what the service says; undefined = there is none. */
export function withHeader(place: DraftPlace, definition: FlagDefinition | undefined, text: string): string {
  // A name of the service's must not end the comment.
  const written = headerOf(place, definition).map(
    (line) => `${MARK} ${line.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff]+/gu, ' ').trim()}`,
  );
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  return `${[...written, '', ''].join(lineEnd)}${text}`;
}

/** The text without its byte order mark and our comment, whatever that says; also where the user has written above it. */
export function withoutHeader(text: string): string {
  const rest = text.replace(/^\uFEFF/, '').replace(/^(?:#:.*(?:\r?\n|$))+(?:[ \t]*\r?\n)?/, '');
  return rest.replace(/^(?:[ \t]*(?:#.*)?\r?\n)+/, (above) => above.replaceAll(/^#:.*\r?\n/gm, ''));
}

/** `above` = what the comment tells of, where that is not the definition itself. */
export const documentText = async (place: DraftPlace, definition: FlagDefinition, above = definition): Promise<string> =>
  withHeader(place, above, await writeDefinitionText(definition));

/**
 * What changes by itself stands above the text, not in it: else each comparison would show it. When it was changed last stands
 * above the editor alone. A definition that is not there yet has no traffic type, and no id.
 */
function headerOf({ workspace, environment, flagName }: DraftPlace, definition?: FlagDefinition): readonly string[] {
  const { trafficType, killed, id, largeNumber, creationTime }: Partial<FlagDefinition> = definition ?? {};
  const where = `${workspace.name} / ${environment.name}`;
  const first = trafficType
    ? t('{0} in {1}, for traffic of type {2}.', flagName, where, trafficType.name)
    : t('{0} in {1}.', flagName, where);
  return [
    // One line: a comparison has little room.
    typeof id === 'string' ? `${first} ${idSentence(id, creationTime)}` : first,
    ...(largeNumber === undefined
      ? []
      : [t('Read-only: it has the number {0}, which can’t be read exactly, and is rounded here.', largeNumber)]),
    ...(killed === true ? [t('It is killed: everybody gets the default treatment.')] : []),
  ];
}

function idSentence(id: string, time: unknown): string {
  if (typeof time !== 'number' || time <= 0) return t('Its id is {0}.', id);
  return t('Its id is {0}, and it was made {1}.', id, dateText(time - (time % 60_000)));
}

/**
 * A definition as the text of a document. What only the service writes stands in a comment above it: Flag Admin writes that when
 * the document is read, and leaves it out when it is saved.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { writeDefinitionText } from '../../operations/definitions/text/writeDefinitionText.ts';
import { dateText } from '../words/matcherWords.ts';
import { killedSentence } from '../words/requestWords.ts';
import { definitionTitle } from '../words/placeWords.ts';

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
function headerOf(place: DraftPlace, definition: FlagDefinition | undefined): readonly string[] {
  const { trafficType, killed, id, largeNumber, creationTime: time }: Partial<FlagDefinition> = definition ?? {};
  // One line: a comparison has little room.
  const first = [
    definitionTitle(place),
    trafficType && t('traffic type {0}', trafficType.name),
    typeof id === 'string' && t('id {0}', id),
    typeof time === 'number' && time > 0 && t('made {0}', dateText(time - (time % 60_000))),
  ];
  const lines = [
    first.filter(Boolean).join(' · '),
    largeNumber !== undefined &&
      t('Read-only: it has the number {0}, which can’t be read exactly, and is rounded here.', largeNumber),
    killed === true && killedSentence(place.flagName, `${place.workspace.name} / ${place.environment.name}`, undefined),
  ];
  return lines.filter((line) => line !== false);
}

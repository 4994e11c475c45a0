/**
 * Writes a definition as the text of a document. The text begins with a header: a comment that contains the values that only the
 * service can change. Flag Admin adds the header when the document is read, and removes it when the document is saved.
 */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { writeDefinitionText } from '../../operations/definitions/text/writeDefinitionText.ts';
import { dateText } from '../words/matcherWords.ts';
import { killedSentence } from '../words/requestWords.ts';
import { definitionTitle, placeLabel } from '../words/placeWords.ts';

const { t } = vscode.l10n;

/** Each line of the header begins with this text. It distinguishes the header from the user's own comments. */
const HEADER_PREFIX = '#:';

/** Adds the header above a text without a header. `definition`: the definition at the service; undefined = there is none. */
export function withHeader(place: DraftPlace, definition: FlagDefinition | undefined, text: string): string {
  // Removes line breaks from the values, because a name from the service must not end the comment.
  const written = headerOf(place, definition).map(
    (line) => `${HEADER_PREFIX} ${line.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff]+/gu, ' ').trim()}`,
  );
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  return `${[...written, '', ''].join(lineEnd)}${text}`;
}

/**
 * Returns the text without its byte order mark and without the header, even if the user changed the header or wrote something
 * above it.
 */
export function withoutHeader(text: string): string {
  const rest = text.replace(/^\uFEFF/, '').replace(/^(?:#:.*(?:\r?\n|$))+(?:[ \t]*\r?\n)?/, '');
  return rest.replace(/^(?:[ \t]*(?:#.*)?\r?\n)+/, (above) => above.replaceAll(/^#:.*\r?\n/gm, ''));
}

/** Returns the text of a document. `above`: the definition that the header describes, if that is not `definition`. */
export const documentText = async (place: DraftPlace, definition: FlagDefinition, above = definition): Promise<string> =>
  withHeader(place, above, await writeDefinitionText(definition));

/**
 * Returns the lines of the header. The values that the service sets are here and not in the text, so that a comparison does not
 * show them as changes. The time of the last change is not here, because a line above the editor shows it. A definition that
 * does not exist yet has no traffic type and no id.
 */
function headerOf(place: DraftPlace, definition: FlagDefinition | undefined): readonly string[] {
  const { trafficType, killed, id, largeNumber, creationTime: time }: Partial<FlagDefinition> = definition ?? {};
  // These facts share one line, because a diff editor has little space.
  const first = [
    definitionTitle(place),
    trafficType && t('traffic type {0}', trafficType.name),
    typeof id === 'string' && t('id {0}', id),
    typeof time === 'number' && time > 0 && t('created {0}', dateText(time - (time % 60_000))),
  ];
  const lines = [
    first.filter(Boolean).join(' · '),
    largeNumber !== undefined &&
      t(
        'Read-only: the definition contains the number {0}, which can’t be read exactly. The number is rounded here.',
        largeNumber,
      ),
    killed === true && killedSentence(place.flagName, placeLabel(place), undefined),
  ];
  return lines.filter((line) => line !== false);
}

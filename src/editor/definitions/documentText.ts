/** A definition as the text of a document. What only the service writes stands in a comment above, and is never sent. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { replaceHeader, writeDefinitionText } from '../../operations/definitionText/writeDefinitionText.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { dateText } from '../changeWords/matcherWords.ts';

const { t } = vscode.l10n;

export function documentText(place: DraftPlace, definition: FlagDefinition): Promise<string> {
  return writeDefinitionText(definition, headerOf(place, definition));
}

/** The text with what the service says by now above it, where nobody has changed that. */
export const withHeaderOf = (text: string, place: DraftPlace, before: FlagDefinition, now: FlagDefinition): string =>
  replaceHeader(text, headerOf(place, before), headerOf(place, now));

/** What stands in the line that tells the id, in the user's language. */
export const idWords = (): string => t('Its id is {0}.', '\0').split('\0')[0]!;

/**
 * What changes by itself stands above the text, not in it: else each comparison would show it. When it was changed last stands
 * above the editor alone: a draft keeps its header, and would differ by it from a live text that others changed. A definition that
 * is not there yet has no traffic type, and no id.
 */
function headerOf({ workspace, environment }: DraftPlace, definition: FlagDefinition): readonly string[] {
  const { name, trafficType, killed, id, largeNumber } = definition;
  const where = `${workspace.name} / ${environment.name}`;
  return [
    trafficType ? t('{0} in {1}, for traffic of type {2}.', name, where, trafficType.name) : t('{0} in {1}.', name, where),
    ...(typeof id === 'string' ? [idLine(id, definition['creationTime'])] : []),
    ...(largeNumber === undefined
      ? []
      : [t('Read-only: it has the number {0}, which can’t be read exactly, and is rounded here.', largeNumber)]),
    ...(killed === true ? [t('It is killed: everybody gets the default treatment.')] : []),
  ];
}

function idLine(id: string, time: unknown): string {
  if (typeof time !== 'number' || time <= 0) return t('Its id is {0}.', id);
  return t('Its id is {0}, and it was made {1}.', id, dateText(time - (time % 60_000)));
}

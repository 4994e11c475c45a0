/** A definition as the text of a document. What only the service writes stands in a comment above, and is never sent. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { replaceHeader, writeDefinitionText } from '../../domain/definitions/document/writeDefinition.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';

const { t } = vscode.l10n;

export function documentText(place: DraftPlace, definition: FlagDefinition): string {
  return writeDefinitionText(definition, place.format, headerOf(place, definition));
}

/** The text with what the service says by now above it, where nobody has changed that. */
export const withHeaderOf = (text: string, place: DraftPlace, before: FlagDefinition, now: FlagDefinition): string =>
  replaceHeader(text, place.format, headerOf(place, before), headerOf(place, now));

/** What changes by itself stands above the text, not in it: else each comparison would show it. A definition that is not there yet has no traffic type. */
function headerOf({ workspace, environment }: DraftPlace, { name, trafficType, killed }: FlagDefinition): readonly string[] {
  const where = `${workspace.name} / ${environment.name}`;
  return [
    trafficType ? t('{0} in {1}, for traffic of type {2}.', name, where, trafficType.name) : t('{0} in {1}.', name, where),
    ...(killed === true ? [t('It is killed: everybody gets the default treatment.')] : []),
  ];
}

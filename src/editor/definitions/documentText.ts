/** A definition as the text of a document. What only the service writes stands in a comment above, and is never sent. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { writeDefinitionText } from '../../domain/definitions/document/writeDefinition.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { formatTime } from '../requestWords.ts';

const { t } = vscode.l10n;

export function documentText({ format, workspace, environment }: DraftPlace, definition: FlagDefinition): string {
  return writeDefinitionText(definition, format, headerOf(definition, `${workspace.name} / ${environment.name}`));
}

/** A definition that is not there yet has no traffic type, either. */
function headerOf(definition: FlagDefinition, where: string): readonly string[] {
  const { name, trafficType, killed, openChangeRequestId, lastUpdateTime } = definition;
  return [
    trafficType ? t('{0} in {1}, for traffic of type {2}.', name, where, trafficType.name) : t('{0} in {1}.', name, where),
    ...(typeof lastUpdateTime === 'number' ? [t('Changed last: {0}.', formatTime(lastUpdateTime))] : []),
    ...(killed === true ? [t('It is killed: everybody gets the default treatment.')] : []),
    ...(openChangeRequestId ? [t('A change request is open on it: it can be changed again when that is decided.')] : []),
  ];
}

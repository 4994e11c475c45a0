/** A definition as the text of a document. What only the service writes stands in a comment above, and is never sent. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { writeDefinitionText } from '../../domain/definitions/document/writeDefinition.ts';
import type { DraftPlace } from '../../operations/definitionDrafts/draft.ts';

const { t } = vscode.l10n;

export function documentText({ format, workspace, environment }: DraftPlace, definition: FlagDefinition): string {
  return writeDefinitionText(definition, format, headerOf(definition, `${workspace.name} / ${environment.name}`));
}

/** What changes by itself stands above the text, not in it: else each comparison would show it. A definition that is not there yet has no traffic type. */
function headerOf(definition: FlagDefinition, where: string): readonly string[] {
  const { name, trafficType, killed } = definition;
  return [
    trafficType ? t('{0} in {1}, for traffic of type {2}.', name, where, trafficType.name) : t('{0} in {1}.', name, where),
    ...(killed === true ? [t('It is killed: everybody gets the default treatment.')] : []),
  ];
}

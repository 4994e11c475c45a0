/** The title of a diff of a draft against the live definition. */
import * as vscode from 'vscode';
import type { DefinitionPlace } from '../definitionUri.ts';
import { unturned } from '../unturned.ts';

const { t } = vscode.l10n;

export const diffTitle = ({ flagName, environment }: DefinitionPlace): string =>
  unturned(t('{0} ({1}: live ↔ draft)', flagName, environment.name));

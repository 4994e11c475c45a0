/** The last question before a definition is live: what it changes, in the words that a change request has for it. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { askChoice, type Answer, type Option, type Position } from '../prompts/ask.ts';
import { changeLines, plainLine } from '../changeTexts/changeLines.ts';
import type { Connected } from '../service/connected.ts';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';

const { t } = vscode.l10n;

/** A definition on its way to an environment. */
export interface DefinitionChange {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly place: DefinitionPlace;
  readonly wanted: FlagDefinition;
  /** What is there now, as it was read last; undefined = nothing. */
  readonly live: FlagDefinition | undefined;
}

/** What a definition changes in an environment, a sentence each. */
export function changeLinesOf(
  wanted: FlagDefinition,
  live: FlagDefinition | undefined,
  environment: EnvironmentRef,
): readonly string[] {
  const operationType = live ? 'UPDATE' : 'CREATE';
  const request = { id: '', status: 'REQUESTED', operationType, approvers: [], comments: [], flag: wanted };
  return changeLines(request, { kind: 'definition', definition: live }, environment).map(plainLine);
}

export async function confirmChange(position: Position, change: DefinitionChange, comment: string): Promise<Answer<true>> {
  const { connected, workspace, environment, place, wanted, live } = change;
  const lines = changeLinesOf(wanted, live, environment);
  const shown = (label: string, icon: string): Option<boolean> => ({ label, icon: new vscode.ThemeIcon(icon), value: false });
  for (;;) {
    const answer: Answer<boolean> = await askChoice<boolean>({
      ...position,
      placeholder: t('Change {0} in {1} / {2} now?', place.flagName, workspace.name, environment.name),
      options: [
        ...lines.map((label) => shown(label, 'info')),
        shown(t('Comment: {0}', comment), 'comment'),
        {
          label: t('Make it live'),
          description: t('with “{0}”', connected.keyName),
          icon: new vscode.ThemeIcon('zap'),
          // For production a second Enter must not send what nobody has read.
          isActive: !environment.isProduction,
          value: true,
        },
      ],
    });
    if (answer !== false) return answer;
  }
}

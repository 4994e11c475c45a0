/** Finds the connection through which a panel reads. */
import * as vscode from 'vscode';
import type { FailureMessage, StepButton } from '../../webview/protocol.ts';
import type { Connected, Connections } from '../window/connected.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import type { PanelConnection } from './subject.ts';

const { t } = vscode.l10n;

/**
 * Returns the connection of a panel, or a failure to show. `bound` is the connection with which the panel was opened. The panel
 * uses no other, because another service can have an object with the same name or id. If `bound` is undefined, the panel has
 * not read anything yet and uses the connection in use.
 */
export async function connectionOfPanel(
  connections: Connections,
  bound: PanelConnection | undefined,
): Promise<Connected | FailureMessage> {
  const chosen = connections.chosen();
  if (chosen && (!bound || bound.connectionId === chosen.id)) return (await connections.inUse())!;
  const failure = { type: 'failure', tone: 'info' } as const;
  if (!bound) return { ...failure, text: t('No connection is in use.'), steps: [retryStep()] };
  const name = connections.nameOf(bound.connectionId);
  const steps: readonly StepButton[] = name === undefined ? [] : [{ id: 'switchConnection', label: t('Switch to “{0}”', name) }];
  return { ...failure, text: wrongConnectionMessage(connections, bound), steps };
}

export const retryStep = (): StepButton => ({ id: 'refresh', label: t('Retry') });

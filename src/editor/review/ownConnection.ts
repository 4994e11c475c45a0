/** A panel keeps to the connection it was opened with: another service may have an object of the same name or id. */
import * as vscode from 'vscode';
import type { Failure, Step } from '../../webview/protocol.ts';
import type { Connected, Connections } from '../connected.ts';
import { ofAnother } from '../ofAnother.ts';
import type { Bound } from './subject.ts';

const { t } = vscode.l10n;

export type OwnConnection =
  { readonly ok: true; readonly connected: Connected } | { readonly ok: false; readonly failure: Failure };

/** `bound` undefined = the panel has not read anything yet, and takes the connection in use. */
export async function ownConnection(connections: Connections, bound: Bound | undefined): Promise<OwnConnection> {
  const chosen = connections.chosen();
  if (chosen && (!bound || bound.connectionId === chosen.id)) return { ok: true, connected: (await connections.inUse())! };
  if (!bound) return unavailable(t('No connection is in use.'), t('Retry'));
  const name = connections.nameOf(bound.connectionId);
  const step: Step | undefined = name === undefined ? undefined : { id: 'switchConnection', label: t('Switch to “{0}”', name) };
  return unavailable(ofAnother(connections, bound), '', step);
}

function unavailable(message: string, retry: string, step?: Step): OwnConnection {
  return { ok: false, failure: { type: 'failure', message, tone: 'info', retry, step } };
}

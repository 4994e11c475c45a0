/** A plan as a text to read before it runs. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../../domain/keys/keyPlan.ts';
import type { ReadOnlyText } from '../../readOnlyText.ts';
import { marked } from '../../ownText.ts';
import { formatNumber } from '../../requestWords.ts';

const { t } = vscode.l10n;

export async function openPlan(texts: ReadOnlyText, title: string, plan: KeyPlan): Promise<void> {
  const keysOf = (operation: 'add' | 'remove'): readonly string[] =>
    plan.batches.flatMap((batch) => (batch.operation === operation ? batch.keys : []));
  const [added, removed] = [keysOf('add'), keysOf('remove')];
  const lines = [
    title,
    '',
    t('To be added: {0}', formatNumber(added.length)),
    ...added.map((key) => `+ ${key}`),
    '',
    t('To be removed: {0}', formatNumber(removed.length)),
    ...removed.map((key) => `- ${key}`),
  ];
  await texts.open(t('{0}.txt', title), marked(`${lines.join('\n')}\n`), { viewColumn: vscode.ViewColumn.Beside });
}

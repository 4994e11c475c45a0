/** Marks what has a draft, in tabs, in the tree and in Source Control. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { addressOf } from '../definitionUri.ts';
import type { DraftList } from './draftList.ts';

const { t } = vscode.l10n;

export function markDrafts(drafts: DraftList): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  // A row of the tree stands for a flag, whichever format its draft is in.
  const isMarked = (uri: vscode.Uri): boolean => {
    const address = addressOf(uri);
    if (address?.version !== 'own') return false;
    return (['yaml', 'json'] as const).some((format) => drafts.find(draftId({ ...address.place, format })) !== undefined);
  };
  return vscode.Disposable.from(
    changed,
    drafts.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: (uri) =>
        isMarked(uri)
          ? {
              badge: 'D',
              tooltip: t('Draft, not submitted'),
              color: new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
            }
          : undefined,
    }),
  );
}

/** Marks what has a draft, in tabs, in the tree and in Source Control. */
import * as vscode from 'vscode';
import { draftId, type DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { addressOf } from '../definitionUri.ts';
import type { DraftList } from './draftList.ts';

const { t } = vscode.l10n;

/** A row of the tree stands for a flag, whichever format its draft is in. */
export const hasDraft = (drafts: DraftList, place: DraftPlace): boolean =>
  (['yaml', 'json'] as const).some((format) => drafts.find(draftId({ ...place, format })) !== undefined);

export function markDrafts(drafts: DraftList): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const isMarked = (uri: vscode.Uri): boolean => {
    const address = addressOf(uri);
    return address?.version === 'own' && hasDraft(drafts, address.place);
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

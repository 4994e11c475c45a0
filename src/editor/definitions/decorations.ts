/** Marks what has a draft, in tabs, in the tree and in Source Control. */
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { addressOf } from '../definitionUri.ts';
import { submittedWords } from '../requestWords.ts';
import { unturned } from '../unturned.ts';
import type { DraftList } from './draftList.ts';

const { t } = vscode.l10n;

export function markDrafts(drafts: DraftList): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  return vscode.Disposable.from(
    changed,
    drafts.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration(uri) {
        const address = addressOf(uri);
        const draft = address?.version === 'own' ? drafts.find(draftId(address.place)) : undefined;
        return draft && markOf(draft);
      },
    }),
  );
}

function markOf({ submitted }: DefinitionDraft): vscode.FileDecoration {
  return submitted
    ? {
        badge: 'S',
        tooltip: unturned(submittedWords(submitted.status, submitted.title)),
        color: new vscode.ThemeColor('gitDecoration.stageModifiedResourceForeground'),
      }
    : {
        badge: 'D',
        tooltip: t('Draft, not submitted'),
        color: new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
      };
}

/** Marks what has a draft, in tabs, in the tree and in Source Control. */
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft, type DraftPlace } from '../../operations/definitionDrafts/draft.ts';
import { addressOf } from '../definitionUri.ts';
import { submittedWords } from '../requestWords.ts';
import { unturned } from '../unturned.ts';
import type { DraftList } from './draftList.ts';

const { t } = vscode.l10n;

/** A row of the tree stands for a flag, whichever format its draft is in. */
export function draftOf(drafts: DraftList, place: DraftPlace): DefinitionDraft | undefined {
  const all = (['yaml', 'json'] as const).flatMap((format) => drafts.find(draftId({ ...place, format })) ?? []);
  return all.find(({ submitted }) => !submitted) ?? all[0];
}

export function markDrafts(drafts: DraftList): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  return vscode.Disposable.from(
    changed,
    drafts.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration(uri) {
        const address = addressOf(uri);
        const draft = address?.version === 'own' ? draftOf(drafts, address.place) : undefined;
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

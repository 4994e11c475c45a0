/** Tells that another window has saved the same draft, and lets the person decide which text stays. */
import * as vscode from 'vscode';
import type { DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import { tellRefusal } from '../tell.ts';

const { t } = vscode.l10n;

/** `accept` says that the other window's text was seen, so that the next save may replace it. */
export function savedElsewhere(uri: vscode.Uri, { place }: DefinitionDraft, accept: () => void): void {
  const document = (): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  tellRefusal(
    t('Another window has saved its own draft of {0}. Yours is in the editor, not saved.', place.flagName),
    {
      label: t('Compare'),
      run: () => vscode.commands.executeCommand('workbench.files.action.compareWithSaved', uri),
    },
    {
      label: t('Save Mine'),
      run: async () => {
        accept();
        await document()?.save();
      },
    },
    {
      label: t('Take the Other'),
      run: async () => {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.files.revert');
      },
    },
  );
}

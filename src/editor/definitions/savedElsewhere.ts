/** Tells that another window has saved the same draft, and lets the person decide which text stays. */
import * as vscode from 'vscode';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { tellError } from '../tell.ts';
import { documentOf } from './chooseDraft.ts';

const { t } = vscode.l10n;

/**
 * `accept` says that the other window's text was seen, so that the next save may replace it. The editor takes no message back:
 * one whose conflict is settled otherwise must do nothing to what was typed since.
 */
export function savedElsewhere(place: DefinitionPlace, isOpen: () => boolean, accept: () => void): void {
  const uri = (): vscode.Uri => documentOf(place)?.uri ?? definitionUri(place);
  // The editor's own message of a failed save stays as well, and says less: a warning would go before it.
  tellError(
    t('Another window has saved its own draft of {0}. Yours is in the editor, not saved.', place.flagName),
    {
      label: t('Compare'),
      run: async () => {
        await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', uri());
        if (isOpen()) savedElsewhere(place, isOpen, accept);
      },
    },
    {
      label: t('Save Mine'),
      run: async () => {
        if (!isOpen()) return;
        accept();
        await documentOf(place)?.save();
      },
    },
    {
      label: t('Take the Other'),
      run: async () => {
        if (!isOpen()) return;
        await vscode.window.showTextDocument(uri());
        await vscode.commands.executeCommand('workbench.action.files.revert');
      },
    },
  );
}

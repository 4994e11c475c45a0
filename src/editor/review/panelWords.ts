/** The review panel's fixed words, in the user's language. */
import * as vscode from 'vscode';
import type { ReviewWords } from '../../webview/protocol.ts';

const { t } = vscode.l10n;

export function panelWords(): ReviewWords {
  return {
    summary: t('What would change'),
    history: t('History'),
    actions: t('Decide'),
    before: t('Now'),
    after: t('Afterwards'),
    nothing: t('nothing'),
    searchKeys: t('Search keys'),
    keysShown: t('{shown} of {all}'),
    unchanged: t('{count} unchanged'),
  };
}

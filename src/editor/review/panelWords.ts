/** The panel's fixed words, in the user's language. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import type { ReviewWords } from '../../webview/protocol.ts';

const { t } = vscode.l10n;

export function panelWords(request: ChangeRequest): ReviewWords {
  const isPublished = request.status === 'PUBLISHED';
  const isOver = isFinal(request);
  return {
    ...fixedWords(),
    summary: isPublished ? t('What it changed') : isOver ? t('What it would have changed') : t('What would change'),
    before: isOver ? t('Before') : t('Now'),
    after: t('Afterwards'),
  };
}

/** Those that are the same for whatever is shown. */
export function fixedWords(): Omit<ReviewWords, 'summary' | 'before' | 'after'> {
  return {
    history: t('History'),
    actions: t('Decide'),
    tools: t('Look'),
    nothing: t('nothing'),
    searchKeys: t('Search keys'),
    keysShown: t('{shown} of {all}'),
    unchanged: t('{count} unchanged'),
    showAll: t('Show all, {count} characters'),
  };
}

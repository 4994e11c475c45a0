/** Copy as Markdown: what the panel shows, for a pull request or a chat. */
import * as vscode from 'vscode';
import type { KeyList, ReviewView } from '../../webview/protocol.ts';
import { changeAsMarkdown } from '../changeWords/changeMarkdown.ts';
import { tellDone } from '../tell.ts';

const { t } = vscode.l10n;

export async function copyMarkdown(view: Omit<ReviewView, 'id' | 'restore'>, lists: readonly KeyList[]): Promise<void> {
  const { heading, subheading, status, byline, reason, summary, sections } = view;
  const facts = [
    { label: t('What'), value: subheading },
    { label: t('Status'), value: status.label },
    { label: t('Who'), value: byline },
    { label: t('Why'), value: reason },
    ...view.facts,
  ].filter(({ value }) => value !== '');
  await vscode.env.clipboard.writeText(changeAsMarkdown({ heading, facts, lines: summary, sections, keys: lists }));
  tellDone(t('“{0}” is copied as Markdown.', heading));
}

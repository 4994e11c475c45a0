/** Open as Text Diff: what is there now beside what it would be, in the editor's own diff editor. */
import * as vscode from 'vscode';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { definitionText } from '../definitionText.ts';
import { showTextDiff } from '../showTextDiff.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import { keysEffectOf } from './reviewKeys.ts';
import { baseOf, panelTitle, type Shown } from './shown.ts';

const { t } = vscode.l10n;

export async function openTextDiff(texts: ReadOnlyText, shown: Shown): Promise<void> {
  const { request } = shown.reviewed;
  const base = baseOf(shown);
  const title = panelTitle(shown);
  const isOver = isFinal(request);
  const names = [isOver ? t('{0} – before', title) : t('{0} – now', title), t('{0} – afterwards', title)] as const;
  const caption = isOver ? t('{0}: before ↔ afterwards', title) : t('{0}: now ↔ afterwards', title);
  if (base.kind === 'unknown') return;
  if (base.kind === 'definition') {
    const [before, after] = await Promise.all([
      definitionText(base.definition),
      definitionText(definitionAfter(request, base.definition)),
    ]);
    await showTextDiff(texts, caption, { name: `${names[0]}.yaml`, text: before }, { name: `${names[1]}.yaml`, text: after });
    return;
  }
  const removed = new Set(keysEffectOf(shown)?.removed);
  const after = [...base.keys.filter((key) => !removed.has(key)), ...(keysEffectOf(shown)?.added ?? [])];
  await showTextDiff(
    texts,
    caption,
    { name: `${names[0]}.txt`, text: keysText(base.keys) },
    { name: `${names[1]}.txt`, text: keysText(after) },
  );
}

/** Sorted by their characters, so that the same keys are the same text. */
function keysText(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `${keys.toSorted().join('\n')}\n`;
}

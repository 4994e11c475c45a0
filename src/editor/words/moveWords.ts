/**
 * Describes how the treatments of a line's keys change: "20% move from “off” to “v2”, 10% from “v2” to “v1” (off 80% → 60%,
 * v1 10% → 20%, v2 10% → 20%)".
 */
import * as vscode from 'vscode';
import type { GroupLine, Move, Share } from '../../domain/audiences/audienceChange.ts';
import { formatPercent } from './requestWords.ts';
import type { Naming } from './groupWords.ts';
import { nameOf, quoted } from './quotes.ts';

const { t } = vscode.l10n;

export const treatmentName = (name: string | undefined): string => (name === undefined ? t('no treatment') : nameOf(name));

/**
 * Returns a treatment in quotation marks. For sentences in which a name such as “on” would be read as a word of the sentence.
 */
export const quotedTreatment = (name: string | undefined): string => (name === undefined ? t('no treatment') : quoted(name));

export function movesText({ moves, before, after, unknown }: GroupLine, { before: old, after: now }: Naming): string {
  const doubt = unknown && moves.length > 0 ? t('for some keys, the result isn’t known') : '';
  if (unknown && moves.length === 0) return t('the result isn’t known');
  if (!old && after) return t('no definition → {0}', sharesText(after));
  if (!now && before) return t('{0} → no definition', sharesText(before));
  const [first, ...others] = moves as [Move, ...Move[]];
  const isWhole = others.length === 0 && first.least === 100;
  if (isWhole) return [`${treatmentName(first.from)} → ${treatmentName(first.to)}`, doubt].filter(Boolean).join('; ');
  const only = after?.length === 1 ? after[0] : undefined;
  if (only && !before) {
    const from = moves.map((move) => t('{0} get {1}', spanText(move), quotedTreatment(move.from))).join(', ');
    return [t('all get {0} after the change (before the change: {1})', quotedTreatment(only.treatment), from), doubt].filter(Boolean).join('; '); // prettier-ignore
  }
  const texts = moves.map((move, index) => {
    const parts = [spanText(move), quotedTreatment(move.from), quotedTreatment(move.to)] as const;
    return index === 0 ? t('{0} move from {1} to {2}', ...parts) : t('{0} from {1} to {2}', ...parts);
  });
  const shares = before && after ? ` (${changedShares(before, after)})` : '';
  return [`${texts.join(', ')}${shares}`, doubt].filter(Boolean).join('; ');
}

export function spanText({ least, most }: Move): string {
  if (least === most) return formatPercent(least);
  return least === 0 ? t('up to {0}', formatPercent(most)) : t('{0} to {1}', formatPercent(least), formatPercent(most));
}

/** Returns the shares of all treatments before and after the change: "off 90% → 0%, on 10% → 100%". */
function changedShares(before: readonly Share[], after: readonly Share[]): string {
  const names = new Set([...before, ...after].map(({ treatment }) => treatment));
  const percent = (shares: readonly Share[], name: string | undefined): string =>
    formatPercent(shares.find(({ treatment }) => treatment === name)?.percent ?? 0);
  return [...names]
    .map((name) => {
      const [old, now] = [percent(before, name), percent(after, name)];
      return old === now ? `${treatmentName(name)} ${now}` : `${treatmentName(name)} ${old} → ${now}`;
    })
    .join(', ');
}

/** Returns for example "on 10%, off 90%". */
export const sharesText = (shares: readonly Share[]): string =>
  shares.map(({ treatment, percent }) => `${treatmentName(treatment)} ${formatPercent(percent)}`).join(', ');

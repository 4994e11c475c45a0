/** For whom a change of a segment's keys is: which rules and targets of flags they meet more, or no longer. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { unclearFlags, usesInFlags, type UseInFlag } from '../../domain/audiences/segmentUses.ts';
import type { KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { keysWords } from './requestWords.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { neutral } from './audienceWords.ts';
import { sharesText } from './moveWords.ts';
import { listed } from './matcherWords.ts';

const { t } = vscode.l10n;

/** `definitions` = those of the environment; undefined = not known, and nothing is said. */
export function segmentLines(
  segment: string,
  { added, removed, isKnown }: KeysEffect,
  definitions: readonly FlagDefinition[] | undefined,
): readonly SummaryLine[] {
  if (!definitions || !isKnown || added.length + removed.length === 0) return [];
  const uses = usesInFlags(definitions, segment);
  const unclear = unclearFlags(definitions);
  return [
    ...uses.flatMap((use) =>
      use.code === 'killed'
        ? [neutral(t('{0} uses it and is killed: nobody gets anything else until it is restored.', use.flag))]
        : [
            ...(added.length > 0 ? [lineOf(use, added.length, true)] : []),
            ...(removed.length > 0 ? [lineOf(use, removed.length, false)] : []),
          ],
    ),
    ...(uses.length > 0 ? [] : [neutral(t('No definition that this API key can read asks for {0}.', segment))]),
    ...(unclear.length > 0 ? [neutral(t('{0} may ask for it in a condition that is not known here.', listed(unclear)))] : []),
  ];
}

type LiveUse = Exclude<UseInFlag, { code: 'killed' }>;

function lineOf(use: LiveUse, count: number, isIn: boolean): SummaryLine {
  const isMore = isIn !== (use.code === 'rule' && use.isNegated);
  const keys = isMore ? t('{0} more', keysWords(count)) : t('{0} fewer', keysWords(count));
  return { text: useText(use, keys), tone: isMore ? 'info' : 'warning' };
}

function useText(use: LiveUse, keys: string): string {
  if (use.code === 'target') return t('{0} are individual targets of {1} in {2}.', keys, use.treatment, use.flag);
  const rule = t('rule {0} of {1} ({2})', use.index + 1, use.flag, sharesText(use.shares));
  return use.hasOthers
    ? t('{0} meet {1} if its other conditions hold, unless an earlier rule or a target has them.', keys, rule)
    : t('{0} meet {1}, unless an earlier rule or a target has them.', keys, rule);
}

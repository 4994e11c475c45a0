/** For whom a change of a segment's keys is: which rules and targets of flags they meet more, or no longer. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { unclearFlags, usesOf, type UseInFlag } from '../../domain/audiences/segmentUses.ts';
import type { KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { keysWords } from '../formats/requestWords.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { sharesText } from './audienceWords.ts';
import { listed } from './matcherWords.ts';

const { t } = vscode.l10n;

/** `definitions` = those of the environment; undefined = not known, and nothing is said. */
export function segmentLines(
  segment: string,
  { added, removed, isKnown }: KeysEffect,
  definitions: readonly FlagDefinition[] | undefined,
): readonly SummaryLine[] {
  if (!definitions || !isKnown || added.length + removed.length === 0) return [];
  const uses = usesOf(definitions, segment);
  const unclear = unclearFlags(definitions);
  return [
    ...uses.flatMap((use) => [
      ...(added.length > 0 ? [lineOf(use, added.length, true)] : []),
      ...(removed.length > 0 ? [lineOf(use, removed.length, false)] : []),
    ]),
    ...(uses.length > 0 ? [] : [noteOf(t('No definition that this API key can read asks for {0}.', segment))]),
    ...(unclear.length > 0 ? [noteOf(t('{0} may ask for it in a condition that is not known here.', listed(unclear)))] : []),
  ];
}

const noteOf = (text: string): SummaryLine => ({ text, tone: 'neutral' });

function lineOf(use: UseInFlag, count: number, isIn: boolean): SummaryLine {
  const keys = keysWords(count);
  switch (use.code) {
    case 'killed':
      return { text: t('{0} uses it and is killed: nobody gets anything else until it is restored.', use.flag), tone: 'neutral' };
    case 'target': {
      const { flag, treatment } = use;
      return isIn
        ? { text: t('{0} more are individual targets of {1} in {2}.', keys, treatment, flag), tone: 'info' }
        : { text: t('{0} are no individual targets of {1} in {2} any more.', keys, treatment, flag), tone: 'warning' };
    }
    case 'rule': {
      const more = isIn !== use.isNegated;
      const rule = t('rule {0} of {1} ({2})', use.index + 1, use.flag, sharesText(use.shares, undefined));
      return { text: ruleText(more, use.hasOthers, keys, rule), tone: more ? 'info' : 'warning' };
    }
    default:
      return use satisfies never;
  }
}

function ruleText(isMore: boolean, hasOthers: boolean, keys: string, rule: string): string {
  if (hasOthers)
    return isMore
      ? t('{0} more meet {1} if its other conditions hold, unless an earlier rule or a target has them.', keys, rule)
      : t('{0} fewer meet {1}, as far as its other conditions held and no earlier rule or target had them.', keys, rule);
  return isMore
    ? t('{0} more meet {1}, unless an earlier rule or a target has them.', keys, rule)
    : t('{0} fewer meet {1}, as far as no earlier rule or target had them.', keys, rule);
}

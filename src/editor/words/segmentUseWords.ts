/** Describes which rules and treatments are affected if the keys of a segment change. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { unclearFlags, usesInFlags, type UseInFlag } from '../../domain/audiences/segmentUses.ts';
import type { KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { formatNumber } from './requestWords.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { neutral } from './audienceWords.ts';
import { sharesText } from './moveWords.ts';
import { joined, quoted } from './quotes.ts';

const { t } = vscode.l10n;

/** The maximum number of flags that a sentence names. */
const MAX_FLAGS = 12;

/**
 * Describes which flags are affected by added or removed keys. `definitions` are those of the environment. If they are undefined
 * (not known), the result is empty. `isPartial`: the service did not list all of them, so they don't prove that no flag uses the
 * segment.
 */
export function segmentLines(
  segment: string,
  { added, removed, isKnown }: KeysEffect,
  definitions: readonly FlagDefinition[] | undefined,
  isPartial = false,
): readonly SummaryLine[] {
  if (!definitions || !isKnown || added.length + removed.length === 0) return [];
  const uses = usesInFlags(definitions, segment);
  const unclear = unclearFlags(definitions);
  const counts = [
    { count: added.length, isIn: true },
    { count: removed.length, isIn: false },
  ].filter(({ count }) => count > 0);
  return [
    ...uses.flatMap((use) =>
      isIdle(use) ? [neutral(idleText(use))] : counts.map(({ count, isIn }) => lineOf(use, count, isIn)),
    ),
    ...(uses.length > 0 || isPartial
      ? []
      : [neutral(t('No use of {0} was found in the definitions that this API key can read.', quoted(segment)))]),
    ...(unclear.length > 0
      ? [
          neutral(
            t(
              '{0} might use this segment in a condition that Flag Admin can’t evaluate.',
              joined(unclear.map(quoted), 'conjunction', MAX_FLAGS),
            ),
          ),
        ]
      : []),
  ];
}

type IdleUse = Extract<UseInFlag, { code: 'killed' | 'noTraffic' }>;
type LiveUse = Exclude<UseInFlag, IdleUse>;

const isIdle = (use: UseInFlag): use is IdleUse => use.code === 'killed' || use.code === 'noTraffic';

const idleText = ({ code, flag }: IdleUse): string =>
  code === 'killed'
    ? t('{0} uses this segment but is killed: nobody gets a different treatment until the flag is restored.', quoted(flag))
    : t('{0} uses this segment in a rule, but the flag’s traffic allocation is 0%, so no rule applies.', quoted(flag));

function lineOf(use: LiveUse, count: number, isIn: boolean): SummaryLine {
  const isMore = isIn !== (use.code === 'rule' && use.isNegated);
  return { text: useText(use, count, isMore), tone: isMore ? 'info' : 'warning' };
}

function useText(use: LiveUse, count: number, isMore: boolean): string {
  const number = formatNumber(count);
  if (use.code === 'target') {
    const where = [quoted(use.treatment), quoted(use.flag)] as const;
    if (count === 1)
      return isMore
        ? t('1 key becomes an individual target of {0} in {1}.', ...where)
        : t('1 key is no longer an individual target of {0} in {1}.', ...where);
    return isMore
      ? t('{0} keys become individual targets of {1} in {2}.', number, ...where)
      : t('{0} keys are no longer individual targets of {1} in {2}.', number, ...where);
  }
  const rule = t('rule {0} of {1} ({2})', use.index + 1, quoted(use.flag), sharesText(use.shares));
  const first = use.hasOthers
    ? t(
        'This applies to keys that also meet the rule’s other conditions, unless an individual target or an earlier rule decides first.',
      )
    : t('This applies unless an individual target or an earlier rule decides first.');
  const one = isMore ? t('1 more key meets {0}.', rule) : t('1 key no longer meets {0}.', rule);
  const several = isMore ? t('{0} more keys meet {1}.', number, rule) : t('{0} keys no longer meet {1}.', number, rule);
  return `${count === 1 ? one : several} ${first}`;
}

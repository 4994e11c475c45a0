/** Describes which rules and treatments are affected if the keys of a segment change. */
import * as vscode from 'vscode';
import { allDependantsOf } from '../../domain/audiences/dependants.ts';
import { flagsWithUnknownMatchers, usesInFlags, type UseInFlag } from '../../domain/audiences/segmentUses.ts';
import type { KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { formatNumber } from './requestWords.ts';
import type { SegmentUsers } from '../../operations/definitions/readAllDefinitions.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { neutral } from './audienceWords.ts';
import { sharesText } from './moveWords.ts';
import { MAX_FLAGS } from './noteWords.ts';
import { joined, quoted } from './quotes.ts';

const { t } = vscode.l10n;

/**
 * Describes which flags are affected by added or removed keys. `users` undefined = the definitions of the environment are not
 * known, so the result is empty. If they are not whole, they don't prove that no flag uses the segment.
 */
export function segmentLines(
  segment: string,
  { added, removed, isKnown }: KeysEffect,
  users: SegmentUsers | undefined,
): readonly SummaryLine[] {
  if (!users || !isKnown || added.length + removed.length === 0) return [];
  const { definitions, archived, isWhole } = users;
  const uses = usesInFlags(definitions, segment, archived);
  const current = definitions.filter(({ name }) => !archived.has(name));
  const unclear = flagsWithUnknownMatchers(current);
  const affected = new Set(uses.filter((use) => !isWithoutEffect(use)).map(({ flag }) => flag));
  const dependants = allDependantsOf(affected, current);
  const counts = [
    { count: added.length, isAddition: true },
    { count: removed.length, isAddition: false },
  ].filter(({ count }) => count > 0);
  return [
    ...uses.flatMap((use) => {
      if (isWithoutEffect(use)) return [neutral(withoutEffectText(use))];
      return use.code === 'unclear'
        ? [neutral(unclearText(use))]
        : counts.map(({ count, isAddition }) => lineOf(use, count, isAddition));
    }),
    ...(dependants.length > 0
      ? [
          neutral(
            t(
              'The change might also affect these flags, because they depend on flags that use this segment: {0}.',
              joined(dependants.map(quoted), 'conjunction', MAX_FLAGS),
            ),
          ),
        ]
      : []),
    ...(uses.length > 0 || !isWhole
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

type UseWithoutEffect = Extract<UseInFlag, { code: 'archived' | 'killed' | 'noTraffic' }>;
type UnclearUse = Extract<UseInFlag, { code: 'unclear' }>;
type UseWithEffect = Exclude<UseInFlag, UseWithoutEffect | UnclearUse>;

const isWithoutEffect = (use: UseInFlag): use is UseWithoutEffect =>
  use.code === 'archived' || use.code === 'killed' || use.code === 'noTraffic';

const unclearText = ({ flag, index }: UnclearUse): string =>
  t('{0} uses this segment in rule {1}. Flag Admin can’t tell which keys meet this rule.', quoted(flag), index + 1);

function withoutEffectText(use: UseWithoutEffect): string {
  const flag = quoted(use.flag);
  if (use.code === 'archived')
    return t('{0} uses this segment but is archived: nobody gets a different treatment until the flag is unarchived.', flag);
  return use.code === 'killed'
    ? t('{0} uses this segment but is killed: nobody gets a different treatment until the flag is restored.', flag)
    : t('{0} uses this segment in a rule, but the flag’s traffic allocation is 0%, so no rule applies.', flag);
}

function lineOf(use: UseWithEffect, count: number, isAddition: boolean): SummaryLine {
  const getsMore = isAddition !== (use.code === 'rule' && use.isNegated);
  return { text: useText(use, count, getsMore), tone: getsMore ? 'info' : 'warning' };
}

function useText(use: UseWithEffect, count: number, getsMore: boolean): string {
  if (use.code === 'target') {
    const text = targetText(use, count, getsMore);
    return use.hasOthers
      ? `${text} ${t('This does not apply to keys that the treatment also lists individually or through a different segment.')}`
      : text;
  }
  const place = [use.index + 1, quoted(use.flag)] as const;
  const shares = sharesText(use.shares);
  const rule = shares === '' ? t('rule {0} of {1}', ...place) : t('rule {0} of {1} ({2})', ...place, shares);
  const number = formatNumber(count);
  const one = getsMore ? t('1 more key meets {0}.', rule) : t('1 key no longer meets {0}.', rule);
  const several = getsMore ? t('{0} more keys meet {1}.', number, rule) : t('{0} keys no longer meet {1}.', number, rule);
  return [count === 1 ? one : several, limitText(use)].filter(Boolean).join(' ');
}

function targetText({ treatment, flag }: Extract<UseWithEffect, { code: 'target' }>, count: number, getsMore: boolean): string {
  const where = [quoted(treatment), quoted(flag)] as const;
  if (count === 1)
    return getsMore
      ? t('1 key becomes an individual target of {0} in {1}.', ...where)
      : t('1 key is no longer an individual target of {0} in {1}.', ...where);
  const number = formatNumber(count);
  return getsMore
    ? t('{0} keys become individual targets of {1} in {2}.', number, ...where)
    : t('{0} keys are no longer individual targets of {1} in {2}.', number, ...where);
}

/** Says which keys the rule does not decide for. Empty if there are no such keys. */
function limitText({ index, hasOthers, hasTargets, fields }: Extract<UseWithEffect, { code: 'rule' }>): string {
  const parts = [
    ...fields.map(quoted),
    ...(hasTargets ? [t('an individual target')] : []),
    ...(index > 0 ? [t('an earlier rule')] : []),
  ];
  if (parts.length === 0) return hasOthers ? t('This applies to keys that also meet the rule’s other conditions.') : '';
  const first = joined(parts, 'disjunction');
  return hasOthers
    ? t('This applies to keys that also meet the rule’s other conditions, unless {0} decides first.', first)
    : t('This applies unless {0} decides first.', first);
}

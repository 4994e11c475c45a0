/** The words of the hover on the name of a flag. */
import * as vscode from 'vscode';
import { targetsOf } from '../../domain/audiences/clauses.ts';
import { resultOf, sharesOf } from '../../domain/audiences/results.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import type { EnvironmentRef } from '../window/target.ts';
import { archivedSentence } from '../words/archivedWords.ts';
import { markdownHover } from '../words/escape.ts';
import { causeOf } from '../words/failureWords.ts';
import { matcherSentence } from '../words/matcherWords.ts';
import { sharesText, treatmentName } from '../words/moveWords.ts';
import { placeWords } from '../words/placeWords.ts';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import { bucketsText } from '../words/valueWords.ts';
import { flagCommand, type CodePlaces, type PlaceReading, type UseAt } from './places.ts';

const { t } = vscode.l10n;

/** Each environment takes a call. */
const MAX_ENVIRONMENTS = 10;
const MAX_RULES = 3;
const MAX_VALUES = 4;

/** The part of the hover that needs no definition. */
export function headText({ place, flag }: UseAt): vscode.MarkdownString {
  const { name, trafficType, description } = flag;
  const head = trafficType ? t('Flag {0} ({1})', name, trafficType.name) : t('Flag {0}', name);
  const lines = [head, description ?? '', isArchived(flag) ? archivedSentence(name) : ''];
  const links = [
    { label: t('Open Definition'), ...flagCommand(place, name, 'open') },
    { label: t('Compare'), ...flagCommand(place, name, 'compare') },
    { label: t('Find Uses'), ...flagCommand(place, name, 'findUses') },
  ];
  return markdownHover([...lines.filter((line) => line !== ''), links]);
}

/**
 * The part of the hover with the treatments that each environment serves. Reads definitions again that are older than a minute.
 */
export async function environmentsText({ place, flag }: UseAt, places: CodePlaces): Promise<vscode.MarkdownString> {
  const more = place.environments.length - MAX_ENVIRONMENTS;
  let oldest = Infinity;
  const part = async (environment: EnvironmentRef): Promise<Parameters<typeof markdownHover>[0]> => {
    const where = placeWords(environment, place.workspace);
    try {
      const reading = await places.definition(place, environment, flag.name);
      oldest = Math.min(oldest, reading.at);
      const lines = [t('{0}: {1}', where, servedText(reading)), ...ruleTexts(reading)];
      const id = reading.definition?.openChangeRequestId;
      const review = { label: t('Review the open change request'), command: 'flagAdmin.changeRequest.open', arguments: [id] };
      return [lines.join('\n'), ...(id ? [[review]] : [])];
    } catch (error) {
      return [t('{0}: {1}', where, causeOf(error))];
    }
  };
  const parts = await Promise.all(place.environments.slice(0, MAX_ENVIRONMENTS).map(part));
  return markdownHover([
    ...parts.flat(),
    ...(more > 0 ? [t('{0} more environments are not read.', formatNumber(more))] : []),
    ...(oldest < Infinity ? [t('Read {0}', formatTime(oldest))] : []),
  ]);
}

/** Returns what the environment serves, in one line. */
function servedText({ definition }: PlaceReading): string {
  if (!definition) return t('no definition, so applications get “control”');
  if (definition.killed) return t('killed, everybody gets {0}', treatmentName(definition.defaultTreatment ?? undefined));
  const shares = sharesText(sharesOf(resultOf(definition, { code: 'defaultRule' }))) || t('not known');
  return definition.rules.length > 0 && definition.trafficAllocation !== 0 ? t('{0} for everybody else', shares) : shares;
}

function ruleTexts({ definition }: PlaceReading): readonly string[] {
  if (!definition || definition.killed) return [];
  const { rules, treatments } = definition;
  const targeted = treatments.filter((one) => targetsOf(one).length > 0).map(({ name }) => treatmentName(name));
  const shown = rules.slice(0, MAX_RULES).map(({ condition, buckets }, index) => {
    const asks = condition.matchers.map((matcher) => matcherSentence(matcher, MAX_VALUES)).join(t(' and '));
    return `${t('rule {0}', index + 1)}: ${asks} → ${bucketsText(buckets)}`;
  });
  return [
    ...(targeted.length > 0 ? [t('individual targets of {0}', targeted.join(', '))] : []),
    ...shown,
    ...(rules.length > MAX_RULES ? [t('and {0} more rules', formatNumber(rules.length - MAX_RULES))] : []),
  ];
}

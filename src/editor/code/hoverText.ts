/** The text of the hover that appears at the name of a flag. */
import * as vscode from 'vscode';
import type { Flag, FlagDefinition } from '../../api/model.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { servedParts } from '../../domain/flagUses/served.ts';
import type { EnvironmentRef } from '../window/target.ts';
import { archivedSentence } from '../words/archivedWords.ts';
import { markdownHover } from '../words/escape.ts';
import { causeOf } from '../words/failureWords.ts';
import { deciderText } from '../words/groupWords.ts';
import { sharesText } from '../words/moveWords.ts';
import { placeWords } from '../words/placeWords.ts';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import { conditionLines } from '../words/ruleWords.ts';
import { flagCommand, type CodeFolders, type CodePlace } from './codeFolders.ts';

const { t } = vscode.l10n;

/** The maximum number of environments in a hover, because each environment takes a call. */
const MAX_ENVIRONMENTS = 10;
/** The maximum number of individual targets and rules that the hover shows for an environment. */
const MAX_PARTS = 4;
/** The maximum number of values that the hover shows for a condition. */
const MAX_VALUES = 4;

/** Returns the part of the hover that needs no definition. */
export function headText(place: CodePlace, flag: Flag): vscode.MarkdownString {
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

/** Returns the part of the hover about each environment. Reads definitions that have not been read in the last minute. */
export async function environmentsText(place: CodePlace, flag: Flag, folders: CodeFolders): Promise<vscode.MarkdownString> {
  const { environments, workspace } = place;
  let oldest = Infinity;
  const partOf = async (environment: EnvironmentRef): Promise<Parameters<typeof markdownHover>[0]> => {
    const where = placeWords(environment, workspace);
    try {
      const reading = folders.definition(place, environment, flag.name);
      const definition = await reading.definition;
      oldest = Math.min(oldest, reading.readOn);
      const lines = definition
        ? servedLines(definition)
        : [t('no definition, or this API key can’t see it; without a definition, applications get “control”')];
      const id = definition?.openChangeRequestId;
      const review = { label: t('Review the open change request'), command: 'flagAdmin.changeRequest.open', arguments: [id] };
      return [t('{0}: {1}', where, lines.join('\n')), ...(id ? [[review]] : [])];
    } catch (error) {
      return [t('{0}: {1}', where, causeOf(error))];
    }
  };
  const parts = await Promise.all(environments.slice(0, MAX_ENVIRONMENTS).map(partOf));
  const more = environments.length - MAX_ENVIRONMENTS;
  return markdownHover([
    ...parts.flat(),
    ...(more > 0 ? [t('Environments that are not shown: {0}', formatNumber(more))] : []),
    ...(oldest < Infinity ? [t('As of {0}', formatTime(oldest))] : []),
  ]);
}

/**
 * Returns what a definition serves: first to everybody to whom no target or rule applies, then to individual targets, and to
 * keys that meet a rule.
 */
function servedLines(definition: FlagDefinition): readonly string[] {
  const lines = servedParts(definition).map(({ by, shares }) => {
    const served = sharesText(shares) || t('not known');
    if (by.code !== 'rule') return `${deciderText(by)} → ${served}`;
    const conditions = conditionLines(definition.rules[by.index]!, MAX_VALUES).join(' ');
    return `${deciderText(by)}: ${conditions} → ${served}`;
  });
  const [others, more] = [lines.slice(0, -1).slice(0, MAX_PARTS), lines.length - 1 - MAX_PARTS];
  const details = [...others, ...(more > 0 ? [t('… and {0} more', formatNumber(more))] : [])];
  return [lines.at(-1)!, ...details.map((line) => `    ${line}`)];
}

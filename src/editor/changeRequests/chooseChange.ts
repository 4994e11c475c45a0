/** What is to become of a flag's definition. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition, FlagOperation } from '../../api/model.ts';
import { askChoice, type Answer, type Option, type Step } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import type { ProposedChange } from '../service/proposal.ts';
import type { FlagTarget } from '../service/target.ts';
import { openRequestSentence } from '../messages/lockedBy.ts';
import { reviewStep, tellRefusal } from '../messages/notifications.ts';
import type { SummaryItem } from '../../domain/definitions/summary.ts';
import { summarySentence } from '../changeTexts/summaryWords.ts';

const { t } = vscode.l10n;

/**
 * Asks what is to become of the flag that `targetOf` gives; a definition is written in its document, and submitted from there. An
 * undefined answer walks away: the user was told why, or knows.
 */
export function operationStep(
  connected: Connected,
  targetOf: () => FlagTarget | undefined,
  choose: (change: ProposedChange) => void,
): Step {
  return async (position) => {
    const target = targetOf();
    const operationType = target && (await askOperation(connected, target, position));
    if (!target || operationType === undefined || typeof operationType === 'symbol') return operationType as Answer<true>;
    if (operationType === 'UPDATE' || operationType === 'CREATE') {
      await vscode.commands.executeCommand('flagAdmin.flag.open', { target, isNew: operationType === 'CREATE' });
      return undefined;
    }
    choose({ operationType, flag: { name: target.name } });
    return true;
  };
}

async function askOperation(
  connected: Connected,
  target: FlagTarget,
  position: Parameters<Step>[0],
): Promise<Answer<FlagOperation>> {
  const { workspace, environment, name } = target;
  const live = await connected.client.readDefinition(workspace.id, name, environment.id).catch(unlessMissing);
  if (live?.openChangeRequestId) {
    const sentence = openRequestSentence(name, `${workspace.name} / ${environment.name}`);
    return tellRefusal(sentence, reviewStep(live.openChangeRequestId));
  }
  return askChoice<FlagOperation>({
    ...position,
    title: t('Change {0} in {1} / {2}', name, workspace.name, environment.name),
    placeholder: t('What is to become of it?'),
    options: operations(name, live),
  });
}

/** Only those that the service would take (admin-api.md, Flag operationType values). */
function operations(name: string, live: FlagDefinition | undefined): readonly Option<FlagOperation>[] {
  const option = (value: FlagOperation, icon: string, label: string, detail: string): Option<FlagOperation> => ({
    label,
    detail,
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  const inDocument = t('Opens it as a document: write it, save it, submit it');
  const effect = (item: SummaryItem): string => summarySentence(item).text;
  if (!live) return [option('CREATE', 'add', t('Add a definition of {0}', name), inDocument)];
  return [
    option('UPDATE', 'edit', t('Change {0}', name), inDocument),
    live.killed === true
      ? option('RESTORE', 'debug-restart', t('Restore {0}', name), effect({ code: 'restored' }))
      : option(
          'KILL',
          'circle-slash',
          t('Kill {0}', name),
          effect({ code: 'killed', treatment: live.defaultTreatment ?? undefined }),
        ),
    option('ARCHIVE', 'trash', t('Remove the definition of {0}', name), effect({ code: 'definitionRemoved' })),
  ];
}

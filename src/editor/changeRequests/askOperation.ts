import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition, FlagOperation } from '../../api/model.ts';
import { askChoice, type Answer, type Option, type Step } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import type { FlagTarget } from '../window/target.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import { tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import type { SummaryItem } from '../../domain/definitions/summary.ts';
import { summarySentence } from '../words/summaryWords.ts';
import { placeLabel } from '../words/placeWords.ts';

const { t } = vscode.l10n;

/**
 * How to change a flag. `page` opens the service's web console, the only place to archive or reallocate a flag, or to change
 * its tags or owners.
 */
export type FlagChoice = FlagOperation | 'page';

/**
 * Asks how to change a flag. Undefined if the user cancelled, or if a change request is already open and the user was told so.
 */
export async function askOperation(
  connected: Connected,
  target: FlagTarget,
  position: Parameters<Step>[0],
): Promise<Answer<FlagChoice>> {
  const { workspace, environment, name } = target;
  const live = await connected.client.readDefinition(workspace.id, name, environment.id).catch(unlessMissing);
  if (live?.openChangeRequestId) {
    const sentence = openRequestSentence(name, placeLabel(target));
    return tellRefusal(sentence, reviewStep(live.openChangeRequestId));
  }
  return askChoice<FlagChoice>({
    ...position,
    title: t('Change {0} in {1} / {2}', name, workspace.name, environment.name),
    placeholder: t('What do you want to do with this flag?'),
    options: [...operations(name, live), pageOption()],
  });
}

/**
 * The row for changes that are possible only in the web console. It is in the list because users look for these changes here.
 */
const pageOption = (): Option<FlagChoice> => ({
  label: t('Archive, reallocate traffic, change tags or owners…'),
  detail: t('Opens the flag in the service’s web console, the only place for these changes'),
  icon: new vscode.ThemeIcon('link-external'),
  value: 'page',
});

/** Returns the operations that the service would accept for this definition (admin-api.md, Flag operationType values). */
function operations(name: string, live: FlagDefinition | undefined): readonly Option<FlagOperation>[] {
  const option = (value: FlagOperation, icon: string, label: string, detail: string): Option<FlagOperation> => ({
    label,
    detail,
    icon: new vscode.ThemeIcon(icon),
    value,
  });
  const inDocument = t('Opens the definition as a document to edit, save and submit');
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

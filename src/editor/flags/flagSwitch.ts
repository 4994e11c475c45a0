/** Creates the change that kills or restores a flag, or removes its definition. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { changeDefinition, switchFlag, type FlagPlace } from '../../operations/definitions/changeFlag.ts';
import type { Answer } from '../ask/ask.ts';
import { askWay } from '../changes/askWay.ts';
import type { Change, Way } from '../changes/change.ts';
import type { ChangedObject } from '../changes/payload.ts';
import type { Connected } from '../window/connected.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import type { FlagTarget } from '../window/target.ts';
import { commandStep, tryAnyway, type NextStep } from '../words/nextSteps.ts';
import { killedSentence } from '../words/requestWords.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';

const { t } = vscode.l10n;

export type SwitchTo = 'killed' | 'restored' | 'removed';

export interface FlagSwitch {
  readonly to: SwitchTo;
  /** The reason, as the user typed it. */
  readonly comment: string;
  /** The definition, as it was when the user was asked. */
  readonly definition: FlagDefinition;
}

export function flagSwitch(connected: Connected, target: FlagTarget, { to, comment, definition }: FlagSwitch): Change {
  const { workspace, environment, name } = target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, flagName: name };
  const title = switchTitle(target, to);
  return {
    connected,
    workspace,
    environment,
    object: switchedObject(target, to),
    heading: title,
    titleAndComment: { title, comment },
    answered: 'titleAndComment',
    direct: {
      // A switch is urgent, so it is sent directly, unless the service required an approval last time. In that case the user
      // chooses, because the requirement may have ended.
      chooseWay: async (requiresApprovals) => (requiresApprovals === true ? askIfApprovalsRequired(target, title) : 'direct'),
      async send({ connected: { client }, titleAndComment }, permit) {
        const { outcome } = await tellProgress(title, () =>
          to === 'removed'
            ? changeDefinition(client, place, { wanted: undefined, isThere: true }, titleAndComment, { permit })
            : switchFlag(client, to, place, titleAndComment, { permit }),
        );
        if (outcome !== 'done') return { outcome };
        // The default treatment may have changed since the question, so the message names the current one, if it can be read.
        const now = to === 'killed' ? await readCurrentDefinition(client, place).catch(() => undefined) : undefined;
        return { outcome, message: [doneSentence(target, to, now?.defaultTreatment ?? undefined), undoStep(target, to)] };
      },
    },
    ...(to === 'removed' && {
      async isStillValid() {
        const now = await readCurrentDefinition(connected.client, place);
        if (isSameDefinition(definition, now) && (now?.killed === true) === (definition.killed === true)) return true;
        return tellChanged(target);
      },
    }),
    request: async () => ({ payload: { operationType: OPERATIONS[to], flag: { name } } }),
  };
}

const readCurrentDefinition = (
  client: Client,
  { workspaceId, flagName, environmentId }: FlagPlace,
): Promise<FlagDefinition | undefined> => client.readDefinition(workspaceId, flagName, environmentId).catch(unlessMissing);

function tellChanged(target: FlagTarget): false {
  tellRefusal(
    t('{0} was changed in the meantime. Nothing was sent.', inPlace(target.name, target)),
    commandStep(t('Open Flag Definition…'), 'flagAdmin.flag.open', { target }),
  );
  return false;
}

const OPERATIONS = { killed: 'KILL', restored: 'RESTORE', removed: 'ARCHIVE' } as const;

export const switchedObject = ({ name }: FlagTarget, to: SwitchTo): ChangedObject => ({
  kind: 'flag',
  name,
  operation: OPERATIONS[to],
});

const askIfApprovalsRequired = (target: FlagTarget, title: string): Promise<Answer<Way>> =>
  askWay({
    title,
    placeholder: t('At the last attempted change, {0} required an approval', target.environment.name),
    target,
    direct: { label: tryAnyway(), icon: 'zap' },
    isRequestFirst: true,
  });

export function switchTitle({ name }: FlagTarget, to: SwitchTo): string {
  if (to === 'killed') return t('Kill {0}', name);
  return to === 'restored' ? t('Restore {0}', name) : t('Remove the definition of {0}', name);
}

export function switchEffect(to: SwitchTo, treatment: string | undefined): string {
  if (to === 'restored') return t('The flag’s definition applies again');
  if (to === 'removed') return t('The flag is no longer served in this environment');
  return treatment ? t('Everybody gets the default treatment “{0}”', treatment) : t('Everybody gets the default treatment');
}

function doneSentence(target: FlagTarget, to: SwitchTo, treatment: string | undefined): string {
  const { name } = target;
  const where = placeLabel(target);
  if (to === 'killed') return killedSentence(name, where, treatment);
  if (to === 'restored') return t('{0} is restored in {1}: its definition applies again.', name, where);
  return t('{0} no longer has a definition in {1}.', name, where);
}

export function undoStep(target: FlagTarget, to: SwitchTo): NextStep {
  if (to === 'killed') return commandStep(t('Restore Flag…'), 'flagAdmin.flag.restore', { target });
  if (to === 'restored') return commandStep(t('Kill Flag…'), 'flagAdmin.flag.kill', { target });
  return commandStep(t('Open Flag Definition…'), 'flagAdmin.flag.open', { target });
}

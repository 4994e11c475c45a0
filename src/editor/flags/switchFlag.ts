/** Kill Flag…, Restore Flag… and Remove Flag Definition…: which flag → why → at once where that is allowed, else as a change request. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { changeDefinition, switchFlag } from '../../operations/definitions/changeFlag.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { askChoice, askText, back, type Answer } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { killedSentence, openRequestSentence } from '../words/requestWords.ts';
import { askPermit, connectedToChange } from '../ask/permit.ts';
import { chooseFlagPlace, flagAt } from '../ask/choosePlace.ts';
import { requestInstead } from '../changes/directChange.ts';
import type { Proposal } from '../changes/proposal.ts';
import { createDrafts } from '../changes/requestDrafts.ts';
import { flagFrom, type FlagTarget } from '../window/target.ts';
import { tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, reviewStep, type NextStep } from '../words/nextSteps.ts';
import { activeUri } from '../window/definitionUri.ts';
import type { FlagsDeps } from './index.ts';

const { t } = vscode.l10n;

type To = 'killed' | 'restored' | 'removed';

export const killFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => toggle(deps, argument, 'killed');
export const restoreFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => toggle(deps, argument, 'restored');
export const removeDefinition = (deps: FlagsDeps, argument: unknown): Promise<void> => toggle(deps, argument, 'removed');

async function toggle(deps: FlagsDeps, argument: unknown, to: To): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const target = flagFrom(argument) ?? (await flagAt(connected, argument)) ?? (await choose(deps, connected, headingOf(to)));
  if (!target || target === back) return;
  const definition = await toBeSwitched(connected, target, to);
  if (!definition) return;
  const treatment = definition.defaultTreatment ?? undefined;
  const comment = await askText({
    title: t('{0} in {1} / {2}', titleOf({ target, to }), target.workspace.name, target.environment.name),
    prompt: `${effectOf(to, treatment)}. ${t('Why? It is kept in the history.')}`,
    // The reason outlasts an Escape in the questions of the change request that it became.
    value: createDrafts(deps.workspaceMemory).of(connected, target.environment.id, draftOf(target, to))?.typed.comment ?? '',
    validate: (text) => (text.trim() === '' ? t('Write a word or two.') : undefined),
  });
  if (typeof comment !== 'string') return;
  await carryOut(deps, { connected, target, to, comment: comment.trim(), treatment });
}

/** The flag whose definition is open is the likeliest one. */
async function choose({ memory }: FlagsDeps, connected: Connected, title: string): Promise<Answer<FlagTarget>> {
  const first = await flagAt(connected, activeUri());
  return chooseFlagPlace({ connected, memory, title }, { first, isProductionFirst: true });
}

interface Switch {
  readonly connected: Connected;
  readonly target: FlagTarget;
  readonly to: To;
  readonly comment: string;
  /** The default treatment, where there is one. */
  readonly treatment: string | undefined;
}

const draftOf = ({ name }: FlagTarget, to: To) => ({ kind: 'flag', name, operation: OPERATIONS[to] }) as const;

async function carryOut(deps: FlagsDeps, wanted: Switch): Promise<void> {
  const { connected, target, to } = wanted;
  const { workspace, environment } = target;
  if (deps.serviceFacts.isGated(connected.origin, environment.id) === true) {
    const way = await askWay(wanted);
    if (way !== 'directly') return way === 'request' ? propose(deps, wanted, { isRefused: false }) : undefined;
  }
  const title = titleOf(wanted);
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
  if (!permit) return undefined;
  const changed = await tellProgress(title, () => act(wanted, permit));
  const { origin, connectionId } = connected;
  const draft = { origin, connectionId, environment, object: draftOf(target, to) };
  const instead = await requestInstead(deps, changed, draft);
  if (instead) return propose(deps, wanted, instead);
  return tellDone(doneSentence(wanted, `${workspace.name} / ${environment.name}`), undoStep(to, target));
}

/** That it asked for an approval is how it was: change control may be off by now. */
async function askWay({ target, ...wanted }: Switch): Promise<'request' | 'directly' | undefined> {
  const answer = await askChoice<'request' | 'directly'>({
    title: titleOf({ target, ...wanted }),
    placeholder: t('{0} asked for an approval last time', target.environment.name),
    options: [
      { label: t('Submit as a change request…'), icon: new vscode.ThemeIcon('git-pull-request'), value: 'request' },
      { label: t('Try it directly all the same'), icon: new vscode.ThemeIcon('zap'), value: 'directly' },
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function propose(
  { propose: submit }: FlagsDeps,
  wanted: Switch,
  after: Pick<Proposal, 'isRefused' | 'isInstead'>,
): Promise<void> {
  const { connected, target, to, comment } = wanted;
  const { workspace, environment, name } = target;
  await submit({
    connected,
    workspace,
    environment,
    change: { operationType: OPERATIONS[to], flag: { name } },
    ...after,
    isExplained: true,
    suggestedTitle: titleOf(wanted),
    suggestedComment: comment,
  });
}

const OPERATIONS = { killed: 'KILL', restored: 'RESTORE', removed: 'ARCHIVE' } as const;

function act({ connected, target, to, comment }: Switch, permit: WritePermit) {
  const { workspace, environment, name } = target;
  const place = { workspaceId: workspace.id, environmentId: environment.id, flagName: name };
  const explanation = { title: titleOf({ target, to }), comment };
  return to === 'removed'
    ? changeDefinition(connected.client, place, { wanted: undefined, isThere: true }, explanation, { permit })
    : switchFlag(connected.client, to, place, explanation, { permit });
}

function headingOf(to: To): string {
  if (to === 'killed') return t('Kill Flag');
  return to === 'restored' ? t('Restore Flag') : t('Remove Flag Definition');
}

function effectOf(to: To, treatment: string | undefined): string {
  if (to === 'restored') return t('Its rules apply again');
  if (to === 'removed') return t('The flag is not served in this environment any more');
  return treatment ? t('Everybody gets the default treatment “{0}”', treatment) : t('Everybody gets the default treatment');
}

function doneSentence({ to, target: { name }, treatment }: Switch, where: string): string {
  if (to === 'killed') return killedSentence(name, where, treatment);
  if (to === 'restored') return t('{0} is restored in {1}: its rules apply again.', name, where);
  return t('{0} has no definition in {1} any more.', name, where);
}

function undoStep(to: To, target: FlagTarget): NextStep {
  if (to === 'killed') return commandStep(t('Restore Flag…'), 'flagAdmin.flag.restore', { target });
  if (to === 'restored') return commandStep(t('Kill Flag…'), 'flagAdmin.flag.kill', { target });
  return commandStep(t('Open Flag Definition…'), 'flagAdmin.flag.open', { target });
}

function titleOf({ target, to }: Pick<Switch, 'target' | 'to'>): string {
  if (to === 'killed') return t('Kill {0}', target.name);
  return to === 'restored' ? t('Restore {0}', target.name) : t('Remove the definition of {0}', target.name);
}

/** Its definition now; undefined, and the user is told, where there is nothing to do. */
async function toBeSwitched(
  { client }: Connected,
  { workspace, environment, name }: FlagTarget,
  to: To,
): Promise<FlagDefinition | undefined> {
  const definition = await client.readDefinition(workspace.id, name, environment.id).catch(unlessMissing);
  const place = `${workspace.name} / ${environment.name}`;
  if (!definition) return tellRefusal(t('{0} has no definition in {1}, or this API key may not see it.', name, place));
  if (to !== 'removed' && (definition.killed === true) === (to === 'killed'))
    return tellRefusal(
      to === 'killed'
        ? killedSentence(name, place, definition.defaultTreatment ?? undefined)
        : t('{0} is not killed in {1}.', name, place),
    );
  const { openChangeRequestId } = definition;
  return openChangeRequestId ? tellRefusal(openRequestSentence(name, place), reviewStep(openChangeRequestId)) : definition;
}

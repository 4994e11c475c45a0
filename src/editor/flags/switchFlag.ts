/** Kill Flag… and Restore Flag…: which flag → why → at once where that is allowed, else as a change request. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import { switchFlag } from '../../operations/switchFlag.ts';
import { askChoice, askText } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { askPermit, requireWritable } from '../permit.ts';
import { flagFrom, type FlagTarget } from '../target.ts';
import { commandStep, tellDone, tellProgress, tellRefusal } from '../tell.ts';
import { commands } from '../names.ts';
import { requireTrust } from '../trust.ts';
import { chooseFlag } from '../chooseFlag.ts';
import type { FlagsDeps } from './index.ts';

const { t } = vscode.l10n;

type To = 'killed' | 'restored';

export const killFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => toggle(deps, argument, 'killed');
export const restoreFlag = (deps: FlagsDeps, argument: unknown): Promise<void> => toggle(deps, argument, 'restored');

async function toggle(deps: FlagsDeps, argument: unknown, to: To): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const heading = to === 'killed' ? t('Kill Flag') : t('Restore Flag');
  const target = flagFrom(argument) ?? (await chooseFlag(connected, heading));
  if (!target || !(await isToBeSwitched(connected, target, to))) return;
  const comment = await askText({
    title: t('{0}: {1} in {2} / {3}', heading, target.name, target.workspace.name, target.environment.name),
    prompt:
      to === 'killed'
        ? t('Everybody gets the default treatment at once. Why? It is kept in the history.')
        : t('Its rules apply again. Why? It is kept in the history.'),
    validate: (text) => (text.trim() === '' ? t('Write a word or two, for those who look later.') : undefined),
  });
  if (typeof comment !== 'string') return;
  await carryOut(deps, { connected, target, to, comment: comment.trim() });
}

interface Switch {
  readonly connected: Connected;
  readonly target: FlagTarget;
  readonly to: To;
  readonly comment: string;
}

async function carryOut(deps: FlagsDeps, wanted: Switch): Promise<void> {
  const { connected, target, to, comment } = wanted;
  const { workspace, environment, name } = target;
  const { learnt } = deps;
  if (learnt.isGated(connected.origin, environment.id) === true) {
    const way = await askWay(wanted);
    if (way !== 'directly') return way === 'request' ? propose(deps, wanted, false) : undefined;
  }
  const title = titleOf(wanted);
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, title);
  if (!permit) return undefined;
  const place = { workspaceId: workspace.id, environmentId: environment.id, flagName: name };
  const { outcome } = await tellProgress(title, () => switchFlag(connected.client, to, place, { title, comment }, { permit }));
  switch (outcome) {
    case 'done':
      await learnt.rememberGated(connected.origin, environment.id, false);
      deps.refresh();
      tellDone(
        to === 'killed'
          ? t('{0} is killed in {1} / {2}: everybody gets its default treatment.', name, workspace.name, environment.name)
          : t('{0} is restored in {1} / {2}: its rules apply again.', name, workspace.name, environment.name),
        to === 'killed'
          ? commandStep(t('Restore Flag…'), commands.restoreFlag, { target })
          : commandStep(t('Kill Flag…'), commands.killFlag, { target }),
      );
      return undefined;
    case 'approvalsRequired':
      await learnt.rememberGated(connected.origin, environment.id, true);
      return propose(deps, wanted, true);
    case 'notDirectly':
      return propose(deps, wanted, false);
    default:
      return outcome satisfies never;
  }
}

/** That it asked for an approval is how it was: change control may be off by now. */
async function askWay({ target, ...wanted }: Switch): Promise<'request' | 'directly' | undefined> {
  const answer = await askChoice<'request' | 'directly'>({
    title: titleOf({ target, ...wanted }),
    placeholder: t('{0} asked for an approval last time', target.environment.name),
    options: [
      { label: t('Submit it as a change request'), icon: new vscode.ThemeIcon('git-pull-request'), value: 'request' },
      { label: t('Try it directly all the same'), icon: new vscode.ThemeIcon('zap'), value: 'directly' },
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

async function propose({ propose: submit }: FlagsDeps, wanted: Switch, isRefused: boolean): Promise<void> {
  const { connected, target, to, comment } = wanted;
  const { workspace, environment, name } = target;
  await submit({
    connected,
    workspace,
    environment,
    change: { operationType: to === 'killed' ? 'KILL' : 'RESTORE', flag: { name } },
    isRefused,
    isExplained: true,
    suggestedTitle: titleOf(wanted),
    suggestedComment: comment,
  });
}

const titleOf = ({ target, to }: Switch): string =>
  to === 'killed' ? t('Kill {0}', target.name) : t('Restore {0}', target.name);

/** False, and the user is told, where there is nothing to do. */
async function isToBeSwitched({ client }: Connected, { workspace, environment, name }: FlagTarget, to: To): Promise<boolean> {
  const definition = await client.readDefinition(workspace.id, name, environment.id).catch((error: unknown) => {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  });
  const place = `${workspace.name} / ${environment.name}`;
  if (!definition) {
    tellRefusal(t('{0} has no definition in {1}, or this API key may not see it.', name, place));
    return false;
  }
  if ((definition.killed === true) === (to === 'killed')) {
    tellRefusal(to === 'killed' ? t('{0} is killed already in {1}.', name, place) : t('{0} is not killed in {1}.', name, place));
    return false;
  }
  if (definition.openChangeRequestId) {
    tellRefusal(
      t('A change request is open on {0} in {1}: decide it first, or withdraw it.', name, place),
      commandStep(t('Review'), commands.openRequest, definition.openChangeRequestId),
    );
    return false;
  }
  return true;
}

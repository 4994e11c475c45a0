/**
 * Submit Change Request…: lets the user continue a draft, or asks for the flag or segment, the environment and the operation.
 * Then shows the confirmation list with the title and the other values of the request.
 */
import * as vscode from 'vscode';
import { askChoice, askSeveral, askSteps, back, type Answer, type Option, type Step } from '../ask/ask.ts';
import type { Store } from '../../operations/learned/store.ts';
import type { Connected } from '../window/connected.ts';
import { connectedToChange } from '../ask/permit.ts';
import { chooseFlagPlace } from '../ask/choosePlace.ts';
import { requestOnly } from '../changes/change.ts';
import { makeChange } from '../changes/makeChange.ts';
import type { Payload } from '../changes/payload.ts';
import { environmentIcon, environmentOfWorkspace } from '../words/placeWords.ts';
import { ageInWords, shortLine } from '../words/requestWords.ts';
import { flagFrom, segmentFrom, type FlagTarget, type SegmentTarget } from '../window/target.ts';
import { askOperation } from './askOperation.ts';
import { createRequestDrafts, type Draft } from '../changes/requestDrafts.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

type KeysCommand = 'flagAdmin.segment.uploadKeys' | 'flagAdmin.segment.removeKeys';
type Subject = 'flag' | KeysCommand | Draft;

export async function submitChangeRequestCommand(services: Services, argument: unknown): Promise<void> {
  const connected = await connectedToChange(services.connections);
  if (!connected) return;
  const flag = flagFrom(argument);
  if (flag) {
    await askSteps(flagSteps(services, connected, flag));
    return;
  }
  const segment = segmentFrom(argument);
  let subject: Subject | undefined;
  const pickSubject: Step = async (position) => {
    for (;;) {
      const answer = await askSubject(services, connected, segment !== undefined, position);
      if (answer === undefined || typeof answer === 'symbol') return answer;
      if (answer !== 'discard') {
        subject = answer;
        return true;
      }
      await discardDrafts(services, connected);
    }
  };
  for (;;) {
    const ofFlag = flagSteps(services, connected, undefined).map((ask) => ({ applies: () => subject === 'flag', ask }));
    if (!(await askSteps([pickSubject, ...ofFlag])) || subject === undefined || subject === 'flag') return;
    if (typeof subject === 'object') return goOn(services, connected, subject);
    const outcome = await changeKeys(subject, { ...(segment && { target: segment }), canGoBack: true });
    if (outcome !== 'back') return;
  }
}

/**
 * Runs a command that adds or removes the keys of a file. Because of `prefersRequest`, the command offers a change request
 * before a direct change. Returns 'back' if the user pressed Back in its first question.
 */
async function changeKeys(
  command: KeysCommand,
  wanted: { readonly target?: SegmentTarget; readonly canGoBack?: boolean },
): Promise<unknown> {
  return vscode.commands.executeCommand(command, { ...wanted, prefersRequest: true });
}

/**
 * Returns the questions in order, from the flag to the confirmation list. The user can go back from each. `given`: the flag with
 * which the command was called. It is not asked for.
 */
function flagSteps(services: Services, connected: Connected, given: FlagTarget | undefined): readonly Step[] {
  let target = given;
  let payload: Payload | undefined;
  const pickFlag: Step = async (position) => {
    const title = t('Submit Change Request');
    const answer = await chooseFlagPlace({ ...position, connected, memory: services.memory, title }, { excludesArchived: true });
    if (answer === undefined || answer === back) return answer;
    target = answer;
    return true;
  };
  const askChange: Step = async (position) => {
    if (!target) return undefined;
    const operationType = await askOperation(connected, target, position);
    if (operationType === undefined || operationType === back) return operationType;
    if (operationType === 'page') {
      await vscode.commands.executeCommand('flagAdmin.node.openInBrowser', { target });
      return undefined;
    }
    if (operationType === 'UPDATE' || operationType === 'CREATE') {
      // The user edits the definition in its document, and submits it from there.
      await vscode.commands.executeCommand('flagAdmin.flag.open', { target, isNew: operationType === 'CREATE' });
      return undefined;
    }
    payload = { operationType, flag: { name: target.name } };
    return true;
  };
  const submit: Step = async (position) => {
    if (!target || !payload) return undefined;
    const { workspace, environment } = target;
    return makeChange(services, requestOnly({ connected, workspace, environment }, payload), position);
  };
  return [...(given ? [] : [pickFlag]), askChange, submit];
}

/**
 * Continues a draft of a change request. The texts of the draft are suggested. For a segment, the keys are read from their file
 * again.
 */
async function goOn(services: Services, connected: Connected, draft: Draft): Promise<void> {
  const { change, object, workspace, environment } = draft;
  if (change) return void (await makeChange(services, requestOnly({ connected, workspace, environment }, change)));
  const target: SegmentTarget = { kind: 'segment', workspace, environment, name: object.name, trafficType: '' };
  const command = object.operation === 'ARCHIVE' ? 'flagAdmin.segment.removeKeys' : 'flagAdmin.segment.uploadKeys';
  await changeKeys(command, { target });
}

async function askSubject(
  { workspaceMemory }: Services,
  connected: Connected,
  isSegment: boolean,
  position: Parameters<Step>[0],
): Promise<Answer<Subject | 'discard'>> {
  const drafts = offeredDrafts(workspaceMemory, connected);
  const discard = { label: t('Discard drafts…'), icon: new vscode.ThemeIcon('discard'), value: 'discard' } as const;
  const keys: readonly Option<Subject>[] = [
    {
      label: t('Add keys to a segment, from the current file…'),
      icon: new vscode.ThemeIcon('add'),
      value: 'flagAdmin.segment.uploadKeys',
    },
    {
      label: t('Remove keys from a segment, as listed in the current file…'),
      icon: new vscode.ThemeIcon('remove'),
      value: 'flagAdmin.segment.removeKeys',
    },
  ];
  const flag: Option<Subject> = {
    label: t('Change a flag in an environment…'),
    icon: new vscode.ThemeIcon('symbol-boolean'),
    value: 'flag',
  };
  return askChoice<Subject | 'discard'>({
    ...position,
    title: t('Submit Change Request'),
    placeholder: t('What do you want to change?'),
    options: isSegment
      ? keys
      : [
          ...(drafts.length > 0 ? [{ separator: t('drafts') }, ...drafts.map(draftOption), discard, { separator: '' }] : []),
          flag,
          ...keys,
        ],
  });
}

/** Returns the drafts that this command can continue. An upload in several parts is continued by Resume Upload… instead. */
const offeredDrafts = (store: Store, connected: Connected): readonly Draft[] =>
  createRequestDrafts(store)
    .all(connected)
    .filter(({ change, object, isPart }) => change !== undefined || (object.kind === 'segment' && !isPart));

async function discardDrafts({ workspaceMemory }: Services, connected: Connected): Promise<void> {
  const ticked = await askSeveral<Draft>({
    title: t('Discard drafts…'),
    placeholder: t('Select the drafts to discard'),
    options: offeredDrafts(workspaceMemory, connected).map(draftOption),
  });
  if (ticked === undefined || typeof ticked === 'symbol') return;
  for (const draft of ticked) await createRequestDrafts(workspaceMemory).drop(draft);
}

function draftOption(draft: Draft): Option<Draft> {
  const { typed, object, workspace, environment, at } = draft;
  return {
    label: shortLine(typed.title || object.name),
    description: `${environmentOfWorkspace(environment, workspace.name)} · ${object.name}`,
    detail: t('Last edited {0}', ageInWords(at)),
    icon: environmentIcon(environment),
    value: draft,
  };
}

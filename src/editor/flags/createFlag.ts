/**
 * Create Flag…: asks for workspace, name, traffic type and description, creates the flag, and offers to write its first
 * definition.
 */
import * as vscode from 'vscode';
import { sendNewFlag } from '../../operations/definitions/changeFlag.ts';
import { askChoice, askSteps, askText } from '../ask/ask.ts';
import { askTrafficType, askWorkspace, environmentOptions } from '../ask/placeOptions.ts';
import type { Connected } from '../window/connected.ts';
import { orLogged } from '../window/log.ts';
import { connectedToChange, requestPermit } from '../ask/permit.ts';
import { pinUnlisted } from '../../operations/learned/pinnedFlags.ts';
import { workspaceFrom, type EnvironmentRef, type FlagTarget, type WorkspaceRef } from '../window/target.ts';
import { nameSentence } from '../words/nameWords.ts';
import { tellDone } from '../window/notifications.ts';
import { orChangeFailed } from '../changes/attempt.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import type { Services } from '../window/services.ts';

const { t } = vscode.l10n;

export async function createFlagCommand(services: Services, argument: unknown): Promise<void> {
  const connected = await connectedToChange(services.connections);
  if (!connected) return;
  const title = t('Create Flag');
  const given = workspaceFrom(argument);
  const typed: { workspace: WorkspaceRef | undefined; name: string; trafficType: string; description: string } = {
    workspace: given?.workspace,
    name: '',
    trafficType: '',
    description: '',
  };
  const isAnswered = await askSteps([
    {
      applies: () => !given,
      ask: async (position) => {
        const answer = await askWorkspace(connected, { ...position, title });
        if (answer === undefined || typeof answer === 'symbol') return answer;
        typed.workspace = answer;
        return true;
      },
    },
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: t('Name of the new flag in {0}: applications ask for it by this name', typed.workspace?.name ?? ''),
        value: typed.name,
        validate: (text) => nameSentence(text),
        check: async (text) => nameSentence(text, await takenNames(connected, typed.workspace, text.trim())),
      });
      if (typeof answer !== 'string') return answer;
      typed.name = answer.trim();
      return true;
    },
    async (position) => {
      if (!typed.workspace) return undefined;
      const answer = await askTrafficType(connected, typed.workspace, { ...position, title }, typed.trafficType);
      if (typeof answer !== 'string') return answer;
      typed.trafficType = answer.trim();
      return true;
    },
    async (position) => {
      const prompt = t('What is the flag for? (optional)');
      const answer = await askText({ ...position, title, prompt, value: typed.description });
      if (typeof answer !== 'string') return answer;
      typed.description = answer.trim();
      return true;
    },
  ]);
  const { workspace, name, trafficType, description } = typed;
  const permit = isAnswered && workspace ? requestPermit(connected) : undefined;
  if (!workspace || !permit) return;
  await orChangeFailed(outcomeSentences(t('Create {0} in {1}', name, workspace.name)), () =>
    sendNewFlag(connected.client, { workspaceId: workspace.id, trafficType }, { name, description }, { permit }),
  );
  await orLogged(pinUnlisted(services.memory, connected, workspace.id, name), services.log);
  const place = { object: 'flag', workspaceId: workspace.id, name } as const;
  services.events.fire({ kind: 'object', connection: connected.connectionId, place, isChanged: true });
  tellDone(t('{0} was created in {1}.', name, workspace.name), {
    label: t('Write a Definition…'),
    log: services.log,
    run: () => writeDefinition(connected, workspace, name, given?.environment),
  });
}

/**
 * Returns a set with the name if it is taken. If the service can't be asked now, the set is empty, and the service later
 * refuses a taken name.
 */
async function takenNames(
  { client }: Connected,
  workspace: WorkspaceRef | undefined,
  name: string,
): Promise<ReadonlySet<string>> {
  const flag = workspace && (await client.readFlag(workspace.id, name).catch(() => undefined));
  return new Set(flag ? [name] : []);
}

async function writeDefinition(
  connected: Connected,
  workspace: WorkspaceRef,
  name: string,
  given: EnvironmentRef | undefined,
): Promise<void> {
  const environment =
    given ??
    (await askChoice<EnvironmentRef>({
      title: t('Add a definition of {0}', name),
      isFirstActive: true,
      placeholder: t('Which environment?'),
      options: environmentOptions(connected, workspace),
    }));
  if (environment === undefined || typeof environment === 'symbol') return;
  const target: FlagTarget = { kind: 'flag', workspace, environment, name };
  await vscode.commands.executeCommand('flagAdmin.flag.open', { target, isNew: true });
}

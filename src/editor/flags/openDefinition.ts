/** Open Flag Definition…: the definition as YAML, to read. */
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import type { Environment, FlagDefinition, Workspace } from '../../api/model.ts';
import { askSteps, back } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { askEnvironment, askFlag, askWorkspace } from '../flagQuestions.ts';
import { flagFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import type { FlagsDeps } from './index.ts';

const { t } = vscode.l10n;

export async function openDefinition({ connections, texts }: FlagsDeps, argument: unknown): Promise<void> {
  const connected = await connections.orAsk();
  if (!connected) return;
  const target = flagFrom(argument) ?? (await chooseFlag(connected));
  if (!target) return;
  const { workspace, environment, name } = target;
  const definition = await readDefinition(connected.client, workspace.id, name, environment.id);
  if (!definition) {
    tellRefusal(t('{0} has no definition in {1} / {2}, or this API key may not see it.', name, workspace.name, environment.name));
    return;
  }
  const { stringify } = await import('yaml');
  await texts.open(`${name} – ${workspace.name}, ${environment.name}.yaml`, stringify(definition, { lineWidth: 120 }));
}

async function readDefinition(
  client: Client,
  workspaceId: string,
  name: string,
  environmentId: string,
): Promise<FlagDefinition | undefined> {
  try {
    return await client.readDefinition(workspaceId, name, environmentId);
  } catch (error) {
    if (isApiError(error) && error.kind === 'service' && error.status === 404) return undefined;
    throw error;
  }
}

interface ChosenFlag {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly environment: { readonly id: string; readonly name: string };
  readonly name: string;
}

async function chooseFlag({ client }: Connected): Promise<ChosenFlag | undefined> {
  const title = t('Open Flag Definition');
  const chosen: { workspace?: Workspace; environment?: Environment; name?: string } = {};
  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askWorkspace(client, { ...position, title });
      if (answer === undefined || answer === back) return answer;
      chosen.workspace = answer;
      return true;
    },
    async (position) => {
      const answer = await askEnvironment(client, chosen.workspace?.id ?? '', { ...position, title });
      if (answer === undefined || answer === back) return answer;
      chosen.environment = answer;
      return true;
    },
    async (position) => {
      const answer = await askFlag(client, chosen.workspace?.id ?? '', { ...position, title });
      if (answer === undefined || answer === back) return answer;
      chosen.name = answer;
      return true;
    },
  ]);
  const { workspace, environment, name } = chosen;
  return isAnswered && workspace && environment && name ? { workspace, environment, name } : undefined;
}

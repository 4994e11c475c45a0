/** Open Flag Definition…: the definition as YAML, to read. */
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { flagFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { chooseFlag } from '../chooseFlag.ts';
import type { FlagsDeps } from './index.ts';

const { t } = vscode.l10n;

export async function openDefinition({ connections, texts }: FlagsDeps, argument: unknown): Promise<void> {
  const connected = await connections.orAsk();
  if (!connected) return;
  const target = flagFrom(argument) ?? (await chooseFlag(connected, t('Open Flag Definition')));
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

/** Open Flag Definition…: the definition as YAML, to read. */
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import type { Environment, Flag, FlagDefinition, Workspace } from '../../api/model.ts';
import { allPages } from '../allPages.ts';
import { askChoice, askSteps, askText, back } from '../ask.ts';
import type { Connected } from '../connected.ts';
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

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;

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
      const options = allPages((offset) => client.listWorkspaces({ offset, limit: 200 })).then((all) =>
        all.map((value) => ({ label: value.name, icon: new vscode.ThemeIcon('project'), value })),
      );
      const answer = await askChoice<Workspace>({ ...position, title, placeholder: t('Which workspace?'), options });
      if (answer === undefined || answer === back) return answer;
      chosen.workspace = answer;
      return true;
    },
    async (position) => {
      const options = client
        .listEnvironments(chosen.workspace?.id ?? '')
        .then((all) => all.map((value) => ({ label: value.name, description: value.production ? t('production') : '', value })));
      const answer = await askChoice<Environment>({ ...position, title, placeholder: t('Which environment?'), options });
      if (answer === undefined || answer === back) return answer;
      chosen.environment = answer;
      return true;
    },
    async (position) => {
      const flags = await listFlags(client, chosen.workspace?.id ?? '');
      const answer = flags
        ? await askChoice<Flag>({
            ...position,
            title,
            placeholder: t('Which flag?'),
            options: flags.map((value) => ({ label: value.name, description: value.description ?? '', value })),
          })
        : await askText({ ...position, title, prompt: t('Name of the flag (this service can’t list them)') });
      if (answer === undefined || answer === back) return answer;
      chosen.name = typeof answer === 'string' ? answer.trim() : answer.name;
      return true;
    },
  ]);
  const { workspace, environment, name } = chosen;
  return isAnswered && workspace && environment && name ? { workspace, environment, name } : undefined;
}

/** Undefined if the service has no such call. */
async function listFlags(client: Client, workspaceId: string): Promise<readonly Flag[] | undefined> {
  const first = await client.listFlags(workspaceId, { offset: 0, limit: FLAG_PAGE });
  if (!first) return undefined;
  const none = { objects: [], offset: 0, limit: FLAG_PAGE, totalCount: 0 };
  return allPages(async (offset) =>
    offset === 0 ? first : ((await client.listFlags(workspaceId, { offset, limit: FLAG_PAGE })) ?? none),
  );
}

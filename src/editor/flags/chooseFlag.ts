/** Workspace → environment → flag, with Back. A service that can't list its flags is told the name. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Environment, Flag, Workspace } from '../../api/model.ts';
import { allPages } from '../allPages.ts';
import { askChoice, askSteps, askText, back } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { FlagTarget } from '../target.ts';

const { t } = vscode.l10n;

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;

/** Undefined = the user walked away. */
export async function chooseFlag({ client }: Connected, title: string): Promise<FlagTarget | undefined> {
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
  if (!isAnswered || !workspace || !environment || !name) return undefined;
  return {
    kind: 'flag',
    workspace: { id: workspace.id, name: workspace.name, requiresTitleAndComments: workspace.requiresTitleAndComments === true },
    environment: { id: environment.id, name: environment.name, isProduction: environment.production !== false },
    name,
  };
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

/** Which flag: the question for the flows that need a definition. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Flag } from '../api/model.ts';
import { allPages } from './allPages.ts';
import { askChoice, askText, back, type Answer, type Position } from './ask.ts';

const { t } = vscode.l10n;

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;

/** The flag's name: chosen where the service lists flags, else typed. */
export async function askFlag(client: Client, workspaceId: string, position: Position): Promise<Answer<string>> {
  const flags = await listFlags(client, workspaceId);
  const answer = flags
    ? await askChoice<Flag>({
        ...position,
        placeholder: t('Which flag?'),
        options: flags.map((value) => ({ label: value.name, description: value.description ?? '', value })),
      })
    : await askText({
        ...position,
        prompt: t('Name of the flag (this service can’t list them)'),
        validate: (text) => (text.trim() === '' ? t('Type the flag’s name.') : undefined),
      });
  if (answer === undefined || answer === back) return answer;
  return typeof answer === 'string' ? answer.trim() : answer.name;
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

/** Which flag: the question for the flows that need a definition. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Flag } from '../api/model.ts';
import { allPages } from './allPages.ts';
import { askChoice, askText, back, type Answer, type Position } from './ask.ts';

const { t } = vscode.l10n;

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;
const REQUEST_PAGE = 100;

/**
 * The flag's name: chosen where the service lists flags; else chosen of those that are pinned or seen in change requests, or
 * typed.
 */
export async function askFlag(
  client: Client,
  workspaceId: string,
  position: Position,
  pinned: readonly string[] = [],
): Promise<Answer<string>> {
  const flags = await listFlags(client, workspaceId);
  if (!flags) return askKnownFlag(await seenFlags(client, workspaceId), position, pinned);
  const isPinned = (flag: Flag): boolean => pinned.includes(flag.name);
  const answer = await askChoice<Flag>({
    ...position,
    isFirstActive: true,
    placeholder: t('Which flag?'),
    options: [...flags.filter(isPinned), ...flags.filter((flag) => !isPinned(flag))].map((value) => ({
      label: value.name,
      description: value.description ?? '',
      ...(isPinned(value) && { icon: new vscode.ThemeIcon('pinned') }),
      value,
    })),
  });
  return answer === undefined || answer === back ? answer : answer.name;
}

async function askKnownFlag(seen: readonly string[], position: Position, pinned: readonly string[]): Promise<Answer<string>> {
  const names = [...new Set([...pinned, ...seen])];
  const other = Symbol('other');
  const answer =
    names.length === 0
      ? other
      : await askChoice<string | typeof other>({
          ...position,
          isFirstActive: true,
          placeholder: t('Which flag? This service can’t list them: these are pinned or were seen in change requests'),
          options: [
            ...names.map((name) => ({
              label: name,
              icon: new vscode.ThemeIcon(pinned.includes(name) ? 'pinned' : 'symbol-boolean'),
              value: name,
            })),
            { separator: '' },
            { label: t('Type a name…'), icon: new vscode.ThemeIcon('edit'), value: other },
          ],
        });
  if (answer !== other) return answer;
  const typed = await askText({
    ...position,
    prompt: t('Name of the flag (this service can’t list them)'),
    validate: (text) => (text.trim() === '' ? t('Type the flag’s name.') : undefined),
  });
  return typeof typed === 'string' ? typed.trim() : typed;
}

/** Names of the flags of a workspace, as far as they are known, pinned ones first. */
export async function knownFlags(client: Client, workspaceId: string, pinned: readonly string[]): Promise<readonly string[]> {
  const flags = await listFlags(client, workspaceId);
  return [...new Set([...pinned, ...(flags?.map(({ name }) => name) ?? (await seenFlags(client, workspaceId)))])];
}

/** In open change requests, those of the first page. */
async function seenFlags(client: Client, workspaceId: string): Promise<readonly string[]> {
  const page = await client.listChangeRequests({ limit: REQUEST_PAGE }).catch(() => undefined);
  const names = page?.data.flatMap(({ flag, workspace }) => (flag && workspace?.id === workspaceId ? [flag.name] : [])) ?? [];
  return [...new Set(names)].toSorted();
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

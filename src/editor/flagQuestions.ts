/** Which flag: the question for the flows that need a definition. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Flag } from '../api/model.ts';
import { allPages } from './allPages.ts';
import { askChoice, askText, type Answer, type Position } from './ask.ts';

const { t } = vscode.l10n;

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;
const REQUEST_PAGE = 100;

/**
 * The flag's name: chosen of those that are pinned and those that the service lists, where it can't, of those seen in change
 * requests; or typed.
 */
export async function askFlag(
  client: Client,
  workspaceId: string,
  position: Position,
  pinned: readonly string[] = [],
): Promise<Answer<string>> {
  const flags = await listFlags(client, workspaceId);
  const descriptions = new Map(flags?.map(({ name, description }) => [name, description ?? '']));
  const names = [...new Set([...pinned, ...(flags ? descriptions.keys() : await seenFlags(client, workspaceId))])];
  let text = '';
  const other = Symbol('other');
  const answer =
    names.length === 0
      ? other
      : await askChoice<string | typeof other>({
          ...position,
          isFirstActive: true,
          placeholder: flags
            ? t('Which flag?')
            : t('Which flag? This service can’t list them: these are pinned or were seen in change requests'),
          options: [
            ...names.map((name) => ({
              label: name,
              description: descriptions.get(name) ?? '',
              icon: new vscode.ThemeIcon(pinned.includes(name) ? 'pinned' : 'symbol-boolean'),
              value: name,
            })),
            { separator: '' },
            { label: t('Type a name…'), icon: new vscode.ThemeIcon('edit'), isAlwaysShown: true, value: other },
          ],
          typed(value) {
            text = value;
            return undefined;
          },
        });
  if (answer !== other) return answer;
  const typed = await askText({
    ...position,
    prompt: t('Name of the flag'),
    value: text,
    validate: (name) => (name.trim() === '' ? t('Type the flag’s name.') : undefined),
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

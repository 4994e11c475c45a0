/** Which flag: the question for the flows that need a definition. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Flag, Page } from '../api/model.ts';
import type { CallOptions } from '../api/transport.ts';
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
  const first = await client.listFlags(workspaceId, { offset: 0, limit: FLAG_PAGE });
  const seen = first ? first.objects : (await seenFlags(client, workspaceId)).map((name): Flag => ({ name }));
  let text = '';
  const other = Symbol('other');
  const answer =
    pinned.length === 0 && seen.length === 0
      ? other
      : await askChoice<string | typeof other>({
          ...position,
          isFirstActive: true,
          placeholder: first
            ? t('Which flag?')
            : t('Which flag? This service can’t list them: these are pinned or were seen in change requests'),
          options: async (signal) => {
            const flags = first ? await listFlags(client, workspaceId, first, { signal }) : seen;
            const descriptions = new Map(flags.map(({ name, description }) => [name, description ?? '']));
            return [
              ...[...new Set([...pinned, ...descriptions.keys()])].map((name) => ({
                label: name,
                description: descriptions.get(name) ?? '',
                icon: new vscode.ThemeIcon(pinned.includes(name) ? 'pinned' : 'symbol-boolean'),
                value: name,
              })),
              { separator: '' },
              { label: t('Type a name…'), icon: new vscode.ThemeIcon('edit'), isAlwaysShown: true, value: other },
            ];
          },
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
export async function knownFlags(
  client: Client,
  workspaceId: string,
  pinned: readonly string[],
  options: CallOptions,
): Promise<readonly string[]> {
  const first = await client.listFlags(workspaceId, { offset: 0, limit: FLAG_PAGE }, options);
  const flags = first && (await listFlags(client, workspaceId, first, options));
  return [...new Set([...pinned, ...(flags?.map(({ name }) => name) ?? (await seenFlags(client, workspaceId)))])];
}

/** In open change requests, those of the first page. */
async function seenFlags(client: Client, workspaceId: string): Promise<readonly string[]> {
  const page = await client.listChangeRequests({ limit: REQUEST_PAGE }).catch(() => undefined);
  const names = page?.data.flatMap(({ flag, workspace }) => (flag && workspace?.id === workspaceId ? [flag.name] : [])) ?? [];
  return [...new Set(names)].toSorted();
}

/** Those of the first page, and of the others. */
function listFlags(client: Client, workspaceId: string, first: Page<Flag>, options: CallOptions): Promise<readonly Flag[]> {
  const none = { objects: [], offset: 0, limit: FLAG_PAGE, totalCount: 0 };
  return allPages(async (offset) =>
    offset === 0 ? first : ((await client.listFlags(workspaceId, { offset, limit: FLAG_PAGE }, options)) ?? none),
  );
}

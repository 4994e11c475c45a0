/** The filter of the Change Requests view. It is stored for each connection and workspace folder. */
import * as vscode from 'vscode';
import type { RequestFilter } from '../../../domain/changeRequests/requestGroups.ts';
import { openTable, type Store } from '../../../operations/learned/store.ts';
import { askChoice, askText, type Option } from '../../ask/ask.ts';
import type { Connected, Connections } from '../../window/connected.ts';
import { environmentOptions, workspaceOptions } from '../../ask/placeOptions.ts';

const { t } = vscode.l10n;

type Stored = readonly [connectionId: string, filter: RequestFilter];

export interface FilterStore {
  of(connectionId: string): RequestFilter;
  /** Shows the filter of this connection in words above the rows. Without a connection, shows no filter. */
  show(connectionId: string | undefined): void;
  /** Asks the user for a new filter. Returns false if they cancelled. */
  ask(connections: Connections): Promise<boolean>;
  clear(connections: Connections): Promise<void>;
}

/** Creates the store. It calls `describe` with the current filter in words, or with undefined if there is none. */
export function createFilterStore(store: Store, describe: (description: string | undefined) => void): FilterStore {
  const filters = openTable<Stored>(store, 'requests.filters', { keyColumns: 1, maxRows: 50 });
  const of = (connectionId: string): RequestFilter => filters.find(connectionId)?.[1] ?? {};
  const save = async (connectionId: string, filter: RequestFilter): Promise<void> => {
    await (isFiltered(filter) ? filters.put([connectionId, filter]) : filters.remove([connectionId]));
    describe(describeFilter(filter));
  };
  return {
    of,
    show: (connectionId) => describe(connectionId === undefined ? undefined : describeFilter(of(connectionId))),
    async ask(connections) {
      const connected = await connections.orAsk();
      const next = connected && (await askFilter(connected, of(connected.connectionId)));
      if (!next) return false;
      await save(connected.connectionId, next);
      return true;
    },
    async clear(connections) {
      const connected = await connections.inUse();
      if (connected) await save(connected.connectionId, {});
    },
  };
}

/** True if the filter can hide requests. */
const isFiltered = (filter: RequestFilter): boolean => describeFilter(filter) !== undefined;

/** Returns for example "Only Storefront / production · Segments · “beta”". Undefined if there is no filter. */
function describeFilter({ workspace, environment, object, text }: RequestFilter): string | undefined {
  const parts = [
    [workspace?.name, environment?.name].filter(Boolean).join(' / '),
    object === 'flag' ? t('Flags') : object === 'segment' ? t('Segments') : '',
    text ? `“${text}”` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : t('Only {0}', parts.join(' · '));
}

type Part = 'place' | 'flag' | 'segment' | 'text' | 'clear';

async function askFilter(connected: Connected, now: RequestFilter): Promise<RequestFilter | undefined> {
  const title = t('Filter Change Requests');
  const options: Option<Part>[] = [
    {
      label: t('Workspace and environment…'),
      description: [now.workspace?.name, now.environment?.name].filter(Boolean).join(' / '),
      icon: new vscode.ThemeIcon('project'),
      value: 'place',
    },
    ...(now.object === 'flag'
      ? []
      : [{ label: t('Flags'), icon: new vscode.ThemeIcon('symbol-boolean'), value: 'flag' } as const]),
    ...(now.object === 'segment'
      ? []
      : [{ label: t('Segments'), icon: new vscode.ThemeIcon('list-unordered'), value: 'segment' } as const]),
    {
      label: t('Text…'),
      description: now.text ?? '',
      detail: t('Searches the title, the name of the flag or segment, the submitter and the comments'),
      icon: new vscode.ThemeIcon('search'),
      value: 'text',
    },
  ];
  if (isFiltered(now)) options.push({ label: t('Show All'), icon: new vscode.ThemeIcon('clear-all'), value: 'clear' });
  const placeholder = t('Which change requests should the view show?');
  const part = await askChoice<Part>({ title, isFirstActive: true, placeholder, options });
  switch (part) {
    case 'place':
      return askPlace(connected, now, title);
    case 'flag':
    case 'segment':
      return { ...now, object: part };
    case 'text':
      return askSearchText(now, title);
    case 'clear':
      return {};
    default:
      return undefined;
  }
}

/**
 * Keeps only the id and the name of a workspace or environment for the stored filter, because its other properties can change.
 */
const idAndName = <T extends { readonly id: string; readonly name: string }>(option: Option<T>) => {
  const { id, name } = option.value;
  return { ...option, value: { id, name } };
};

async function askPlace(connected: Connected, now: RequestFilter, title: string): Promise<RequestFilter | undefined> {
  const { workspace: _workspace, environment: _environment, ...rest } = now;
  const everything = { label: t('All workspaces'), icon: new vscode.ThemeIcon('clear-all'), value: 'all' as const };
  const workspace = await askChoice<RequestFilter['workspace'] | 'all'>({
    title,
    isFirstActive: true,
    placeholder: t('Which workspace?'),
    options: async (signal) => [...(await workspaceOptions(connected, { signal })).map(idAndName), everything],
  });
  if (workspace === undefined || typeof workspace === 'symbol') return undefined;
  if (workspace === 'all') return rest;
  const environment = await askChoice<RequestFilter['environment'] | 'all'>({
    title,
    isFirstActive: true,
    placeholder: t('Which environment?'),
    options: environmentOptions(connected, workspace).then((all) => [
      { label: t('All environments'), icon: new vscode.ThemeIcon('clear-all'), value: 'all' as const },
      ...all.map(idAndName),
    ]),
  });
  if (environment === undefined || typeof environment === 'symbol') return undefined;
  return environment === 'all' ? { ...rest, workspace } : { ...rest, workspace, environment };
}

async function askSearchText(now: RequestFilter, title: string): Promise<RequestFilter | undefined> {
  const { text: _text, ...rest } = now;
  const text = await askText({
    title,
    prompt: t('Search words. Leave this empty to show all change requests'),
    value: now.text ?? '',
  });
  if (typeof text !== 'string') return undefined;
  return text.trim() === '' ? rest : { ...rest, text: text.trim() };
}

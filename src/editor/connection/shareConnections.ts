/** The commands Export Connections… and Import Connections…. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { askChoice } from '../ask/ask.ts';
import { baseName } from '../ask/currentFile.ts';
import { openSavedStep, saveText } from '../ask/saveText.ts';
import type { Log } from '../window/log.ts';
import { confirm, tellDone, tellRefusal } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import { unusedName, baseUrlSentence } from './connectionFields.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';
import { checkBaseUrl, type BaseUrlRefusal } from '../../api/network/baseUrl.ts';
import { isWord } from '../../api/vocabulary.ts';

const { t } = vscode.l10n;

const filters = { JSON: ['json'] };

/** Saves the addresses of all connections to a file. If the button that opens the file fails, the error is written to `log`. */
export async function exportConnections(store: ConnectionStore, log: Log): Promise<void> {
  const shared = store.all().filter(({ kind }) => kind === 'service');
  if (shared.length === 0)
    return tellRefusal(t('There is no connection to export yet.'), commandStep(t('Add Connection…'), 'flagAdmin.connection.add'));
  const file = await saveText({
    title: t('Export Connections'),
    filters,
    name: 'flag-admin-connections.json',
    text: () => connectionFile(shared),
  });
  if (!file) return;
  tellDone(
    t(
      '{0} now contains the addresses of these connections, but no API keys: {1}.',
      baseName(file),
      shared.map(({ name }) => name).join(', '),
    ),
    openSavedStep(file, log),
  );
}

export async function importConnections(store: ConnectionStore): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({ title: t('Import Connections'), openLabel: t('Import'), filters })) ?? [];
  if (!file) return;
  const read = readConnectionFile(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!read.ok) return tellRefusal(t('Nothing was imported from {0}. {1}', baseName(file), refusalSentence(read.refusal)));
  const known = new Set(store.all().map(({ baseUrl, word }) => addressAndWord(baseUrl, word)));
  const fresh = read.connections.filter(({ baseUrl, word }) => {
    const place = addressAndWord(baseUrl, word);
    const isFresh = !known.has(place);
    // If the file contains a connection twice, it is imported once.
    known.add(place);
    return isFresh;
  });
  if (fresh.length === 0) return tellRefusal(t('All connections in {0} already exist in this editor.', baseName(file)));
  const detail = [
    ...fresh.map(lineOf),
    '',
    t('API keys that you enter are sent to these addresses. Import only if you trust where the file comes from.'),
  ].join('\n');
  if (!(await confirm(t('Import from {0}?', baseName(file)), detail, t('Import')))) return;
  const added: Connection[] = [];
  for (const { name, ...service } of fresh) {
    const connection: Connection = {
      id: randomUUID(),
      kind: 'service',
      name: unusedName(name, store),
      ...service,
      keyNames: [],
      keyInUse: '',
    };
    await store.save(connection);
    added.push(connection);
  }
  await useImported(store, added);
}

/**
 * Switches to one of the imported connections, and asks for its API key. The API keys of the others are asked for when those
 * connections are first used.
 */
async function useImported(store: ConnectionStore, added: readonly Connection[]): Promise<void> {
  const chosen =
    added.length === 1
      ? added[0]
      : await askChoice<Connection>({
          title: t('Import Connections'),
          placeholder: t('The connections were imported. Which one do you want to use now? (Escape: none)'),
          options: added.map((connection) => ({
            label: connection.name,
            detail: connection.baseUrl,
            icon: new vscode.ThemeIcon('plug'),
            value: connection,
          })),
        });
  if (chosen === undefined || typeof chosen === 'symbol') return;
  await store.use(chosen.id);
  await vscode.commands.executeCommand('flagAdmin.apiKey.add');
}

const addressAndWord = (baseUrl: string, word: string): string => `${baseUrl} ${word}`;

const lineOf = ({ name, baseUrl, word, isReadOnly }: SharedConnection): string =>
  [t('{0}: {1}, word for a flag: “{2}”', name, baseUrl, word), ...(isReadOnly ? [t('read-only')] : [])].join(', ');

function refusalSentence(refusal: FileRefusal): string {
  switch (refusal.code) {
    case 'notOurs':
      return t('Choose a file that “Export Connections…” has written.');
    case 'badField':
      return t('Connection {0} in the file can’t be used. Correct its field “{1}”.', refusal.number, refusal.field);
    case 'badBaseUrl':
      return t('The base URL of connection {0} can’t be used. {1}', refusal.number, baseUrlSentence(refusal.refusal));
    default:
      return refusal satisfies never;
  }
}

/** The shared part of a connection. It contains no API keys, no names of API keys, and no e-mail address. */
export interface SharedConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly word: string;
  readonly isReadOnly: boolean;
}

export type FileRefusal =
  | { readonly code: 'notOurs' }
  | { readonly code: 'badField'; readonly number: number; readonly field: keyof SharedConnection }
  | { readonly code: 'badBaseUrl'; readonly number: number; readonly refusal: BaseUrlRefusal };

const MAX_BYTES = 256 * 1024;
const MAX_CONNECTIONS = 50;
const MAX_NAME = 60;

export function connectionFile(connections: readonly Connection[]): string {
  const shared = connections
    .filter(({ kind }) => kind === 'service')
    .map(({ name, baseUrl, word, isReadOnly }): SharedConnection => ({ name, baseUrl, word, isReadOnly: isReadOnly === true }));
  return `${JSON.stringify({ flagAdminConnections: 1, connections: shared }, null, 2)}\n`;
}

/**
 * Reads a file of connections. One wrong entry makes the whole file invalid, so that the user does not have to find out which
 * entries were imported.
 */
export function readConnectionFile(
  text: string,
):
  | { readonly ok: true; readonly connections: readonly SharedConnection[] }
  | { readonly ok: false; readonly refusal: FileRefusal } {
  const entries = Buffer.byteLength(text) > MAX_BYTES ? undefined : entriesOf(text);
  if (!entries || entries.length > MAX_CONNECTIONS) return refused({ code: 'notOurs' });
  const connections: SharedConnection[] = [];
  for (const [index, entry] of entries.entries()) {
    const { name, baseUrl, word, isReadOnly } = { ...(entry as object | null) } as Readonly<Record<string, unknown>>;
    const number = index + 1;
    if (typeof name !== 'string' || !isName(name)) return refused({ code: 'badField', number, field: 'name' });
    if (typeof word !== 'string' || !isWord(word)) return refused({ code: 'badField', number, field: 'word' });
    // A value such as “yes” probably means read-only, so the connection must not become writable.
    if (isReadOnly !== undefined && typeof isReadOnly !== 'boolean')
      return refused({ code: 'badField', number, field: 'isReadOnly' });
    const checked = checkBaseUrl(typeof baseUrl === 'string' ? baseUrl : '');
    if (!checked.ok) return refused({ code: 'badBaseUrl', number, refusal: checked.refusal });
    connections.push({ name: name.trim(), baseUrl: checked.baseUrl, word, isReadOnly: isReadOnly === true });
  }
  return { ok: true, connections };
}

function entriesOf(text: string): readonly unknown[] | undefined {
  try {
    const file = { ...(JSON.parse(text) as object | null) } as Readonly<Record<string, unknown>>;
    return file['flagAdminConnections'] === 1 && Array.isArray(file['connections']) ? file['connections'] : undefined;
  } catch {
    return undefined;
  }
}

/** True for a name that can be shown safely before the user agrees: no line breaks, no marks that reverse text, no icons. */
function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME && !/[\p{Cc}\p{Cf}\u2028\u2029]|\$\(/u.test(name);
}

const refused = (refusal: FileRefusal) => ({ ok: false, refusal }) as const;

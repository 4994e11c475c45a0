/** The file that a team shares its connections with: what a service is, and no secret. */
import { checkBaseUrl, type BaseUrlRefusal } from '../../api/network/baseUrl.ts';
import { isWord } from '../../api/vocabulary.ts';
import type { Connection } from './store.ts';

/** What of a connection is shared. API keys, their names and a person's address are not. */
export interface SharedConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly word: string;
  readonly isReadOnly: boolean;
}

export type FileRefusal =
  | { readonly code: 'notOurs' }
  | { readonly code: 'tooLarge' }
  | { readonly code: 'badName' | 'badWord' | 'badReadOnly'; readonly number: number }
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

/** Refused as a whole where one entry is wrong: nobody should have to find out which ones were taken. */
export function readConnectionFile(
  text: string,
):
  | { readonly ok: true; readonly connections: readonly SharedConnection[] }
  | { readonly ok: false; readonly refusal: FileRefusal } {
  if (Buffer.byteLength(text) > MAX_BYTES) return refused({ code: 'tooLarge' });
  const entries = entriesOf(text);
  if (!entries) return refused({ code: 'notOurs' });
  if (entries.length > MAX_CONNECTIONS) return refused({ code: 'tooLarge' });
  const connections: SharedConnection[] = [];
  for (const [index, entry] of entries.entries()) {
    const { name, baseUrl, word, isReadOnly } = { ...(entry as object | null) } as Readonly<Record<string, unknown>>;
    const number = index + 1;
    if (typeof name !== 'string' || !isName(name)) return refused({ code: 'badName', number });
    if (typeof word !== 'string' || !isWord(word)) return refused({ code: 'badWord', number });
    // Whoever wrote “yes” meant it: writable would be the wrong way to misread it.
    if (isReadOnly !== undefined && typeof isReadOnly !== 'boolean') return refused({ code: 'badReadOnly', number });
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

/** What is shown before it is agreed to must be what it says: no line breaks, no marks that turn text around, no icons. */
function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME && !/[\p{Cc}\p{Cf}\u2028\u2029]|\$\(/u.test(name);
}

const refused = (refusal: FileRefusal) => ({ ok: false, refusal }) as const;

/**
 * The addresses of definitions. The path contains readable names. The query contains the ids of the connection, the
 * workspace and the environment.
 */
import * as vscode from 'vscode';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { definitionScheme } from './names.ts';

/**
 * `own` is the editable text. It is compared with `live`, the text at the service, and `base`, the text that the draft began
 * with.
 */
export type TextVersion = 'own' | 'live' | 'base';

/** The definition that a document shows: its connection, workspace, environment and flag. */
export interface DocumentPlace extends DraftPlace {
  readonly connectionName: string;
}

export interface Address {
  readonly place: DocumentPlace;
  readonly version: TextVersion;
}

/**
 * Characters that are escaped in a name: those that would change the path (slashes, the escape character itself), invisible ones
 * (control and format characters, including those that change the writing direction, and all white space except a blank), and those
 * that can't be encoded.
 */
const ESCAPED_CHARACTERS = /[/\\%\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?! )\p{Zs}|^ | $/gu;

/**
 * Returns the address of a definition. `shown` is the version that the file name shows. If the names of two compared texts
 * differ, the diff editor shows them as a renamed file, so a caller can give both texts the same name.
 */
export function definitionUri(place: DocumentPlace, version: TextVersion = 'own', shown: TextVersion = version): vscode.Uri {
  const { connectionId, connectionName, workspace, environment, flagName } = place;
  const folders = [connectionName, workspace.name, environment.name].map(folderName);
  const query = new URLSearchParams({ connection: connectionId, workspace: workspace.id, environment: environment.id });
  if (version !== 'own') query.set('version', version);
  if (shown !== version) query.set('shown', shown);
  return vscode.Uri.from({
    scheme: definitionScheme,
    path: `/${[...folders, `${escaped(flagName)}${suffix(shown)}.yaml`].join('/')}`,
    // When decorations (a badge, a colour) change, the editor collects the addresses in a search tree that mixes queries
    // with folder names. Because the tree ignores case, it sometimes doesn't find a query that begins with a letter. So the
    // query begins with `&`.
    query: `&${query.toString()}`,
  });
}

/** Returns undefined for an address that definitionUri did not create. */
export function addressOf(uri: vscode.Uri): Address | undefined {
  if (uri.scheme !== definitionScheme) return undefined;
  const [, connectionName, workspaceName, environmentName, file, ...more] = uri.path.split('/');
  const ids = new URLSearchParams(uri.query);
  const [connectionId, workspaceId, environmentId] = ['connection', 'workspace', 'environment'].map((name) => ids.get(name));
  const version = ids.get('version') ?? 'own';
  const shown = ids.get('shown') ?? version;
  if (!isVersion(version) || !isVersion(shown)) return undefined;
  const [, name] = /^(.+)\.yaml$/s.exec(file ?? '') ?? [];
  const flagName = name?.endsWith(suffix(shown)) ? unescaped(name.slice(0, name.length - suffix(shown).length)) : undefined;
  if (!connectionId || !workspaceId || !environmentId || flagName === undefined || more.length > 0) return undefined;
  return {
    place: {
      connectionId,
      connectionName: unescaped(connectionName ?? '') ?? '',
      workspace: { id: workspaceId, name: unescaped(workspaceName ?? '') ?? '' },
      environment: { id: environmentId, name: unescaped(environmentName ?? '') ?? '' },
      flagName,
    },
    version,
  };
}

/**
 * Returns the address of the text in the active tab. For a diff, this is the text on the right side. Unlike an editor, a tab
 * has the address even while its text is still being read.
 */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : vscode.window.activeTextEditor?.document.uri;
}

const isVersion = (text: string): text is TextVersion => text === 'own' || text === 'live' || text === 'base';

/** Added to the file name, so that people can distinguish the texts that they compare. */
const suffix = (version: TextVersion): string => (version === 'own' ? '' : ` (${version})`);

/** Escapes a name of dots alone, which would be a relative path, and an empty name, which would be no folder at all. */
const folderName = (name: string): string => (/^\.*$/.test(name) ? name.replaceAll('.', '%2E') || '%' : escaped(name));

const escaped = (name: string): string => name.replaceAll(ESCAPED_CHARACTERS, escapeOne);

/** Escapes one character. A lone half of a surrogate pair has no bytes in UTF-8, so its code unit is written. */
function escapeOne(character: string): string {
  if (/^[\uD800-\uDFFF]$/.test(character)) return `%u${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Reverses `escaped`. Returns undefined for a text that `escaped` does not write. */
function unescaped(text: string): string | undefined {
  if (text === '%') return '';
  try {
    return text
      .split(/%u(D[89A-F][0-9A-F]{2})/)
      .map((part, index) => (index % 2 === 1 ? String.fromCharCode(Number.parseInt(part, 16)) : decodeURIComponent(part)))
      .join('');
  } catch {
    return undefined;
  }
}

/** The addresses of definitions: names to read in the path, ids that tell places apart in the query. */
import * as vscode from 'vscode';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { definitionScheme } from './names.ts';

/** The text that can be changed, or one of the two it is compared with. */
export type TextVersion = 'own' | 'live' | 'base';

/** What a document is about. */
export interface DocumentPlace extends DraftPlace {
  readonly connectionName: string;
}

export interface Address {
  readonly place: DocumentPlace;
  readonly version: TextVersion;
}

/**
 * What would make another path of a name (slashes, the escape itself), what can't be seen (control and format characters,
 * among them those that turn the direction of writing, and all white space but a blank), and what could not be encoded.
 */
const HOSTILE = /[/\\%\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|(?! )\p{Zs}|^ | $/gu;

/**
 * `shown` = the version that the name tells of: the editor takes two texts of other names for one that was renamed, so what a text
 * is compared with has that one's name.
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
    // The editor keeps which marks have changed (a badge, a colour) in a sorted tree, in which a query stands among names of folders.
    // Those it compares without regard to case, and queries with it: of what begins with letters it finds some only by chance.
    query: `&${query.toString()}`,
  });
}

/** Undefined for an address that we have not made. */
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

/** What stands in the active tab, of a diff the right side. A tab has it already while its text is still being read; an editor does not. */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : vscode.window.activeTextEditor?.document.uri;
}

const isVersion = (text: string): text is TextVersion => text === 'own' || text === 'live' || text === 'base';

/** So that people, too, can tell the texts apart that they compare. */
const suffix = (version: TextVersion): string => (version === 'own' ? '' : ` (${version})`);

/** Names as dots alone would be folders that are no folders, and an empty one none at all. */
const folderName = (name: string): string => (/^\.*$/.test(name) ? name.replaceAll('.', '%2E') || '%' : escaped(name));

const escaped = (name: string): string => name.replaceAll(HOSTILE, escapeOne);

/** A lone half of a surrogate pair has no bytes in UTF-8: it is written by its code unit. */
function escapeOne(character: string): string {
  if (/^[\uD800-\uDFFF]$/.test(character)) return `%u${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Undefined for what `escaped` does not write. */
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

/**
 * Copy Diagnostics: copies versions, settings, connections and the last failures as a text. It contains no API keys, and no
 * keys of segments.
 */
import * as vscode from 'vscode';
import { setValuesOf } from '../window/settings.ts';
import { tellDone } from '../window/notifications.ts';
import type { Connection } from '../window/connected.ts';
import type { Services } from '../window/services.ts';
import type { RecentFailure } from '../window/log.ts';

/** The environment variables that set proxies and certificates. They are used if no setting of the editor sets these. */
const ENVIRONMENT = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

/** Copies the diagnostics to the clipboard, and tells the user what they contain. Sends nothing. */
export async function copyDiagnostics(services: Services): Promise<void> {
  await vscode.env.clipboard.writeText(diagnosticsText(services));
  tellDone(
    vscode.l10n.t(
      'The diagnostics are copied and not sent anywhere. They contain names and addresses, but no API key. Read them before you share them.',
    ),
  );
}

/**
 * Writes the diagnostics. They are always in English, because the person who reads them might not speak the user's language.
 */
function diagnosticsText({ context: { extension }, connections, log }: Services): string {
  const manifest = extension.packageJSON as { version?: unknown; contributes?: { configuration?: unknown } };
  const settings = knownSettings(manifest.contributes?.configuration);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', versionLines(extension, manifest.version)],
    ['Settings that are set', [...settingLines(settings, setValuesOf), ...environmentLines()]],
    ['Connections', connectionLines(connections.all(), connections.chosen())],
    ['Last failures', failureLines(log.recent())],
  ];
  const blocks = sections.map(([title, lines]) => [`## ${title}`, '', ...listOf(lines)].join('\n'));
  return `${['# Flag Admin diagnostics', ...blocks].join('\n\n')}\n`;
}

const listOf = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['none'] : lines.map((line) => `- ${line.replace(/\s+/g, ' ')}`);

function versionLines({ extensionKind }: vscode.Extension<unknown>, version: unknown): readonly string[] {
  const side = extensionKind === vscode.ExtensionKind.UI ? 'the side of the window' : 'the side of the workspace';
  return [
    `Flag Admin ${String(version)}`,
    `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost}), language ${vscode.env.language}`,
    `runs on ${side}; remote: ${vscode.env.remoteName ?? 'none'}; ${vscode.env.uiKind === vscode.UIKind.Web ? 'in a browser' : 'on the desktop'}`,
    `${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `workspace: ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, folders: ${vscode.workspace.workspaceFolders?.length ?? 0}`,
  ];
}

const environmentLines = (): readonly string[] =>
  ENVIRONMENT.filter((name) => Boolean(process.env[name] ?? process.env[name.toLowerCase()])).map(
    (name) => `environment variable ${name}: set`,
  );

/** The fixed words in paths of the service. Every other part of a path is a name or an id. */
const WORDS = new Set(
  [
    'internal api v2 ws workspaces environments segments trafficTypes identities changeRequests',
    'keys upload uploadKeys removeKeys flags splits',
  ].flatMap((words) => words.split(' ')),
);

/** Returns a path without names and ids, and only the names of its parameters: `/segments/{…}/{…}/keys?offset&limit`. */
export function pathTemplate(path: string): string {
  const [place = '', query] = path.split(/\?(.*)/s);
  const parts = place.split('/').map((part) => (part === '' || WORDS.has(part) ? part : '{…}'));
  const parameters = query === undefined ? [] : [...new URLSearchParams(query).keys()];
  return parts.join('/') + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** Returns a line for each failure. The newest is last. */
export function failureLines(failures: readonly RecentFailure[]): readonly string[] {
  return failures.map((failure) => {
    const at = new Date(failure.at).toISOString();
    if (!('method' in failure)) return `${at} ${failure.name}`;
    const { method, path, status, error, milliseconds, transactionId } = failure;
    const end = transactionId === undefined ? '' : `, transactionId ${transactionId}`;
    return `${at} ${method} ${pathTemplate(path)}: ${[error, status].filter(Boolean).join(' ')}, ${Math.round(milliseconds)} ms${end}`;
  });
}

/** A setting as an extension declares it in its manifest. */
export interface DeclaredSetting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
}

/** The values of a setting at each level, as the editor returns them. */
export interface SetValues {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * The editor's own settings for the network. Some values are not shown, because a proxy's address or login can contain a
 * password.
 */
const NETWORK: Readonly<Record<string, DeclaredSetting>> = {
  'http.proxy': { type: 'string' },
  'http.proxyAuthorization': { type: ['null', 'string'] },
  'http.noProxy': { type: 'array' },
  'http.proxySupport': { type: 'string', enum: ['off', 'on', 'fallback', 'override'] },
  'http.proxyStrictSSL': { type: 'boolean' },
  'http.systemCertificates': { type: 'boolean' },
};

/** Returns the settings that this extension declares (`contributed`), and the editor's settings for the network. */
export function knownSettings(contributed: unknown): Readonly<Record<string, DeclaredSetting>> {
  const groups = (Array.isArray(contributed) ? contributed : [contributed]) as readonly {
    readonly properties?: Readonly<Record<string, DeclaredSetting>>;
  }[];
  return Object.assign({}, ...groups.map((group) => group?.properties), NETWORK) as Readonly<Record<string, DeclaredSetting>>;
}

/** Returns a line for each level (user, workspace, folder) at which a setting has a value. */
export function settingLines(
  settings: Readonly<Record<string, DeclaredSetting>>,
  valuesOf: (name: string) => SetValues | undefined,
): readonly string[] {
  return Object.entries(settings).flatMap(([name, declared]) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = valuesOf(name) ?? {};
    const places = { user: globalValue, workspace: workspaceValue, folder: workspaceFolderValue };
    return Object.entries(places).flatMap(([place, value]) =>
      value === undefined || value === null || value === '' ? [] : [`${name} (${place}): ${displayed(declared, value)}`],
    );
  });
}

/** Returns the value if it can't be a secret: a number, a boolean, or one of the declared values. Otherwise returns "set". */
function displayed(declared: DeclaredSetting, value: unknown): string {
  const isPlain = typeof value === 'boolean' || typeof value === 'number';
  return isPlain || declared.enum?.includes(value) ? String(value) : 'set';
}

/**
 * Returns a line for each connection with its name and origin. API keys are only counted, because some are named after people.
 */
export function connectionLines(all: readonly Connection[], inUse: Connection | undefined): readonly string[] {
  return all.map((connection) => {
    const { name, kind, baseUrl, word, keyNames, isReadOnly, email } = connection;
    const facts = [
      kind === 'sandbox' ? 'sandbox' : originOf(baseUrl),
      `says “${word}”`,
      `API keys: ${keyNames.length}`,
      ...(isReadOnly ? ['read-only'] : []),
      ...(email === undefined ? [] : ['with an e-mail address']),
      ...(connection.id === inUse?.id ? ['in use in this window'] : []),
    ];
    return `${name}: ${facts.join(', ')}`;
  });
}

/** Returns the origin of a URL. The path is left out, because it can contain the name of a tenant. */
const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'an address that can’t be read');

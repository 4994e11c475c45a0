/** Copy Diagnostics: versions, settings, connections and the last failures as text, with no secret and no key in it. */
import * as vscode from 'vscode';
import { setValuesOf } from '../window/settings.ts';
import { tellDone } from '../window/notifications.ts';
import type { Connection } from '../window/connected.ts';
import type { Services } from '../window/services.ts';
import type { Remembered } from '../window/log.ts';

/** Proxies that count where no setting names one. */
const ENVIRONMENT = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

/** Puts them into the clipboard and says what is in them; nothing is sent. */
export async function copyDiagnostics(services: Services): Promise<void> {
  await vscode.env.clipboard.writeText(diagnosticsText(services));
  tellDone(
    vscode.l10n.t(
      'The diagnostics are copied, and sent nowhere. They hold no API key, but names and addresses: read them first.',
    ),
  );
}

/** In English whatever the editor speaks: those who get it may speak another language than the one who sends it. */
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

/** The fixed words of the service's paths; all else in one is a name or an id. */
const WORDS = new Set(
  [
    'internal api v2 ws workspaces environments segments trafficTypes identities changeRequests',
    'keys upload uploadKeys removeKeys flags splits',
  ].flatMap((words) => words.split(' ')),
);

/** `/segments/{…}/{…}/keys?offset&limit`: a path without the names in it, and of its query the names of parameters only. */
export function pathTemplate(path: string): string {
  const [place = '', query] = path.split(/\?(.*)/s);
  const parts = place.split('/').map((part) => (part === '' || WORDS.has(part) ? part : '{…}'));
  const parameters = query === undefined ? [] : [...new URLSearchParams(query).keys()];
  return parts.join('/') + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** A line for each, the newest last. */
export function failureLines(failures: readonly Remembered[]): readonly string[] {
  return failures.map((failure) => {
    const at = new Date(failure.at).toISOString();
    if (!('method' in failure)) return `${at} ${failure.name}`;
    const { method, path, status, error, milliseconds, transactionId } = failure;
    const end = transactionId === undefined ? '' : `, transactionId ${transactionId}`;
    return `${at} ${method} ${pathTemplate(path)}: ${[error, status].filter(Boolean).join(' ')}, ${Math.round(milliseconds)} ms${end}`;
  });
}

/** Of an extension's manifest. */
export interface DeclaredSetting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
}

/** What was set at one place, as the editor gives it. */
export interface SetValues {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The editor's own that the network follows; a proxy's address and login may hold a password. */
const NETWORK: Readonly<Record<string, DeclaredSetting>> = {
  'http.proxy': { type: 'string' },
  'http.proxyAuthorization': { type: ['null', 'string'] },
  'http.noProxy': { type: 'array' },
  'http.proxySupport': { type: 'string', enum: ['off', 'on', 'fallback', 'override'] },
  'http.proxyStrictSSL': { type: 'boolean' },
  'http.systemCertificates': { type: 'boolean' },
};

/** All settings that our own manifest declares, and the editor's that count for the network. */
export function knownSettings(contributed: unknown): Readonly<Record<string, DeclaredSetting>> {
  const groups = (Array.isArray(contributed) ? contributed : [contributed]) as readonly {
    readonly properties?: Readonly<Record<string, DeclaredSetting>>;
  }[];
  return Object.assign({}, ...groups.map((group) => group?.properties), NETWORK) as Readonly<Record<string, DeclaredSetting>>;
}

/** A line for each place where a setting is set. */
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

/** Only a value that can’t be a secret: a number, yes or no, or one of a few words that are known. */
function displayed(declared: DeclaredSetting, value: unknown): string {
  const isPlain = typeof value === 'boolean' || typeof value === 'number';
  return isPlain || declared.enum?.includes(value) ? String(value) : 'set';
}

/** A line for each: its name and origin; of API keys the count, for their names may be those of people. */
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

/** Never a path: it may name a tenant. */
const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'an address that can’t be read');

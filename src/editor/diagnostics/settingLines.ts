/** What diagnostics tell of settings: those that are set. */

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
      value === undefined || value === null || value === '' ? [] : [`${name} (${place}): ${shown(declared, value)}`],
    );
  });
}

/** Only a value that can’t be a secret: a number, yes or no, or one of a few words that are known. */
function shown(declared: DeclaredSetting, value: unknown): string {
  const isPlain = typeof value === 'boolean' || typeof value === 'number';
  return isPlain || declared.enum?.includes(value) ? String(value) : 'set';
}

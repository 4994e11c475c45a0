/** The parts of package.json and package.nls.json that tests read. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './built.ts';

export interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly publisher: string;
  readonly displayName: string;
  readonly main: string;
  readonly activationEvents?: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly [point: string]: unknown;
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly enablement?: string;
    }[];
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly keybindings: readonly (MenuEntry & { readonly key: string; readonly mac: string })[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly when: string;
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly authentication: readonly { readonly id: string }[];
    readonly configuration?: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  };
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

export const manifest = read('package.json') as Manifest;
export const words = read('package.nls.json') as Readonly<Record<string, string>>;

export const contributes = manifest.contributes;
export const declaredCommands = contributes.commands.map(({ command }) => command);
export const declaredViews = Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));
export const declaredSettings = contributes.configuration?.properties ?? {};

/** Each value once. */
export const sorted = (values: Iterable<string>): readonly string[] => [...new Set(values)].toSorted();

/** Returns each condition of the manifest with its path. */
export function conditions(): readonly { readonly where: string; readonly when: string }[] {
  const found: { where: string; when: string }[] = [];
  const visit = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      if ((field === 'when' || field === 'enablement') && typeof inner === 'string')
        found.push({ where: `${where}.${field}`, when: inner });
      else visit(inner, `${where}.${field}`);
    }
  };
  visit(contributes, 'contributes');
  return found;
}

/** Returns each text of the manifest with its path, such as `contributes.commands.3.title`. */
export function texts(): readonly { readonly where: string; readonly field: string; readonly text: string }[] {
  const found: { where: string; field: string; text: string }[] = [];
  const visit = (value: unknown, where: string, field: string): void => {
    if (typeof value === 'string') found.push({ where, field, text: value });
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, `${where}.${name}`, /^\d+$/.test(name) ? field : name);
    }
  };
  for (const field of ['description', 'capabilities', 'contributes']) visit(manifest[field], field, field);
  return found;
}

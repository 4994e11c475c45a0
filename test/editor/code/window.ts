/** A window with flags in code, whose providers and commands a test calls like the editor. */
import { afterEach, beforeEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';
import type { Position } from '../apiClasses.ts';
import * as editor from './fakeEditor.ts';

const { registerCode } = await import('../../../src/editor/code/index.ts');

export const service = useService();
export const CONFIG = '/code/.flagadmin.json';
/** The text of a configuration file for the Storefront. */
export const storefront = (more: object = {}): string => JSON.stringify({ workspace: 'Storefront', wrappers: ['isOn'], ...more });

/** The texts that were opened, with their lenses. */
export const texts: { readonly name: string; readonly text: string; readonly lenses: readonly ReportLens[] }[] = [];
/** The feature as it was registered last, and the events that it listens to. */
export const feature: { dispose?: () => void; changeConnection?: () => void; fire?: (event: WindowEvent) => void } = {};

/** Opens a window in a folder with this file. */
export async function start(config?: string): Promise<void> {
  if (config !== undefined) editor.files.set(CONFIG, config);
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', connectionName: 'Sandbox', keyName: 'submitter-key', origin: client.origin, client };
  const onDidChange = (listener: () => void) => {
    feature.changeConnection = listener;
    return { dispose() {} };
  };
  const connections = { inUse: async () => connected, orAsk: async () => connected, onDidChange };
  const keep = async (name: string) => ({ toString: () => name });
  const open = async (name: string, text: string) => {
    // The editor asks for the lenses as soon as it shows the text.
    texts.push({ name, text, lenses: await reportLenses(name) });
  };
  const services = testServices({ connections, texts: { keep, open } });
  const registered = registerCode(services);
  Object.assign(feature, { dispose: () => void registered.dispose(), fire: services.events.fire });
  await setTimeout(50);
}
beforeEach(() => {
  for (const map of [editor.files, editor.problems, editor.watched]) map.clear();
  editor.readPaths.length = shown.length = texts.length = editor.shownFiles.length = editor.visible.length = 0;
  Object.assign(editor.workspace, { isTrusted: true });
});
afterEach(() => feature.dispose?.());

/** A cancellation token that is never cancelled. */
export const token: object = { onCancellationRequested: () => ({ dispose() {} }) };
/** The provider of this kind that was registered first, or at this index. */
export const providerOf = <T>(kind: string, index = 0): Record<string, (...args: readonly unknown[]) => Promise<T>> => {
  const { provider } = editor.providers.filter((one) => one.kind === kind)[index]!;
  return provider as Record<string, (...args: readonly unknown[]) => Promise<T>>;
};
interface ReportLens {
  readonly range: { readonly start: Position };
  readonly command: { readonly title: string; readonly arguments: readonly unknown[] };
}
const reportLenses = async (name: string) => providerOf<readonly ReportLens[]>('lens', 1).provideCodeLenses!({ uri: name });
/** In the order in which the editor asks: the provider that was registered last is first. */
export async function hover(document: editor.Code, at: string): Promise<readonly string[]> {
  const parts = [1, 0].map((index) =>
    providerOf<{ contents: { value: string } } | undefined>('hover', index).provideHover!(document, document.at(at), token),
  );
  return (await Promise.all(parts)).flatMap((one) => one?.contents.value ?? []);
}
/** The completions at the mark. */
export async function complete(text: string): Promise<readonly string[]> {
  const document = code(text);
  const provide = providerOf<{ items: { label: { label: string } }[] } | undefined>('completion');
  const list = await provide.provideCompletionItems!(document, document.at('|', 0), token);
  return (list?.items ?? []).map(({ label }) => label.label);
}
/** Tells the watcher of the files, and waits until they have been read. */
export async function changeFiles(): Promise<void> {
  editor.watched.get('**/.flagadmin.json')!.fire();
  await setTimeout(50);
}
/** Runs a registered command. */
export const runCommand = async (id: string, ...args: readonly unknown[]): Promise<unknown> => editor.commands.get(id)!(...args);

/** A document of code with this text. */
export const code = (text: string): editor.Code => new editor.Code('/code/src/checkout.ts', text);
export const CHECKOUT = "const on = client.getTreatment(user, 'checkout-redesign'); // 'new-search'\n";

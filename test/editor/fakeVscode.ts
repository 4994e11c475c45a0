/** The part of the editor's API that the tested units use. It records messages. */
import type { AuthenticationProvider, TreeDataProvider } from 'vscode';
import { EventEmitter, ThemeIcon } from './apiClasses.ts';
import { createBox, createPick } from './questions.ts';
import { standInForVscode } from './standIn.ts';

interface Shown {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  /** Of a dialog. */
  readonly detail: string | undefined;
  readonly buttons: readonly string[];
}

/** The notifications since the start, newest last. */
export const shown: Shown[] = [];

let pressed: string | undefined;

/** The English label of the button that answers the next message. None by default. */
export function pressNext(button: string): void {
  pressed = button;
}

let takenBack = 0;

/** Answers the next messages like a closing window. The number is limited, so that endless messages fail. */
export function dismissNext(messages: number): void {
  takenBack = messages;
}

const keep =
  (severity: Shown['severity']) =>
  (message: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
    const buttons = rest.filter((one) => typeof one === 'string');
    const detail = rest.flatMap((one) => (one as { readonly detail?: string }).detail ?? [])[0];
    shown.push({ severity, message, detail, buttons });
    if (takenBack > 0) {
      takenBack -= 1;
      return Promise.reject(Object.assign(new Error('Canceled'), { name: 'Canceled' }));
    }
    const button = buttons.find((one) => pressed !== undefined && one === t(pressed));
    pressed = undefined;
    return Promise.resolve(button);
  };

/** The translations for `t`. None unless a test sets them. */
const l10n: { readonly t: typeof t; bundle?: Readonly<Record<string, string>> } = { t };

/** `l10n.t` as in the editor. */
function t(message: string, ...values: readonly unknown[]): string {
  return (l10n.bundle?.[message] ?? message).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(values[Number(index)] ?? place),
  );
}

class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** The prompts of the asked questions, newest last. */
export const asked: string[] = [];
let answer: string | undefined;

/** The answer to the next question. Undefined = Escape. */
export function answerNext(text: string | undefined): void {
  answer = text;
}

const createInputBox = (): object =>
  createBox(
    ({ prompt }) => {
      asked.push(prompt);
      return answer;
    },
    () => undefined,
  );

/** The options of the choices, newest last. */
export const offered: { readonly placeholder: string; readonly labels: readonly string[] }[] = [];
let choice: string | undefined;

/** The label that answers the next choice. Undefined = Escape. */
export function chooseNext(label: string | undefined): void {
  choice = label;
}

const createQuickPick = (): object =>
  createPick(({ prompt, rows }) => {
    const labels = rows.map(({ label }) => label);
    offered.push({ placeholder: prompt, labels });
    return labels.find((label) => label === choice);
  });

/** A progress notification: its messages so far, and whether it is still open. */
interface Progress {
  readonly title: string;
  readonly said: string[];
  isShown: boolean;
  cancel(): void;
}

/** Newest last. */
export const progresses: Progress[] = [];

async function withProgress<T>(
  { title = '' }: { title?: string },
  task: (progress: object, token: object) => Promise<T>,
): Promise<T> {
  const cancelled = new EventEmitter<undefined>();
  const said: string[] = [];
  const shown: Progress = { title, said, isShown: true, cancel: () => cancelled.fire(undefined) };
  progresses.push(shown);
  const report = ({ message = '' }: { message?: string }): number => said.push(message);
  return task({ report }, { onCancellationRequested: cancelled.event }).finally(() => (shown.isShown = false));
}

/** The settings by full name, with the values of the user and the workspace. */
export const settings: Record<string, { user?: unknown; workspace?: unknown }> = {};

const getConfiguration = (section: string): object => ({
  get: (name: string) => settings[`${section}.${name}`]?.workspace ?? settings[`${section}.${name}`]?.user,
  inspect: (name: string) => {
    const { user, workspace } = settings[`${section}.${name}`] ?? {};
    return { key: `${section}.${name}`, globalValue: user, workspaceValue: workspace, workspaceFolderValue: workspace };
  },
});

/** The registered authentication providers, newest last: one for each window. */
export const accounts: AuthenticationProvider[] = [];

function registerAuthenticationProvider(_id: string, _label: string, provider: AuthenticationProvider): object {
  accounts.push(provider);
  return { dispose: () => undefined };
}

class Disposable {
  static from(...all: readonly { dispose(): void }[]): Disposable {
    return { dispose: () => all.forEach((one) => one.dispose()) };
  }
  readonly dispose = (): void => undefined;
}

/** The executed commands with their arguments, newest last. */
export const executed: (readonly unknown[])[] = [];

async function executeCommand(...call: readonly unknown[]): Promise<void> {
  executed.push(call);
}

/** The data providers of the created views, newest last. */
export const views: TreeDataProvider<unknown>[] = [];

function createTreeView(_id: string, { treeDataProvider }: { treeDataProvider: TreeDataProvider<unknown> }): object {
  views.push(treeDataProvider);
  const never = () => ({ dispose: () => undefined });
  return { onDidExpandElement: never, onDidCollapseElement: never, dispose: () => undefined };
}

let fileText = '';
/** The content of the file that answers the next open dialog. */
export function openNext(text: string): void {
  fileText = text;
}

const readFile = async (): Promise<Uint8Array> => new TextEncoder().encode(fileText);
export const workspace = { isTrusted: true, getConfiguration, fs: { readFile } };

const fake = {
  l10n,
  env: { language: 'en', uriScheme: 'vscode', uiKind: 1 },
  UIKind: { Desktop: 1, Web: 2 },
  Uri: {
    joinPath: (...parts: readonly string[]) => parts.join('/'),
    from: (parts: object) => ({ ...parts, with: (others: object) => ({ ...parts, ...others }) }),
  },
  EventEmitter,
  ThemeIcon,
  ThemeColor: ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  Disposable,
  authentication: { registerAuthenticationProvider },
  commands: { executeCommand, registerCommand: () => ({ dispose: () => undefined }) },
  QuickInputButtons: { Back: {} },
  ViewColumn: { Active: -1, Beside: -2 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  // No tab is open.
  TabInputText: Map,
  TabInputTextDiff: Map,
  TabInputCustom: Map,
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  workspace,
  window: {
    showOpenDialog: async () => [{ path: '/shared/connections.json' }],
    createInputBox,
    createQuickPick,
    createTreeView,
    registerFileDecorationProvider: () => ({ dispose: () => undefined }),
    withProgress,
    tabGroups: { activeTabGroup: { activeTab: undefined }, all: [] },
    visibleTextEditors: [],
    showInformationMessage: keep('info'),
    showWarningMessage: keep('warning'),
    showErrorMessage: keep('error'),
  },
};

standInForVscode(fake);

/** Sets the display language of the editor, with the extension's translation if given. */
export function setLanguage(language: string, bundle?: Readonly<Record<string, string>>): void {
  fake.env.language = language;
  if (bundle) l10n.bundle = bundle;
  else delete l10n.bundle;
}

/**
 * Records what the extension shows in this window. It replaces functions of the editor's object that the extension also uses, so
 * it must be imported before the extension is activated. Questions are real ones of the editor. Messages are recorded and not
 * shown, because nobody closes them here.
 */
import * as vscode from 'vscode';

/** A shown text and its surface: `quickPick.label`, `message.warning`. */
export interface Shown {
  readonly surface: string;
  readonly text: string;
}

type Input = vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox;

interface Watched {
  readonly shown: Shown[];
  /** Items are read again each time, because an item of the status bar changes. */
  readonly statusBarItems: vscode.StatusBarItem[];
  readonly treeProviders: Map<string, vscode.TreeDataProvider<unknown>>;
  readonly accountProviders: vscode.AuthenticationProvider[];
  readonly sourceControls: vscode.SourceControl[];
  readonly resourceGroups: vscode.SourceControlResourceGroup[];
  readonly decorationProviders: vscode.FileDecorationProvider[];
  /** The answers to the next dialogs. By default, nobody answers. */
  readonly answers: { dialog?: 'agree'; message?: string; open?: vscode.Uri; save?: vscode.Uri };
  /** The commands that the editor ran, with their arguments. */
  readonly executed: (readonly [command: string, ...args: unknown[]])[];
  /** The open question. */
  question?: Input | undefined;
}

/** Each test file has its own copy of this module, and all share one window. */
const shared = globalThis as { watchedWindow?: Watched };
const isFirst = shared.watchedWindow === undefined;
const watched: Watched = (shared.watchedWindow ??= {
  shown: [],
  statusBarItems: [],
  treeProviders: new Map(),
  accountProviders: [],
  sourceControls: [],
  resourceGroups: [],
  decorationProviders: [],
  answers: {},
  executed: [],
});
export const { shown, statusBarItems, treeProviders, accountProviders } = watched;
export const { sourceControls, resourceGroups, decorationProviders, answers, executed } = watched;

export const isPick = (input: Input): input is vscode.QuickPick<vscode.QuickPickItem> => 'items' in input;

export function note(surface: string, text: unknown): void {
  if (typeof text === 'string' && text !== '') shown.push({ surface, text });
  else if (text instanceof vscode.MarkdownString) shown.push({ surface: `${surface}.markdown`, text: text.value });
}

/** Records the current text of a question. */
export function look(input: Input): void {
  const kind = isPick(input) ? 'quickPick' : 'inputBox';
  note(`${kind}.title`, input.title);
  note(`${kind}.placeholder`, input.placeholder);
  for (const { tooltip } of input.buttons) note(`${kind}.button`, tooltip);
  if (isPick(input)) {
    for (const item of input.items) {
      note(item.kind === vscode.QuickPickItemKind.Separator ? 'quickPick.separator' : 'quickPick.label', item.label);
      note('quickPick.description', item.description);
      note('quickPick.detail', item.detail);
    }
    return;
  }
  note('inputBox.prompt', input.prompt);
  const { validationMessage: wrong } = input;
  note('inputBox.validation', typeof wrong === 'object' ? wrong.message : wrong);
}

function watchInput<T extends Input>(input: T): T {
  const show = input.show.bind(input);
  input.show = () => {
    watched.question = input;
    show();
  };
  const gone = (): void => {
    look(input);
    if (watched.question === input) watched.question = undefined;
  };
  input.onDidHide(gone);
  const dispose = input.dispose.bind(input);
  input.dispose = () => {
    gone();
    dispose();
  };
  return input;
}

/** The editor's own object, which is writable. */
type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
const window = vscode.window as Mutable<typeof vscode.window>;

const message =
  (surface: string) =>
  async (text: string, ...rest: readonly unknown[]): Promise<unknown> => {
    const options = rest.find((one): one is vscode.MessageOptions => typeof one === 'object');
    const buttons = rest.filter((one) => typeof one === 'string');
    const isModal = options?.modal === true;
    note(isModal ? 'dialog' : `message.${surface}`, text);
    note('dialog.detail', options?.detail);
    for (const button of buttons) note(isModal ? 'dialog.button' : 'message.button', button);
    return isModal ? buttons.find(() => answers.dialog === 'agree') : buttons.find((button) => button === answers.message);
  };

function watchWindow(): void {
  const { createQuickPick, createInputBox, createStatusBarItem, createTreeView, withProgress, createWebviewPanel } = window;
  window.createQuickPick = () => watchInput(createQuickPick());
  window.createInputBox = () => watchInput(createInputBox());
  window.showInformationMessage = message('info');
  window.showWarningMessage = message('warning');
  window.showErrorMessage = message('error');
  window.createStatusBarItem = ((...args: Parameters<typeof createStatusBarItem>) => {
    const item = createStatusBarItem(...args);
    statusBarItems.push(item);
    return item;
  }) as typeof createStatusBarItem;
  window.createTreeView = (id, options) => {
    treeProviders.set(id, options.treeDataProvider);
    return createTreeView(id, options);
  };
  window.withProgress = (options, task) => {
    note('progress.title', options.title);
    return withProgress(options, (progress, token) => {
      const report: typeof progress.report = (step) => {
        note('progress.message', step.message);
        progress.report(step);
      };
      return task({ report }, token);
    });
  };
  window.createWebviewPanel = (type, title, ...rest) => {
    note('tab.title', title);
    return createWebviewPanel(type, title, ...rest);
  };
  window.registerFileDecorationProvider = ((register) => (provider) => {
    decorationProviders.push(provider);
    return register(provider);
  })(window.registerFileDecorationProvider);
  window.showOpenDialog = async (options) => {
    note('fileDialog.title', options?.title);
    return answers.open && [answers.open];
  };
  window.showSaveDialog = async (options) => {
    note('fileDialog.title', options?.title);
    return answers.save;
  };
  const commands = vscode.commands as Mutable<typeof vscode.commands>;
  const { executeCommand } = commands;
  commands.executeCommand = (command, ...args) => {
    executed.push([command, ...args]);
    return executeCommand(command, ...args);
  };
  const scm = vscode.scm as Mutable<typeof vscode.scm>;
  const { createSourceControl } = scm;
  scm.createSourceControl = (...args) => {
    const control = createSourceControl(...args);
    const { createResourceGroup } = control;
    control.createResourceGroup = (id, label) => {
      note('sourceControl.group', label);
      const group = createResourceGroup.call(control, id, label);
      resourceGroups.push(group);
      return group;
    };
    sourceControls.push(control);
    return control;
  };
  const authentication = vscode.authentication as Mutable<typeof vscode.authentication>;
  const { registerAuthenticationProvider } = authentication;
  authentication.registerAuthenticationProvider = (id, label, provider, options) => {
    accountProviders.push(provider);
    return registerAuthenticationProvider(id, label, provider, options);
  };
}
if (isFirst) watchWindow();

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const ACCEPT = 'workbench.action.acceptSelectedQuickOpenItem';
const CLOSE = 'workbench.action.closeQuickOpen';

/** A running command. `answer` is called for each question before it is accepted. */
export interface CommandRun {
  readonly command: string;
  readonly args: readonly unknown[];
  /** The maximum number of times that one question is accepted. */
  readonly most: number;
  answer?(input: Input): void | Promise<void>;
  /** A command of the editor to use instead of the one that accepts. */
  readonly press?: string;
}

/** If a question stays unchanged after this many attempts, it is not accepted again. */
const MAX_FAILED_ATTEMPTS = 4;

/**
 * Runs a command and accepts its questions, as any extension can. Ends with the command, when no question is open, when a
 * question stays unchanged, or after `most` questions. Then closes open questions. Returns the number of accepted questions.
 */
export async function runAndAccept({ command, args, most, answer, press = ACCEPT }: CommandRun): Promise<number> {
  let isOver = false;
  const running = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => (isOver = true));
  running.catch(() => undefined);
  let accepted = 0;
  let inVain = 0;
  while (accepted < most && inVain < (answer ? most : MAX_FAILED_ATTEMPTS) && (await isAsking(() => isOver))) {
    const input = watched.question!;
    look(input);
    await answer?.(input);
    await vscode.commands.executeCommand(press);
    accepted += 1;
    await pause(15);
    inVain = watched.question === input ? inVain + 1 : 0;
  }
  for (let tries = 0; !isOver && tries < 500; tries += 1) {
    await vscode.commands.executeCommand(CLOSE);
    await pause(20);
  }
  if (!isOver) throw new Error(`${command} does not end once its questions are closed`);
  await running;
  return accepted;
}

/** Waits for a question with its rows. Returns false if the command has ended, or asks nothing for six seconds. */
async function isAsking(isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (watched.question && !watched.question.busy) return true;
    if (isOver()) return false;
    await pause(10);
  }
  return false;
}

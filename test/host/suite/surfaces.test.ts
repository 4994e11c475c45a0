/**
 * Tests hostile names on all surfaces: rows, tooltips, questions, messages, the status bar, lenses, hovers, completions,
 * problems, titles of tabs. No surface may draw an icon, make a link, or hide a character. The list of surfaces comes from the
 * manifest and from the restricted functions in test/check/borders.config.ts. A new command, contribution point or restricted
 * function fails here until it is covered.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { GUARDED_FUNCTIONS } from '../../check/borders.config.ts';
import { hostileWorld, MARK } from './hostileWorld.ts';
import { connect } from './ownService.ts';
import {
  accountProviders,
  answers,
  decorationProviders,
  isPick,
  note,
  pause,
  shown,
  resourceGroups,
  sourceControls,
  statusBarItems,
  treeProviders,
  runAndAccept,
} from './watchedWindow.ts';

const { contributes } = vscode.extensions.getExtension('flag-admin.flag-admin')!.packageJSON as {
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
};

/** Where each contribution point shows text of other people. Without an entry, it shows only the extension's own text. */
const POINTS: Readonly<Record<string, readonly string[]>> = {
  commands: ['quickPick.title', 'quickPick.label', 'quickPick.description', 'quickPick.detail', 'quickPick.placeholder'],
  views: ['row.label', 'row.description', 'row.tooltip', 'row.spoken'],
  authentication: ['account'],
  configuration: [],
  jsonValidation: [],
  menus: [],
  submenus: [],
  keybindings: [],
  viewsContainers: [],
  viewsWelcome: [],
  walkthroughs: [],
};

/** The same for each restricted function. `undefined` = it shows nothing. */
const SURFACES: Readonly<Record<string, readonly string[] | undefined>> = {
  createQuickPick: ['quickPick.title', 'quickPick.label'],
  createInputBox: ['inputBox.title', 'inputBox.prompt', 'inputBox.placeholder', 'inputBox.validation'],
  showInformationMessage: ['message.info'],
  showWarningMessage: ['message.warning', 'dialog', 'dialog.detail'],
  showErrorMessage: [],
  withProgress: ['progress.title'],
  createStatusBarItem: ['statusBar.text', 'statusBar.tooltip.markdown', 'statusBar.spoken'],
  createTreeView: ['row.label'],
  TreeItem: ['row.label'],
  createWebviewPanel: ['tab.title'],
  CodeLens: ['lens'],
  Hover: ['hover.markdown'],
  MarkdownString: ['hover.markdown', 'statusBar.tooltip.markdown'],
  DocumentSymbol: ['symbol'],
  CompletionItem: ['completion'],
  Diagnostic: ['problem'],
  CodeAction: ['fix'],
  createSourceControl: ['sourceControl.group', 'sourceControl.placeholder', 'sourceControl.tooltip'],
  registerFileDecorationProvider: ['decoration'],
  createOutputChannel: undefined,
  ListFormat: undefined,
  NumberFormat: undefined,
  RelativeTimeFormat: undefined,
  registerCommand: undefined,
  getConfiguration: undefined,
  secrets: undefined,
  language: undefined,
};

/** Commands that show no name of others, or have nothing to show here: an upload that can be resumed, a second API key, flags in code. */
const NAMELESS =
  /^flagAdmin\.(sandbox|log|diagnostics|sample|node|view\.(refresh|loadMore)|connection\.(add|import|remove)|apiKey\.remove|changeRequest\.(clearFilter|reviewWaiting|next|previous)|segment\.resumeUpload|link\.open|code\.)/;

/**
 * Text that the editor would show as an icon or a link, or hide. Lenses and the status bar begin with one icon of the extension.
 */
const ICON = /\$\([\w-]+(~[\w-]+)?\)/;
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)/i;
const HIDDEN = /(?!(?<=[$\]])\u200b(?=\())[\p{Bidi_Control}\u200b\u2060\ufeff]/u;
/** Here, the editor draws no icons. */
const PLAIN = /^(row\.(tooltip|spoken)|statusBar\.spoken|decoration|problem|sourceControl\.tooltip)$/;
/** Here, the editor makes links. */
const LINKING = /^(message|dialog|progress|inputBox\.(prompt|validation))/;
const OF_LINES =
  /^(message|dialog|inputBox\.(prompt|validation)|row\.(tooltip|spoken)|.*\.markdown|decoration|problem|sourceControl\.tooltip|progress)/;

function faultOf({ surface, text }: { readonly surface: string; readonly text: string }): string | undefined {
  if (surface.endsWith('.markdown')) return /(?<!\\)\]\(|(?<!\\)<b>/.test(text) || HIDDEN.test(text) ? 'markup' : undefined;
  const words = /^(lens|statusBar\.text)$/.test(surface) ? text.replace(/^\$\([\w-]+\)\u00a0/, '') : text;
  if (ICON.test(words) && !PLAIN.test(surface)) return 'an icon';
  if (LINK.test(words) && LINKING.test(surface)) return 'a link';
  if (HIDDEN.test(words)) return 'a hidden character';
  return /[\n\r]/.test(words) && !OF_LINES.test(surface) ? 'a line of its own' : undefined;
}

interface Node {
  readonly contextValue: string;
  readonly target?: { readonly kind: string; readonly name?: string; readonly environment?: { readonly name: string } };
}

describe('names that others chose', function () {
  this.timeout(90_000);
  const world = hostileWorld();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-surfaces-'));
  const draftFile = vscode.Uri.file(path.join(folder, 'a $(pass) \u202e.yaml'));
  const nodes: Node[] = [];
  let sandbox: Sandbox;
  const nodeOf = (kind: string, environment = 'development'): Node | undefined =>
    nodes.find(
      ({ target }) =>
        target?.kind === kind && (target.environment?.name ?? world.named(environment)) === world.named(environment),
    );

  before(async () => {
    const file = path.join(folder, 'state.json');
    writeFileSync(file, world.state);
    writeFileSync(draftFile.fsPath, `name: ${JSON.stringify(world.named('new-search'))}\n`);
    sandbox = await startSandbox({ state: { file } });
    assert.equal(sandbox.setAside, undefined, sandbox.setAside?.reason);
    await connect(sandbox, 'submitter-key');
    await ensureName();
    for (const { id } of Object.values(contributes.views).flat()) await readRows(id);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** True if the account of the connection has the new name now. */
  async function isRenamed(): Promise<boolean> {
    const all = await Promise.all(accountProviders.map((provider) => provider.getSessions(undefined, {})));
    return all.flat().some(({ account }) => account.label.includes(MARK));
  }

  /**
   * Renames the connection if it does not have the new name. On a slow machine, a question can close before it is answered, and
   * the editor sometimes restores values of its storage that are older than the rename.
   */
  async function ensureName(): Promise<void> {
    for (let tries = 0; tries < 5 && !(await isRenamed()); tries += 1) {
      await rename(`Shop $(pass) [ok](command:${MARK})`);
      for (let waited = 0; waited < 20 && !(await isRenamed()); waited += 1) await pause(50);
    }
    assert.ok(await isRenamed(), 'the connection is not renamed');
  }

  /** Gives the connection in use a name that somebody else could have chosen. */
  async function rename(name: string): Promise<void> {
    await runAndAccept({
      command: 'flagAdmin.connection.edit',
      args: [],
      most: 6,
      async answer(input) {
        if (!isPick(input)) input.value = name;
        else {
          // Other tests of this window have added connections.
          const wanted =
            input.items.find(({ label }) => label === 'Name') ?? input.items.find(({ description }) => description === 'in use');
          if (wanted) input.activeItems = [wanted];
        }
        await pause(30);
      },
    });
  }

  async function readRows(id: string, parent?: unknown, level = 0): Promise<void> {
    const provider = treeProviders.get(id)!;
    const children = ((await provider.getChildren(parent)) ?? []) as Node[];
    // A few of many similar ones.
    for (const node of [...children.slice(0, 6), ...children.slice(-1)]) {
      const drawn = await provider.getTreeItem(node);
      const item = (await provider.resolveTreeItem?.(drawn, node, new vscode.CancellationTokenSource().token)) ?? drawn;
      nodes.push(node);
      note('row.label', typeof item.label === 'string' ? item.label : item.label?.label);
      note('row.description', item.description);
      note('row.tooltip', item.tooltip);
      note('row.spoken', item.accessibilityInformation?.label);
      if (item.collapsibleState !== vscode.TreeItemCollapsibleState.None && level < 4) await readRows(id, node, level + 1);
    }
  }

  /** Chooses rows that continue, and types the requested text. All calls go to the sandbox of this test. */
  async function goOn(command: string, args: readonly unknown[]): Promise<void> {
    answers.dialog = 'agree';
    answers.open = draftFile;
    await vscode.env.clipboard.writeText('c-1\nc-2\n');
    answers.save = vscode.Uri.file(path.join(folder, 'saved.yaml'));
    let asked = 0;
    await runAndAccept({
      command,
      args,
      most: 8,
      async answer(input) {
        asked += 1;
        if (!isPick(input)) {
          input.value = /Type “/.test(input.prompt ?? '') ? 'wrong' : input.value || `why ${asked}`;
          await pause(20);
          return;
        }
        if (input.canSelectMany) input.selectedItems = input.items.slice(0, 2);
        else if (input.activeItems.length === 0) input.activeItems = input.items.filter((item) => 'value' in item).slice(0, 1);
        await pause(20);
      },
    });
    delete answers.dialog;
    delete answers.open;
    delete answers.save;
  }

  for (const { command } of contributes.commands) {
    it(`appear as text in everything that ${command} shows`, async () => {
      await ensureName();
      const [, noun] = command.split('.');
      const before = shown.length;
      const kind = noun === 'changeRequest' || noun === 'flag' ? noun : 'segment';
      const files = [{ name: `${world.named('keys')}.txt`, bytes: new TextEncoder().encode('a-1\na-2\n') }];
      if (!/^flagAdmin\.(sandbox\.|connection\.(add|remove)|apiKey\.remove)/.test(command)) {
        // If a review of the test before is in front, a decision would press its button instead of asking for a request.
        if (noun === 'changeRequest') await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await goOn(command, []);
        for (const environment of ['development', 'production']) {
          const { target } = nodeOf(kind, environment) ?? {};
          await goOn(command, [{ target, files }]);
        }
      }
      const seen = shown.slice(before);
      assert.deepEqual(faultsIn(seen), []);
      if (!NAMELESS.test(command))
        assert.ok(
          seen.some(({ text }) => text.includes(MARK)),
          `${command} shows no name: ${JSON.stringify(seen.slice(0, 9))}`,
        );
    });
  }

  it('appear as text above, in, and beside a definition', async () => {
    // No change request is open on it.
    const { target } = nodes.find(
      (node) => node.target?.name === world.named('new-search') && node.target.environment?.name === world.named('staging'),
    )!;
    await vscode.commands.executeCommand('flagAdmin.flag.open', { target });
    const editor = vscode.window.activeTextEditor!;
    const { document } = editor;
    const ask = <T>(what: string, ...args: readonly unknown[]): Thenable<T[] | undefined> =>
      vscode.commands.executeCommand(`vscode.execute${what}`, document.uri, ...args);
    for (let line = 0; line < document.lineCount; line += 1) {
      const at = new vscode.Position(line, Math.max(0, document.lineAt(line).text.length - 3));
      for (const { contents } of (await ask<vscode.Hover>('HoverProvider', at)) ?? [])
        for (const content of contents) note('hover', content);
    }
    for (const symbol of (await ask<vscode.DocumentSymbol>('DocumentSymbolProvider')) ?? []) noteSymbol(symbol);

    // An unknown value is a problem, and completions offer the allowed ones.
    const text = document.getText();
    const found = /^defaultTreatment: .*$/m.exec(text)!;
    const { line } = document.positionAt(found.index);
    const write = (value: string): Thenable<boolean> =>
      editor.edit((edit) => edit.replace(document.lineAt(line).range, `defaultTreatment: ${value}`));
    await write(JSON.stringify(world.named('x')));
    const problems = await eventually(() => vscode.languages.getDiagnostics(document.uri));
    for (const problem of problems) note('problem', problem.message);
    for (const action of (await ask<vscode.CodeAction>('CodeActionProvider', problems[0]!.range)) ?? [])
      note('fix', action.title);
    await write('');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      document.lineAt(line).range.end,
    );
    // The editor itself offers words of the text.
    for (const { label, kind } of list.items) {
      if (kind !== vscode.CompletionItemKind.Text) note('completion', typeof label === 'string' ? label : label.label);
    }

    // A draft, and then the change request that it becomes.
    await write(other(text, found[0]));
    await document.save();
    await noteAround(document);
    await goOn('flagAdmin.flag.submit', [document.uri]);
    await pause(300);
    await noteAround(document);
    assert.deepEqual(faultsIn(shown), []);
  });

  /** A different treatment of the definition, as it appears in its text. */
  function other(text: string, line: string): string {
    const names = [...text.matchAll(/^ {2}- name: (.*)$/gm)].map(([, name]) => name!);
    return names.find((name) => !line.endsWith(name)) ?? names[0]!;
  }

  async function noteAround(document: vscode.TextDocument): Promise<void> {
    const lenses = (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri)) as vscode.CodeLens[];
    for (const { command } of lenses) note('lens', command?.title);
    for (const provider of decorationProviders) {
      const mark = await provider.provideFileDecoration(document.uri, new vscode.CancellationTokenSource().token);
      note('decoration', mark?.tooltip);
    }
    for (const control of sourceControls) note('sourceControl.placeholder', control.inputBox.placeholder);
    for (const group of resourceGroups)
      for (const { decorations } of group.resourceStates) note('sourceControl.tooltip', decorations?.tooltip);
  }

  function noteSymbol({ name, detail, children }: vscode.DocumentSymbol): void {
    note('symbol', name);
    note('symbol', detail);
    children.forEach(noteSymbol);
  }

  it('appear as text in the status bar and in the list of accounts', async () => {
    await ensureName();
    for (const item of statusBarItems) {
      note('statusBar.text', item.text);
      note('statusBar.tooltip', item.tooltip);
      note('statusBar.spoken', item.accessibilityInformation?.label);
    }
    for (const provider of accountProviders)
      for (const { account } of await provider.getSessions(undefined, {})) note('account', account.label);
    assert.deepEqual(faultsIn(shown), []);
  });

  it('were found on each surface of the manifest and of the restricted functions', () => {
    assert.deepEqual(Object.keys(contributes).toSorted(), Object.keys(POINTS).toSorted());
    const open = Object.keys(GUARDED_FUNCTIONS).filter((name) => GUARDED_FUNCTIONS[name]!.length > 0);
    assert.deepEqual(open.toSorted(), Object.keys(SURFACES).toSorted());
    const seen = new Set(shown.filter(({ text }) => text.includes(MARK)).map(({ surface }) => surface));
    const wanted = new Set([...Object.values(POINTS), ...Object.values(SURFACES)].flatMap((surfaces) => surfaces ?? []));
    assert.deepEqual(
      [...wanted].filter((surface) => !seen.has(surface)),
      [],
    );
  });
});

async function eventually<T>(look: () => readonly T[]): Promise<readonly T[]> {
  for (;;) {
    const found = look();
    if (found.length > 0) return found;
    await pause(50);
  }
}

const faultsIn = (all: readonly { readonly surface: string; readonly text: string }[]): readonly string[] => [
  ...new Set(
    all.flatMap((one) => (faultOf(one) === undefined ? [] : [`${faultOf(one)} in ${one.surface}: ${JSON.stringify(one.text)}`])),
  ),
];

/**
 * The rules for oxlint: which file may import which, and which file may use which restricted function.
 * test/architecture.test.ts checks the other rules, and tests each rule with a planted violation. To allow something new, change
 * the table here and the map in CONTRIBUTING.md.
 */

const PARTS = ['time', 'api', 'domain', 'storage', 'operations', 'editor', 'webview', 'sandbox'];
const FEATURES = [
  'connection',
  'explorer',
  'segments',
  'identities',
  'links',
  'flags',
  'definitions',
  'changeRequests',
  'review',
  'sandbox',
  'diagnostics',
  'code',
];

interface Part {
  /** Parts of src, or files and folders in them, that may be imported in any way. */
  readonly imports?: readonly string[];
  /** Parts whose types may be imported. */
  readonly types?: readonly string[];
  /** Files that may be imported only as a type or by `import()`. The test checks that. */
  readonly notAtOnce?: readonly string[];
  readonly packages?: readonly string[];
}

const below = (name: string): string => (name.endsWith('.ts') ? `**/${name}` : `**/${name}/**`);

/**
 * Returns the rule for the imports of a part. Its own files are not listed, because they import each other without the name of
 * the part. A `!` in one group applies to all groups. So this rule can't allow only the types of a file; the test checks that.
 */
function imports({ imports: all = [], types = [], notAtOnce = [], packages = [] }: Part, ...never: readonly object[]): object {
  const free = [...all, ...notAtOnce].map((name) => `!${below(name)}`);
  const others = PARTS.filter((part) => !types.includes(part)).map(below);
  const patterns = [
    ...never,
    { group: ['nothing', ...packages.map((name) => `!${name}`)] },
    { regex: '^[^.]', message: 'no such package in this part' },
    { group: ['nothing', ...types.map(below), ...free], allowTypeImports: true, message: 'as a type only' },
    { group: [...others, '**/extension.ts', ...free], message: 'not from this part' },
  ];
  return { 'eslint/no-restricted-imports': ['error', { patterns }] };
}

const NODE = ['node:*', 'node:*/**'];
const neverOfNode = { regex: '^node:(child_process|cluster|vm|inspector|repl|module)', message: 'nobody may use it' };
/** The folders of the editor that features share, from the lowest: each may import those before it. */
const LAYERS = ['words', 'window', 'ask', 'changes'];
const feature = { regex: `^(\\.\\./){1,2}(${FEATURES.join('|')})/`, message: 'features do not import each other' };
/** A shared folder must not import the folders above it, or the features. */
const above = (layer: string): object => ({
  regex: `^(\\.\\./)+(${[...LAYERS.slice(LAYERS.indexOf(layer) + 1), ...FEATURES].join('|')})/`,
  message: 'imports go one way: features, changes, ask, window, words',
});

/** What each file of the editor may import, except other features. */
const editor: Part = {
  imports: ['api/errors.ts', 'api/network/baseUrl.ts', 'api/vocabulary.ts', 'domain', 'operations', 'storage', 'time'],
  types: ['api'],
  notAtOnce: ['api/client.ts', 'webview/protocol.ts'],
  packages: ['vscode', ...NODE],
};

/** Functions of the editor that are easy to misuse, and the only files that may call each. */
export const GUARDED_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  registerCommand: ['editor/window/command.ts'],
  registerTextEditorCommand: [],
  getConfiguration: ['editor/window/settings.ts'],
  createWebviewPanel: ['editor/review/**'],
  // Each of these can show names that other people chose. The listed files escape such names (words/escape.ts).
  TreeItem: ['editor/explorer/**'],
  CodeLens: ['editor/definitions/lenses.ts', 'editor/segments/keysLens.ts', 'editor/code/**'],
  Hover: ['editor/definitions/languages.ts', 'editor/code/**'],
  DocumentSymbol: ['editor/definitions/languages.ts'],
  CompletionItem: ['editor/definitions/completionProvider.ts', 'editor/code/**'],
  CodeAction: ['editor/definitions/diagnostics.ts'],
  Diagnostic: ['editor/words/escape.ts'],
  MarkdownString: ['editor/words/escape.ts'],
  createSourceControl: ['editor/definitions/sourceControl.ts'],
  registerFileDecorationProvider: ['editor/definitions/marks.ts', 'editor/explorer/**'],
  setStatusBarMessage: [],
  createLanguageStatusItem: [],
  createTextEditorDecorationType: [],
  createTerminal: [],
  createCommentController: [],
  createTestController: [],
  createChatParticipant: [],
  registerTreeDataProvider: [],
  registerInlayHintsProvider: [],
  registerSignatureHelpProvider: [],
  registerWorkspaceSymbolProvider: [],
  registerTool: [],
  registerWebviewViewProvider: [],
  createTreeView: ['editor/explorer/**'],
  createOutputChannel: ['editor/window/log.ts'],
  createStatusBarItem: ['editor/connection/**'],
  createQuickPick: ['editor/ask/ask.ts', 'editor/ask/askSearch.ts'],
  createInputBox: ['editor/ask/ask.ts'],
  showQuickPick: [],
  showInputBox: [],
  showInformationMessage: ['editor/window/notifications.ts'],
  showWarningMessage: ['editor/window/notifications.ts'],
  showErrorMessage: ['editor/window/notifications.ts'],
  // The sandbox may show progress in its view, because that progress has no text.
  withProgress: ['editor/window/notifications.ts', 'editor/sandbox/**'],
  secrets: ['editor/connection/**'],
  // Numbers, dates and lists are written in the language of the sentences around them. The `language` of a document is its file
  // type.
  language: ['editor/words/displayLanguage.ts', 'editor/diagnostics/**', 'editor/definitions/languages.ts'],
  // Creating a formatter takes a hundred times as long as using it, so `formatter` creates each one once.
  NumberFormat: ['editor/words/displayLanguage.ts', 'webview/numbers.ts'],
  RelativeTimeFormat: ['editor/words/displayLanguage.ts', 'webview/ages.ts'],
  ListFormat: ['editor/words/displayLanguage.ts'],
  toLocaleString: [],
  toLocaleDateString: [],
  toLocaleTimeString: [],
  // Only api/network/transport.ts makes calls, and no text is written to the page as markup.
  fetch: [],
  innerHTML: [],
  outerHTML: [],
  insertAdjacentHTML: [],
  srcdoc: [],
};

const guards = (open?: string): object => ({
  'eslint/no-restricted-properties': [
    'error',
    ...Object.entries(GUARDED_FUNCTIONS).flatMap(([property, only]) => (open && only.includes(open) ? [] : [{ property }])),
  ],
});

const override = (files: string, rules: object): object => ({ files: [`**/src/${files}`], rules });

// oxlint reads the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  plugins: ['eslint', 'typescript', 'import'],
  categories: { correctness: 'off' },
  rules: {},
  overrides: [
    override('**', {
      'eslint/no-eval': 'error',
      'eslint/no-new-func': 'error',
      'eslint/no-restricted-globals': ['error', 'fetch', 'XMLHttpRequest', 'require', 'createRequire', 'eval', 'Function'],
      'typescript/no-require-imports': 'error',
      'typescript/no-import-type-side-effects': 'error',
      ...guards(),
    }),
    ...[...new Set(Object.values(GUARDED_FUNCTIONS).flat())].map((open) => override(open, guards(open))),
    override('{time,api,domain,storage,operations,webview,editor,extension.ts,sandbox/!(cli.ts)}/**', {
      'eslint/no-console': 'error',
    }),

    override('time/**', imports({})),
    override('api/**', imports({ imports: ['time'], packages: ['zod/mini', ...NODE] }, neverOfNode)),
    override('api/network/dispatcher.ts', imports({ imports: ['time'], packages: ['undici', 'zod/mini', ...NODE] }, neverOfNode)),
    override('domain/**', imports({ notAtOnce: ['api/model.ts'] })),
    override('storage/**', imports({ imports: ['time'], packages: NODE }, neverOfNode)),
    override(
      'operations/**',
      imports(
        {
          imports: ['api', 'domain', 'storage', 'time'],
          packages: ['csv-parse', 'csv-parse/sync', 'jsonc-parser', 'yaml', ...NODE],
        },
        neverOfNode,
      ),
    ),
    // This file may import zod, because a schema checks the file of a draft.
    override(
      'operations/definitions/drafts/draft.ts',
      imports({ imports: ['api', 'domain'], packages: ['zod/mini', ...NODE] }, neverOfNode),
    ),
    override('webview/**', imports({})),
    override(
      'sandbox/**',
      imports({ imports: ['storage', 'time'], notAtOnce: ['api/model.ts'], packages: ['zod/mini', ...NODE] }, neverOfNode),
    ),
    ...LAYERS.map((layer) => override(`editor/${layer}/**`, imports(editor, neverOfNode, above(layer)))),
    ...FEATURES.map((name) => override(`editor/${name}/**`, imports(editor, neverOfNode, feature))),
    override(
      'editor/{review,code}/**',
      imports({ ...editor, packages: [...editor.packages!, 'zod/mini'] }, neverOfNode, feature),
    ),
    override('editor/sandbox/**', imports({ ...editor, notAtOnce: [...editor.notAtOnce!, 'sandbox/server.ts'] }, neverOfNode)),
    override(
      'editor/words/**',
      imports({ ...editor, imports: ['api/errors.ts', 'domain'], types: ['api', 'operations'] }, neverOfNode, above('words')),
    ),
    override(
      'extension.ts',
      imports({
        imports: [...FEATURES.map((name) => `editor/${name}/index.ts`), 'editor/window', 'operations'],
        types: ['api'],
        packages: ['vscode'],
      }),
    ),
  ],
};

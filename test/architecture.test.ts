/**
 * Who may import whom, and who may use which door. To allow something new, change the table here and the map in CONTRIBUTING.md.
 * The last two suites plant violations and look-alikes to prove that the table is held.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { violationsOf, type Door, type Part, type Sources, type Table } from './check/borders.ts';

/** What extension.ts may know of a feature. */
const features = [
  'connection',
  'explorer',
  'segments',
  'identities',
  'flags',
  'definitions',
  'changeRequests',
  'review',
  'sandbox',
  'diagnostics',
].map((feature) => `editor/${feature}/index.ts`);

/** What several features of the editor use. */
const shared = ['formats', 'messages', 'prompts', 'pickers', 'service', 'texts', 'changeTexts'].map((name) => `editor/${name}`);

/** What every file of the editor may import: the whole of it but other features. */
const editor: Part = {
  imports: [
    'editor/*',
    ...shared,
    'api/errors.ts',
    'api/network/baseUrl.ts',
    'api/vocabulary.ts',
    'api/resources/pages.ts',
    'domain',
    'operations',
    'storage',
  ],
  types: ['api', 'webview/protocol.ts'],
  lazily: ['api/client.ts'],
  packages: ['vscode', 'yaml (lazily)'],
  node: true,
};

const table: Table = {
  // A part may import itself; types and lazily are what it may import in that way only.
  // prettier-ignore
  parts: {
    'api':                   { imports: [],                packages: ['undici', 'zod/mini'], node: true },
    'domain':                { imports: [],                types: ['api/model.ts'],          node: false },
    'storage':               { imports: [],                                                  node: true },
    'operations':            { imports: ['api', 'domain', 'storage'], packages: ['csv-parse', 'csv-parse/sync', 'jsonc-parser', 'yaml (lazily)'], node: true },
    'webview':               { imports: [],                                                  node: false },
    'sandbox':               { imports: ['storage'],       types: ['api/model.ts'], packages: ['zod/mini'], node: true },
    'editor/connection':     editor,
    'editor/explorer':       editor,
    'editor/segments':       editor,
    'editor/identities':     editor,
    'editor/flags':          editor,
    'editor/definitions':    editor,
    'editor/changeRequests': editor,
    'editor/review':         { ...editor, packages: ['vscode', 'yaml (lazily)', 'zod/mini'] },
    'editor/sandbox':        { ...editor, lazily: ['api/client.ts', 'sandbox/server.ts'] },
    'editor/diagnostics':    editor,
    ...Object.fromEntries(shared.map((folder) => [folder, editor])),
    'editor/changeTexts':    { ...editor, imports: ['editor/*', 'editor/formats', 'domain'], types: ['api', 'operations', 'webview/protocol.ts'] },
    'editor/*':              editor,
    'extension.ts':          { imports: ['editor/*', 'editor/texts', ...features, 'operations'], types: ['api'], packages: ['vscode'], node: false },
  },
  // Of the part that may use them, only these files do.
  packages: { undici: ['api/network/dispatcher.ts'] },
  neverOfNode: ['child_process', 'cluster', 'vm', 'inspector', 'repl', 'module'],
  doors: [
    // One door for each thing of the editor that can go wrong in many places.
    { word: 'registerCommand', only: ['editor/command.ts'] },
    { word: 'registerTextEditorCommand', only: [] },
    { word: 'setContext', shape: 'string', only: ['editor/command.ts'] },
    { word: 'getConfiguration', only: ['editor/settings.ts'] },
    { word: 'createWebviewPanel', only: ['editor/review'] },
    { word: 'registerWebviewViewProvider', only: [] },
    { word: 'createTreeView', only: ['editor/explorer'] },
    { word: 'createOutputChannel', only: ['editor/log.ts'] },
    { word: 'createStatusBarItem', only: ['editor/connection'] },
    ...['createQuickPick', 'createInputBox'].map((word) => ({
      word,
      only: ['editor/prompts/ask.ts', 'editor/pickers/askSearch.ts'],
    })),
    ...['showQuickPick', 'showInputBox'].map((word) => ({ word, only: [] })),
    ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage'].map((word) => ({
      word,
      only: ['editor/messages/notifications.ts'],
    })),
    // A view's own progress says nothing of anybody's words.
    { word: 'withProgress', only: ['editor/messages/notifications.ts', 'editor/sandbox'] },
    { word: 'secrets', shape: 'member', only: ['editor/connection'] },
    // Numbers, dates and lists are written in the language of the sentences around them, whatever the system's is.
    // A document's language is nobody's words.
    {
      word: 'language',
      shape: 'member',
      only: ['editor/formats/displayLanguage.ts', 'editor/diagnostics', 'editor/definitions/languages.ts'],
    },
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((word) => ({ word, only: [] })),
    // What changes a service is called from operations alone, where it takes a permit of the guard.
    // prettier-ignore
    ...[
      'createSegment', 'deleteSegment', 'activateSegment', 'deactivateSegment', 'uploadKeys', 'uploadKeysWithComment', 'removeKeys',
      'saveIdentities', 'replaceIdentity', 'mergeIdentity', 'deleteIdentity', 'createFlag', 'deleteFlag', 'describeFlag', 'killFlag',
      'restoreFlag', 'createDefinition', 'replaceDefinition', 'patchDefinition', 'deleteDefinition', 'submitChangeRequest',
      'decideChangeRequest',
    ].map((word): Door => ({ word, shape: 'method', only: ['api', 'operations'] })),
    ...['WritePermit', 'RequestPermit'].map((word): Door => ({ word, shape: 'cast', only: ['operations/productionGuard.ts'] })),
    // Nothing goes out but through api/network/transport.ts, and nothing is run or written as markup.
    { word: 'fetch', shape: 'call', only: [] },
    { word: 'XMLHttpRequest', only: [] },
    { word: 'console', only: ['sandbox/cli.ts'] },
    // What is declared there is no longer held by the part's own tsconfig.
    { word: 'declare', only: ['operations/productionGuard.ts'] },
    { word: 'eval', shape: 'call', only: [] },
    { word: 'Function', shape: 'call', only: [] },
    ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map((word) => ({ word, only: [] })),
  ],
};

function readSources(): Sources {
  const root = new URL('../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(new URL(file, root), 'utf8')]));
}

describe('the borders of the house', () => {
  const sources = readSources();

  it('are kept by every file of src', () => {
    assert.deepEqual(violationsOf(sources, table), []);
  });

  it('are looked at where the parts are', () => {
    for (const part of Object.keys(table.parts)) {
      assert.ok(
        Object.keys(sources).some((file) => file === part || file.startsWith(part.replace(/\*$/, ''))),
        `no file in ${part}`,
      );
    }
  });

  it('leave nothing of src/webview/protocol.ts in the built code', () => {
    const exported = [...sources['webview/protocol.ts']!.matchAll(/^export (\w+)/gm)].map((found) => found[1]);
    assert.deepEqual(new Set(exported), new Set(['interface', 'type']));
  });
});

describe('a violation is caught', () => {
  const plants: readonly (readonly [file: string, source: string])[] = [
    ['api/resources/flags.ts', "import { planUpload } from '../../domain/keys/keyPlan.ts';"],
    ['api/resources/flags.ts', "import type { KeyInUse } from '../../domain/changeRequests/decisions.ts';"],
    ['api/resources/flags.ts', "import * as vscode from 'vscode';"],
    ['api/resources/flags.ts', "import type { Uri } from 'vscode';"],
    ['api/resources/flags.ts', "import { request } from 'undici';"],
    ['api/resources/flags.ts', "import type { Dispatcher } from 'undici';"],
    ['api/network/transport.ts', "import { Agent } from 'undici-types';"],
    ['api/model.ts', "import { z } from 'zod';"],
    ['api/network/transport.ts', "import { request } from 'https';"],
    ['domain/changeRequests/decisions.ts', "import { changeRequest } from '../../api/model.ts';"],
    ['domain/changeRequests/decisions.ts', "import { type ChangeRequest } from '../../api/model.ts';"],
    ['domain/changeRequests/decisions.ts', "import type { ServiceError } from '../../api/errors.ts';"],
    ['domain/keys/keyFold.ts', 'declare const TextEncoder: new () => object;'],
    ['domain/changeRequests/decisions.ts', "import { createHash } from 'node:crypto';"],
    ['domain/changeRequests/decisions.ts', "import type { Hash } from 'node:crypto';"],
    ['domain/changeRequests/decisions.ts', "import { z } from 'zod/mini';"],
    ['domain/changeRequests/decisions.ts', "export * from '../../operations/submitRequest.ts';"],
    ['operations/submitRequest.ts', "import type { CancellationToken } from 'vscode';"],
    ['operations/submitRequest.ts', "import { commands } from '../editor/names.ts';"],
    ['operations/submitRequest.ts', "import { z } from 'zod/mini';"],
    ['operations/submitRequest.ts', "import { spawn } from 'node:child_process';"],
    ['sandbox/server.ts', "import { readSegment } from '../api/model.ts';"],
    ['sandbox/server.ts', "import type { Client } from '../api/client.ts';"],
    ['sandbox/server.ts', "import { planUpload } from '../domain/keys/keyPlan.ts';"],
    ['sandbox/server.ts', "const { parse } = await import('yaml');"],
    ['storage/lock.ts', "import type { Segment } from '../api/model.ts';"],
    ['webview/main.ts', "import { takeLock } from '../storage/lock.ts';"],
    ['domain/changeRequests/decisions.ts', "import { codeOf } from '../../storage/atomicFile.ts';"],
    ['webview/main.ts', "import type { Segment } from '../api/model.ts';"],
    ['webview/main.ts', "import { commands } from '../editor/names.ts';"],
    ['webview/main.ts', "import { readFile } from 'node:fs/promises';"],
    ['editor/segments/uploadKeys.ts', 'await client.uploadKeys(environmentId, name, keys);'],
    ['editor/review/decide.ts', 'await connected.client?.decideChangeRequest(id, decision);'],
    ['editor/segments/uploadKeys.ts', "await (await connect('shop')).uploadKeys(environmentId, name, keys);"],
    ['editor/review/decide.ts', 'const permit = {} as WritePermit;'],
    ['operations/submitRequest.ts', 'const permit = { environmentId } as unknown as WritePermit;'],
    ['webview/main.ts', "element.innerHTML = '';"],
    ['webview/main.ts', "const answer = await fetch('https://example.test');"],
    ['editor/words.ts', "import { showReview } from './review/panel.ts';"],
    ['editor/words.ts', "export type { Rooms } from './explorer/index.ts';"],
    ['editor/messages/failure.ts', "import { createClient } from '../../api/client.ts';"],
    ['editor/messages/failure.ts', "export { createClient as make } from '../../api/client.ts';"],
    ['editor/messages/failure.ts', "import { segment } from '../../api/model.ts';"],
    ['editor/messages/failure.ts', "import { start } from '../../sandbox/server.ts';"],
    ['editor/messages/failure.ts', "const { startSandbox } = await import('../../sandbox/server.ts');"],
    ['editor/segments/uploadKeys.ts', "import { copyName } from '../explorer/copy.ts';"],
    ['editor/segments/uploadKeys.ts', "import type { SegmentNode } from '../explorer/segmentNode.ts';"],
    ['editor/segments/uploadKeys.ts', "const { openReview } = await import('../review/panel.ts');"],
    ['editor/segments/uploadKeys.ts', "import { parse } from 'yaml';"],
    ['editor/segments/uploadKeys.ts', "import { mount } from '../../webview/main.ts';"],
    ['editor/segments/uploadKeys.ts', "import { type ToWebview } from '../../webview/protocol.ts';"],
    ['editor/segments/uploadKeys.ts', "import type { Pool } from 'undici';"],
    ['editor/segments/uploadKeys.ts', "import '../../extension.ts';"],
    ['editor/segments/uploadKeys.ts', "const name = '../review/panel.ts'; await import(name);"],
    ['editor/segments/uploadKeys.ts', "const part = 'panel'; await import(`../review/${part}.ts`);"],
    ['editor/segments/uploadKeys.ts', "const fs = require('node:fs');"],
    ['editor/segments/uploadKeys.ts', 'const load = createRequire(import.meta.url);'],
    ['editor/segments/uploadKeys.ts', "vscode.commands.registerCommand('flagAdmin.x.y', run);"],
    ['editor/segments/uploadKeys.ts', "await vscode.commands.executeCommand('setContext', 'flagAdmin.isEmpty', true);"],
    ['editor/segments/uploadKeys.ts', "vscode.workspace.getConfiguration('http');"],
    ['editor/segments/uploadKeys.ts', 'const line = `${console.log(1)}`;'],
    ['editor/segments/uploadKeys.ts', "vscode.window.showErrorMessage('no');"],
    ['editor/segments/uploadKeys.ts', 'vscode.window.createQuickPick();'],
    ['editor/segments/uploadKeys.ts', 'await vscode.window.showQuickPick([]);'],
    ['editor/segments/uploadKeys.ts', "await context.secrets.get('x');"],
    ['editor/segments/uploadKeys.ts', 'const { secrets } = context;'],
    ['editor/segments/uploadKeys.ts', "vscode.window.createWebviewPanel('a', 'b', 1);"],
    ['editor/segments/uploadKeys.ts', "await globalThis.fetch('https://example.test');"],
    ['editor/segments/uploadKeys.ts', "eval('1');"],
    ['editor/segments/uploadKeys.ts', "new Function('return 1')();"],
    ['editor/sandbox/start.ts', "import { startSandbox } from '../../sandbox/server.ts';"],
    ['extension.ts', "import { uploadKeys } from './editor/segments/uploadKeys.ts';"],
    ['extension.ts', "import { startSandbox } from './sandbox/server.ts';"],
    ['extension.ts', "const { startSandbox } = await import('./sandbox/server.ts');"],
    ['extension.ts', "import { createClient } from './api/client.ts';"],
    ['extension.ts', "import { planUpload } from './domain/keys/keyPlan.ts';"],
    ['shared/text.ts', 'export const a = 1;'],
    ['helpers.ts', 'export const a = 1;'],
  ];
  for (const [file, source] of plants) {
    it(`${file}: ${source}`, () => {
      // The line before would hide the violation from a reader that is confused by strings, comments or expressions.
      const prelude = "const quote = /[\"'`/*]/g; const half = 1 / 2; const text = `'${half}\"`; // don't\n";
      const found = violationsOf({ [file]: `${prelude}${source}` }, table);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0]!, new RegExp(`^${file}:[12] `));
    });
  }
});

describe('what only looks like a violation is let through', () => {
  const lookAlikes: readonly (readonly [file: string, source: string])[] = [
    ['api/network/dispatcher.ts', "import { Pool } from 'undici';\nimport * as z from 'zod/mini';"],
    [
      'domain/changeRequests/decisions.ts',
      "import type { ChangeRequest } from '../../api/model.ts';\nimport { submitterOf } from './submitter.ts';",
    ],
    ['domain/changeRequests/decisions.ts', "// import * as vscode from 'vscode';\n/* console.log(fetch('x')) */"],
    ['domain/changeRequests/decisions.ts', 'export const text = "import * as vscode from \'vscode\'; console.log(1)";'],
    ['domain/changeRequests/decisions.ts', "export const text = `import('vscode') ${1 + 1} fetch('x')`;"],
    ['domain/changeRequests/decisions.ts', "export const pattern = /import 'vscode'|console/;"],
    ['domain/changeRequests/decisions.ts', 'export type Reading = { fetch: boolean; from: string };\nexport const from = 1;'],
    [
      'operations/submitRequest.ts',
      "import { isApiError } from '../api/errors.ts';\nimport { setTimeout } from 'node:timers/promises';",
    ],
    ['operations/submitRequest.ts', 'async function fetchPage() {}\nawait fetchPage();'],
    ['editor/connection/clients.ts', "const { createClient } = await import('../../api/client.ts');"],
    ['editor/connection/clients.ts', "import type { Client } from '../../api/client.ts';"],
    ['editor/connection/clients.ts', "const { parse } = await import('yaml');\nawait context.secrets.get('x');"],
    ['editor/sandbox/start.ts', "const { startSandbox } = await import('../../sandbox/server.ts');"],
    ['editor/sandbox/start.ts', "let running: typeof import('../../sandbox/server.ts');"],
    [
      'editor/review/panel.ts',
      "import type { ToWebview } from '../../webview/protocol.ts';\nimport { words } from '../words.ts';",
    ],
    ['editor/segments/index.ts', "export const list = { a: () => import('./uploadKeys.ts') };"],
    [
      'extension.ts',
      "import { registerSegments } from './editor/segments/index.ts';\nimport type { Client } from './api/client.ts';",
    ],
  ];
  for (const [file, source] of lookAlikes) {
    it(`${file}: ${source.split('\n')[0]}`, () => {
      assert.deepEqual(violationsOf({ [file]: source }, table), []);
    });
  }

  it('says the line, and refuses to read what it does not understand', () => {
    const [found] = violationsOf({ 'api/a.ts': "/* two\nlines */\n\nimport 'vscode';" }, table);
    assert.equal(found, 'api/a.ts:4 imports vscode');
    assert.throws(() => violationsOf({ 'api/a.ts': "const a = 'no end" }, table), /a string without an end/);
  });
});

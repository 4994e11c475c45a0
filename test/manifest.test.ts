/**
 * Tests package.json by itself: each condition can be true and names existing things, and each text and file exists and is used.
 * `manifest/commands.test.ts` and `manifest/names.test.ts` compare it with the code.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as names from '../src/editor/window/names.ts';
import { contextValues } from '../src/editor/explorer/treeNode.ts';
import { root } from './manifest/built.ts';
import {
  conditions,
  contributes,
  declaredCommands,
  declaredSettings,
  declaredViews,
  manifest,
  sorted,
  texts,
  words,
} from './manifest/manifest.ts';
import { isTrue, parseWhen, partsOf, type Clause, type Context, type Value } from './manifest/when.ts';

const namedContextKeys: readonly string[] = Object.values(names.contextKeys);
const submenus = contributes.submenus.map(({ id }) => id);

/** Context keys that VS Code sets. */
const EDITOR_KEYS = new Set(
  'view viewItem explorerResourceIsFolder resource resourceScheme resourceLangId editorHasSelection isWorkspaceTrusted activeWebviewPanelId scmProvider scmResourceState isInDiffEditor activeEditorIsReadonly focusedView editorTextFocus inputFocus listFocus inQuickInput terminalFocus'.split(
    ' ',
  ),
);

/** A command of the editor. Its argument is the ID of a walkthrough. */
const OPEN_WALKTHROUGH = 'workbench.action.openWalkthrough';

/** Nodes without a menu: groups, statements, and nodes that react to a click. */
const WITHOUT_MENU = ['requestGroup', 'changeRequests', 'fact', 'loadMore'];

/** Commands that need a node of the tree and can't ask for one. The palette hides them. */
const NEEDS_NODE = 'view.loadMore node.copyName node.copyId node.copyLink node.openInBrowser'.split(' ').map((id) => `flagAdmin.${id}`); // prettier-ignore

/** Commands that were merged into another one and run it. Their IDs stay for users who have bound them to a key. */
const MERGED = ['flagAdmin.connection.rename'];

/** Returns all combinations of the values that a clause distinguishes. */
function contextsFor(clause: Clause): readonly Context[] {
  const candidates = new Map<string, Set<Value>>();
  for (const part of partsOf(clause)) {
    const values = candidates.get(part.key) ?? new Set<Value>([undefined, true]);
    if (part.kind === 'compare') values.add(part.value);
    if (part.key === 'viewItem') for (const value of contextValues) values.add(value);
    if (part.key === 'view' || part.key === 'focusedView') for (const view of declaredViews) values.add(view);
    candidates.set(part.key, values);
  }
  let contexts: Context[] = [{}];
  for (const [key, values] of candidates)
    contexts = contexts.flatMap((context) => [...values].map((value) => ({ ...context, [key]: value })));
  return contexts;
}

/** Returns the menu entries that a node with this context value can show. */
function menuOf(contextValue: string): readonly string[] {
  return (contributes.menus['view/item/context'] ?? []).flatMap(({ command, when }) => {
    const clause = parseWhen(when ?? 'true');
    const isShown = contextsFor(clause).some(
      (context) => declaredViews.includes(String(context.view)) && isTrue(clause, { ...context, viewItem: contextValue }),
    );
    return isShown && command ? [command] : [];
  });
}

describe('conditions', () => {
  it('name only context keys that somebody sets, and words that some node has', () => {
    const isNode = (value: string): boolean => contextValues.some((one) => one === value);
    const nodeWords = new Set(contextValues.flatMap((value) => value.split(' ')));
    for (const { where, when } of conditions()) {
      for (const part of partsOf(parseWhen(when))) {
        assert.ok(namedContextKeys.includes(part.key) || EDITOR_KEYS.has(part.key), `${where}: nobody sets ${part.key}`);
        if (part.key === 'view' && part.kind === 'compare')
          assert.ok(declaredViews.includes(part.value), `${where}: no view ${part.value}`);
        if (part.key !== 'viewItem') continue;
        const asked = part.kind === 'match' ? (part.pattern.source.replaceAll('\\b', ' ').match(/\w+/g) ?? []) : [];
        if (part.kind === 'compare') assert.ok(isNode(part.value), `${where}: no node is ${part.value}`);
        for (const word of asked) assert.ok(nodeWords.has(word), `${where}: no node has the word ${word}`);
        assert.ok(part.kind === 'compare' || asked.length > 0, `${where} looks at viewItem in a way that can't be checked`);
      }
    }
  });

  it('can each be true, except those that hide something', () => {
    for (const { where, when } of conditions()) {
      if (when === 'false') continue;
      const clause = parseWhen(when);
      const isPossible = contextsFor(clause).some((context) => isTrue(clause, context));
      assert.ok(isPossible, `${where} never holds: ${when}`);
    }
  });

  it('give each node a menu, except nodes without actions', () => {
    const without = contextValues.filter((value) => menuOf(value).length === 0);
    assert.deepEqual(sorted(without), sorted(WITHOUT_MENU));
  });

  it('show each command of the tree on its own nodes only', () => {
    const nouns: Record<string, string> = { node: 'hasName', view: 'failure' };
    // A command that creates something belongs to the node in which it is created.
    const places: Record<string, readonly string[]> = {
      'flagAdmin.segment.create': ['segments', 'workspace'],
      'flagAdmin.flag.create': ['flags', 'workspace'],
      // A command that changes something belongs to the node of that thing.
      'flagAdmin.changeRequest.submit': ['segment'],
      'flagAdmin.changeRequest.open': ['changeRequest', 'isSubmitted'],
    };
    for (const value of contextValues)
      for (const command of menuOf(value)) {
        const noun = command.split('.')[1]!;
        const wanted = places[command] ?? [nouns[noun] ?? noun];
        const isOwn = wanted.some((word) => value.split(' ').includes(word));
        assert.ok(isOwn, `${command} is shown on ${value}`);
      }
  });

  it('hide the commands that are known not to apply to a node, and no command that may apply', () => {
    const offered = (value: string, command: string): boolean => menuOf(value).includes(`flagAdmin.${command}`);
    for (const [value, there, hidden] of [
      ['flag isPinned hasName', 'flag.kill flag.restore flag.archive flag.submit', ''],
      ['flag isPinned isKilled hasName', 'flag.restore flag.archive', 'flag.kill'],
      ['flag isPinned isServed isUndrafted hasName', 'flag.kill flag.archive', 'flag.restore flag.submit'],
      ['flag isPinned isArchived hasName', 'flag.open flag.compare', 'flag.kill flag.restore flag.archive flag.submit flag.propose'],
      ['flag isPinned isUndefined hasName', 'flag.open flag.submit', 'flag.kill flag.restore flag.archive'],
      ['segment hasName', 'segment.undoLast segment.openReceipt segment.activate segment.showKeys', ''],
      ['segment isActive isUntouched hasName', 'segment.showKeys', 'segment.undoLast segment.openReceipt segment.activate'],
      ['segment isInactive hasName', 'segment.activate segment.uploadKeys', 'segment.removeKeys segment.showKeys'],
    ] as const) {
      for (const command of there.split(' ')) assert.ok(offered(value, command), `${command} on ${value}`);
      for (const command of hidden.split(' ')) assert.ok(!offered(value, command), `${command} on ${value}`);
    }
  }); // prettier-ignore

  it('hide no command in the palette or in a file’s menu before the extension is active', () => {
    const active = new Set(['flagAdmin.isSandboxRunning', 'flagAdmin.isFiltered']);
    for (const menu of ['commandPalette', 'editor/context'])
      for (const { command = menu, when = 'true' } of contributes.menus[menu] ?? []) {
        const clause = parseWhen(when);
        const isOfActive = partsOf(clause).some(({ key }) => active.has(key));
        assert.ok(when === 'false' || isOfActive || isTrue(clause, {}), `${command}: ${when}`);
      }
  });

  it('belong to menus with declared commands, and each view has a welcome text', () => {
    for (const [menu, entries] of Object.entries(contributes.menus)) {
      for (const { command, submenu } of entries) {
        if (submenu === undefined) assert.ok(command && declaredCommands.includes(command), `${menu}: ${command}`);
        else assert.ok(submenus.includes(submenu) && (contributes.menus[submenu]?.length ?? 0) > 0, `${menu}: ${submenu}`);
      }
    }
    for (const { view, contents } of contributes.viewsWelcome) {
      assert.ok(declaredViews.includes(view), view);
      const links = [...words[contents.slice(1, -1)]!.matchAll(/\(command:([^)?]+)/g)].map((link) => link[1]!);
      assert.ok(links.length > 0, `${contents} leads nowhere`);
      for (const link of links) assert.ok(declaredCommands.includes(link) || link === OPEN_WALKTHROUGH, `${contents}: ${link}`);
    }
  });

  it('permanently hide in the palette only commands that need a node or were merged', () => {
    const hidden = contributes.menus.commandPalette?.filter(({ when }) => when === 'false').map(({ command }) => command!) ?? [];
    assert.deepEqual(sorted(hidden), sorted([...NEEDS_NODE, ...MERGED]));
  });
});

describe('texts', () => {
  /** Fields with text for users. */
  const READ = new Set('title shortTitle name category description markdownDescription contents label placeholder enumDescriptions detail altText deprecationMessage'.split(' ')); // prettier-ignore

  it('are in package.nls.json', () => {
    for (const { where, field, text } of texts()) {
      if (READ.has(field)) assert.match(text, /^%[\w.]+%$/, where);
      else if (!['when', 'enablement', 'key', 'mac'].includes(field))
        assert.doesNotMatch(text, /\p{L} \p{L}/u, `${where} reads like a sentence`);
    }
  });

  it('all exist, are used, and are not blank', () => {
    const used = texts().flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
    assert.deepEqual(sorted(used), sorted(Object.keys(words)));
    for (const [key, text] of Object.entries(words)) assert.ok(text !== '' && text === text.trim(), key);
  });
});

describe('the manifest', () => {
  it('has only activation events for parts that need them', () => {
    for (const event of manifest.activationEvents ?? [])
      assert.match(event, /^(onWebviewPanel:|onFileSystem:|onUri$|workspaceContains:\.flagadmin\.json$)[\w.-]*$/);
  });

  it('supports editors from the version of its API types on', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('takes the name of a host from the user alone', () => {
    for (const [id, { scope }] of Object.entries(declaredSettings)) {
      if (/url|host|proxy|origin|link|server/i.test(id)) assert.equal(scope, 'application', id);
    }
  });

  it('refers to existing files', () => {
    for (const { where, field, text } of texts())
      if (['icon', 'light', 'dark', 'path', 'svg'].includes(field) && !text.startsWith('$('))
        assert.ok(existsSync(path.join(root, text)), `${where}: ${text}`);
    assert.equal(manifest.main, './dist/extension.js');
  });
});

/**
 * package.json and the code say the same: every command, view, setting, context key, condition and word stands on both
 * sides. The code's side is what the built extension does when it is activated.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as names from '../src/editor/names.ts';
import { contextValues } from '../src/editor/explorer/contextValues.ts';
import { tokensOf } from './check/readSource.ts';
import { activate, builtFiles, root, useFakeVscode } from './manifest/built.ts';
import { record } from './manifest/fakeVscode.ts';
import {
  conditions,
  contributes,
  declaredCommands,
  declaredSettings,
  declaredViews,
  manifest,
  texts,
  words,
} from './manifest/manifest.ts';
import { holds, parseWhen, partsOf, type Clause, type Context, type Value } from './manifest/when.ts';

const namedCommands: readonly string[] = Object.values(names.commands);
const namedContextKeys: readonly string[] = Object.values(names.contextKeys);
const submenus = contributes.submenus.map(({ id }) => id);
const namedSettings: readonly string[] = Object.values((names as { settings?: Record<string, string> }).settings ?? {});

/** Context keys that VS Code sets itself. */
const EDITOR_KEYS = new Set([
  'view',
  'viewItem',
  'explorerResourceIsFolder',
  'resourceScheme',
  'resourceLangId',
  'editorHasSelection',
  'isWorkspaceTrusted',
  'activeWebviewPanelId',
  'scmProvider',
  'isInDiffEditor',
  'focusedView',
  'editorTextFocus',
]);

/** The editor's own; its argument is the id of a walkthrough. */
const OPEN_WALKTHROUGH = 'workbench.action.openWalkthrough';

/** Nodes without a menu: they group others, state a fact, or are clicked. */
const WITHOUT_MENU = ['requestGroup', 'changeRequests', 'fact', 'loadMore'];

/** Commands that act on a node of the tree and can't ask for one; the palette hides them. */
const NEEDS_NODE = ['flagAdmin.view.loadMore', 'flagAdmin.view.retry', 'flagAdmin.node.copyName', 'flagAdmin.node.copyId'];

const sorted = (values: Iterable<string>): readonly string[] => [...new Set(values)].toSorted();

/** Every combination of the values that a clause could tell apart. */
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

/** The menu entries that a node with this context value could ever show. */
function menuOf(contextValue: string): readonly string[] {
  return (contributes.menus['view/item/context'] ?? []).flatMap(({ command, when }) => {
    const clause = parseWhen(when ?? 'true');
    const isShown = contextsFor(clause).some(
      (context) => declaredViews.includes(String(context.view)) && holds(clause, { ...context, viewItem: contextValue }),
    );
    return isShown && command ? [command] : [];
  });
}

/** Runs a command as the palette does. Nothing may be shown as a failure, it must come to an end, and whoever ran it gets nothing. */
async function runAndWalkAway(id: string): Promise<void> {
  record.failures.length = 0;
  assert.equal(await record.commands.get(id)!(), undefined, id);
  assert.deepEqual(record.failures, [], id);
}

describe('commands', () => {
  let deactivate = async (): Promise<void> => undefined;
  before(async () => {
    builtFiles();
    useFakeVscode();
    deactivate = await activate();
  });
  after(() => deactivate());

  it('are declared, named and registered, each in all three places', () => {
    assert.equal(new Set(declaredCommands).size, declaredCommands.length, 'declared twice');
    assert.deepEqual(sorted(namedCommands), sorted(declaredCommands));
    assert.deepEqual(sorted(record.commands.keys()), sorted(declaredCommands));
  });

  it('have views, restored panels, file systems and accounts registered with them', () => {
    assert.deepEqual(sorted(record.views), sorted(declaredViews));
    const events = [
      ...[...record.serializers].map((type) => `onWebviewPanel:${type}`),
      ...[...record.fileSystems].map((scheme) => `onFileSystem:${scheme}`),
    ];
    assert.deepEqual(sorted(events), sorted(manifest.activationEvents ?? []));
    const accounts = contributes.authentication.map(({ id }) => id);
    assert.deepEqual(sorted(record.authenticationProviders), sorted(accounts));
  });

  it('start and end well when the user walks away from every question, with no connection', { timeout: 20_000 }, async () => {
    for (const id of declaredCommands) if (!id.startsWith('flagAdmin.sandbox.')) await runAndWalkAway(id);
    assert.ok(record.shown.includes('There is no connection yet.'), record.shown.join('\n'));
  });

  it('do so with the sandbox connected, too', { timeout: 20_000 }, async () => {
    await runAndWalkAway('flagAdmin.sandbox.start');
    assert.equal(record.contextKeys.get('flagAdmin.hasConnection'), true);
    record.shown.length = 0;
    for (const id of declaredCommands) if (id !== 'flagAdmin.sandbox.stop') await runAndWalkAway(id);
    assert.ok(!record.shown.includes('There is no connection yet.'), record.shown.join('\n'));
    await runAndWalkAway('flagAdmin.sandbox.stop');
    // Stopping asks first, and whoever walks away has it running still.
    assert.equal(record.contextKeys.get('flagAdmin.isSandboxRunning'), true);
  });

  it('set only context keys that are named', () => {
    for (const key of record.contextKeys.keys()) assert.ok(namedContextKeys.includes(key), key);
  });
});

describe('names', () => {
  it('follow the pattern flagAdmin.noun.verb', () => {
    for (const id of declaredCommands) assert.match(id, /^flagAdmin\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    for (const id of [...declaredViews, ...namedContextKeys, ...Object.keys(declaredSettings)])
      assert.match(id, /^flagAdmin\.[a-z][A-Za-z.]*$/);
  });

  it('are the same on both sides', () => {
    assert.deepEqual(sorted(Object.values(names.views)), sorted(declaredViews));
    assert.deepEqual(sorted(namedSettings), sorted(Object.keys(declaredSettings)));
    const read = conditions().flatMap(({ when }) => partsOf(parseWhen(when)).map(({ key }) => key));
    assert.deepEqual(sorted(read.filter((key) => key.startsWith('flagAdmin.'))), sorted(namedContextKeys));
    assert.ok(manifest.activationEvents?.includes(`onWebviewPanel:${names.reviewPanel}`));
  });

  it('are all used by the code, and written nowhere else', () => {
    const src = path.join(root, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !['names.ts', 'commandNames.ts'].includes(path.basename(file)),
    );
    const tokens = files.flatMap((file) =>
      tokensOf(readFileSync(path.join(src, file), 'utf8')).map((token) => ({ ...token, file })),
    );
    for (const [table, entries] of Object.entries({
      commands: names.commands,
      contextKeys: names.contextKeys,
      views: names.views,
      milestones: names.milestones,
    })) {
      for (const [name, id] of Object.entries(entries)) {
        assert.ok(
          tokens.some((token, i) => token.text === name && tokens[i - 1]?.text === '.' && tokens[i - 2]?.text === table),
          `${table}.${name} is used nowhere`,
        );
        assert.deepEqual(
          tokens.filter((token) => token.kind === 'string' && token.text === id).map((token) => `${token.file}:${token.line}`),
          [],
          `${id} is in names.ts`,
        );
      }
    }
  });

  it('are those of the table in product.md', () => {
    assert.deepEqual([manifest.name, manifest.publisher, manifest.displayName], ['flag-admin', 'flag-admin', 'Flag Admin']);
    assert.deepEqual(
      contributes.viewsContainers.activitybar?.map(({ id }) => id),
      ['flagAdmin'],
    );
    assert.deepEqual(Object.keys(contributes.views), ['flagAdmin']);
    assert.equal(words['container.title'], 'Flag Admin');
    const viewTitles: Record<string, string> = {
      'flagAdmin.workspaces': 'Workspaces',
      'flagAdmin.changeRequests': 'Change Requests',
    };
    for (const id of declaredViews) assert.equal(words[id.replace('flagAdmin', 'view')], viewTitles[id], id);
    for (const { command, title, category } of contributes.commands) {
      assert.equal(title, `%${command.replace('flagAdmin', 'command')}%`);
      assert.equal(category, '%category%');
      const wanted = TITLES[command];
      if (wanted !== undefined) assert.equal(words[title.slice(1, -1)], wanted, command);
    }
    assert.equal(words.category, 'Flag Admin');
  });
});

describe('conditions', () => {
  it('name only context keys that somebody sets, and words that some node has', () => {
    const nodeWords = new Set(contextValues.flatMap((value) => value.split(' ')));
    for (const { where, when } of conditions()) {
      for (const part of partsOf(parseWhen(when))) {
        assert.ok(namedContextKeys.includes(part.key) || EDITOR_KEYS.has(part.key), `${where}: nobody sets ${part.key}`);
        if (part.key === 'view' && part.kind === 'compare')
          assert.ok(declaredViews.includes(part.value), `${where}: no view ${part.value}`);
        if (part.key !== 'viewItem') continue;
        const asked = part.kind === 'match' ? (part.pattern.source.replaceAll('\\b', ' ').match(/\w+/g) ?? []) : [];
        if (part.kind === 'compare')
          assert.ok(
            contextValues.some((value) => value === part.value),
            `${where}: no node is ${part.value}`,
          );
        for (const word of asked) assert.ok(nodeWords.has(word), `${where}: no node has the word ${word}`);
        assert.ok(part.kind === 'compare' || asked.length > 0, `${where} looks at viewItem in a way that can't be checked`);
      }
    }
  });

  it('can hold, each of them, but for those that hide', () => {
    for (const { where, when } of conditions()) {
      if (when === 'false') continue;
      const clause = parseWhen(when);
      assert.ok(
        contextsFor(clause).some((context) => holds(clause, context)),
        `${where} never holds: ${when}`,
      );
    }
  });

  it('give every node a menu, but for those that need none', () => {
    const without = contextValues.filter((value) => menuOf(value).length === 0);
    assert.deepEqual(sorted(without), sorted(WITHOUT_MENU));
  });

  it('show each command of the tree on its own nodes only', () => {
    const nouns: Record<string, string> = {
      segment: 'segment',
      flag: 'flag',
      changeRequest: 'changeRequest',
      node: 'hasName',
      view: 'failure',
    };
    // What is made stands on the place in which it is made.
    const places: Record<string, readonly string[]> = {
      'flagAdmin.segment.create': ['segments', 'workspace'],
      'flagAdmin.flag.create': ['flags', 'workspace'],
      // What is to be changed is chosen by its node.
      'flagAdmin.changeRequest.submit': ['flag', 'segment'],
    };
    for (const value of contextValues) {
      for (const command of menuOf(value)) {
        const [, noun] = command.split('.');
        const wanted = places[command] ?? [nouns[noun!]!];
        assert.ok(
          wanted.some((word) => value.split(' ').includes(word)),
          `${command} is shown on ${value}`,
        );
      }
    }
  });

  it('of a menu name commands that are declared, and each view has its welcome', () => {
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

  it('hide from the palette what needs a node, and nothing else for good', () => {
    const hidden = contributes.menus.commandPalette?.filter(({ when }) => when === 'false').map(({ command }) => command!) ?? [];
    assert.deepEqual(sorted(hidden), sorted(NEEDS_NODE.filter((id) => declaredCommands.includes(id))));
  });
});

describe('words', () => {
  /** Fields whose text a user reads. */
  const READ = new Set([
    'title',
    'shortTitle',
    'name',
    'category',
    'description',
    'markdownDescription',
    'contents',
    'label',
    'placeholder',
    'enumDescriptions',
    'detail',
    'altText',
    'deprecationMessage',
  ]);

  it('go through package.nls.json', () => {
    for (const { where, field, text } of texts()) {
      if (READ.has(field)) assert.match(text, /^%[\w.]+%$/, where);
      else if (!['when', 'enablement', 'key', 'mac'].includes(field))
        assert.doesNotMatch(text, /\p{L} \p{L}/u, `${where} reads like a sentence`);
    }
  });

  it('are all there, all used, and not blank', () => {
    const used = texts().flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
    assert.deepEqual(sorted(used), sorted(Object.keys(words)));
    for (const [key, text] of Object.entries(words)) assert.ok(text !== '' && text === text.trim(), key);
  });
});

describe('the manifest', () => {
  it('activates by nothing but what needs it', () => {
    for (const event of manifest.activationEvents ?? []) assert.match(event, /^(onWebviewPanel|onFileSystem):[\w.-]+$/);
  });

  it('compiles against the oldest editor it runs in', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('takes the name of a host from the user alone', () => {
    for (const [id, { scope }] of Object.entries(declaredSettings)) {
      if (/url|host|proxy|origin|link|server/i.test(id)) assert.equal(scope, 'application', id);
    }
  });

  it('points at files that are there', () => {
    const icons = texts().filter(
      ({ field, text }) => ['icon', 'light', 'dark', 'path', 'svg'].includes(field) && !text.startsWith('$('),
    );
    for (const { where, text } of icons) assert.ok(existsSync(path.join(root, text)), `${where}: ${text}`);
    assert.equal(manifest.main, './dist/extension.js');
  });
});

/** The titles of product.md. A command that is not in it yet may be missing here; one that is has this title. */
const TITLES: Readonly<Record<string, string>> = {
  'flagAdmin.connection.add': 'Add Connection…',
  'flagAdmin.connection.switch': 'Switch Connection…',
  'flagAdmin.connection.rename': 'Rename Connection…',
  'flagAdmin.connection.remove': 'Remove Connection…',
  'flagAdmin.apiKey.add': 'Add API Key…',
  'flagAdmin.apiKey.use': 'Use API Key…',
  'flagAdmin.apiKey.remove': 'Remove API Key…',
  'flagAdmin.sandbox.start': 'Try the Sandbox',
  'flagAdmin.sandbox.stop': 'Stop the Sandbox',
  'flagAdmin.sandbox.reset': 'Reset the Sandbox',
  'flagAdmin.view.refresh': 'Refresh',
  'flagAdmin.view.find': 'Find…',
  'flagAdmin.segment.create': 'Create Segment…',
  'flagAdmin.segment.activate': 'Activate Segment in Environment…',
  'flagAdmin.segment.deactivate': 'Deactivate Segment in Environment…',
  'flagAdmin.segment.delete': 'Delete Segment…',
  'flagAdmin.segment.uploadKeys': 'Upload Keys from Current File…',
  'flagAdmin.segment.removeKeys': 'Remove Keys Listed in Current File…',
  'flagAdmin.segment.compareKeys': 'Compare Segment with Current File…',
  'flagAdmin.segment.showKeys': 'Show Keys',
  'flagAdmin.segment.resumeUpload': 'Resume Upload…',
  'flagAdmin.identity.upload': 'Upload Identities from Current File…',
  'flagAdmin.flag.create': 'Create Flag…',
  'flagAdmin.flag.open': 'Open Flag Definition…',
  'flagAdmin.flag.submit': 'Submit Definition as Change Request…',
  'flagAdmin.flag.kill': 'Kill Flag…',
  'flagAdmin.flag.restore': 'Restore Flag…',
  'flagAdmin.flag.archive': 'Remove Flag Definition…',
  'flagAdmin.flag.compare': 'Compare Definition between Environments…',
  'flagAdmin.changeRequest.submit': 'Submit Change Request…',
  'flagAdmin.changeRequest.open': 'Review Change Request…',
  'flagAdmin.changeRequest.approve': 'Approve…',
  'flagAdmin.changeRequest.withdraw': 'Withdraw…',
  'flagAdmin.changeRequest.reject': 'Reject…',
  'flagAdmin.log.show': 'Show Log',
};

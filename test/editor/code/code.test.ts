/**
 * Tests flags in code: when the feature starts, what it shows in a document, which calls it makes for that, and how it reports a
 * broken file.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { useService } from '../../operations/service.ts';
import { progresses, settings, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';
import * as editor from './fakeEditor.ts';

const { registerCode } = await import('../../../src/editor/code/index.ts');
const { markdownHover } = await import('../../../src/editor/words/escape.ts');
const service = useService();
const CONFIG = '/code/.flagadmin.json';
const storefront = (more: object = {}): string => JSON.stringify({ workspace: 'Storefront', wrappers: ['isOn'], ...more });

const texts: { readonly name: string; readonly text: string }[] = [];
let registered: vscode.Disposable | undefined;

async function start(config?: string): Promise<void> {
  if (config !== undefined) editor.files.set(CONFIG, config);
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', connectionName: 'Sandbox', keyName: 'submitter-key', origin: client.origin, client };
  const connections = { inUse: async () => connected, orAsk: async () => connected, onDidChange: () => ({ dispose() {} }) };
  const open = async (name: string, text: string) => {
    texts.push({ name, text });
    return { toString: () => name };
  };
  registered = registerCode(testServices({ connections, texts: { open } }));
  await setTimeout(50);
}
beforeEach(() => {
  for (const map of [editor.files, editor.problems, editor.watched]) map.clear();
  editor.readPaths.length = shown.length = texts.length = editor.shownFiles.length = 0;
  Object.assign(editor.workspace, { isTrusted: true });
});
afterEach(() => registered?.dispose());

const token = { onCancellationRequested: () => ({ dispose() {} }) };
const ask = <T>(kind: string, method: string, index = 0) => {
  const { provider } = editor.providers.filter((one) => one.kind === kind)[index]!;
  return provider as Record<typeof method, (...args: readonly unknown[]) => Promise<T>>;
};
/** In the order in which the editor asks: the provider that was registered last is first. */
async function hover(document: editor.Code, at: string): Promise<readonly string[]> {
  const parts = [1, 0].map((index) =>
    ask<{ contents: { value: string } } | undefined>('hover', 'provideHover', index).provideHover!(
      document,
      document.at(at),
      token,
    ),
  );
  return (await Promise.all(parts)).flatMap((one) => one?.contents.value ?? []);
}
const run = (id: string, ...args: readonly unknown[]) => editor.commands.get(id)!(...args);

const code = (text: string) => new editor.Code('/code/src/checkout.ts', text);
const CHECKOUT = "const on = client.getTreatment(user, 'checkout-redesign'); // 'new-search'\n";

describe('flags in code', () => {
  it('register nothing, read nothing and make no call in a folder without the file, and in an untrusted one', async () => {
    await start();
    assert.deepEqual([editor.providers, editor.readPaths, [...editor.watched], service.seen], [[], [], [], []]);
    registered?.dispose();
    Object.assign(editor.workspace, { isTrusted: false });
    await start(storefront());
    assert.deepEqual([editor.providers, editor.readPaths, service.seen], [[], [], []]);
    editor.trust();
    await setTimeout(50);
    assert.ok(editor.providers.length > 0);
  });

  it('read only the file at the start, and make the first call at the first hover on a name', async () => {
    await start(storefront());
    assert.deepEqual(editor.readPaths, [CONFIG]);
    const document = code(CHECKOUT);
    assert.deepEqual(await hover(document, 'client'), []);
    assert.deepEqual(await hover(document, 'new-search'), []);
    assert.deepEqual(await hover(new editor.Code('/elsewhere/a.ts', CHECKOUT), 'checkout-redesign'), []);
    assert.deepEqual(await hover(code("import 'new-search'"), 'new-search'), []);
    assert.deepEqual(service.seen, []);
    const [head, environments] = await hover(document, 'checkout-redesign');
    assert.match(
      head!,
      /^Flag checkout-redesign \(account\)\n\nThe one-page checkout\n\n\[Open Definition\]\(command:flagAdmin\.flag\.open\?/,
    );
    assert.match(
      environments!,
      /^production · Storefront: off 100% for everybody else\nrule 1: key is in the segment “beta-accounts” → on 100%\nrule 2: /,
    );
    assert.match(environments!, /development · Storefront: on 100%\n/);
    assert.equal(environments!.match(/Read /g)?.length, 1);
    const before = service.seen.length;
    assert.equal(service.count('GET', /\/environments\/[^/]+$/), 4);
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, before);
  });

  it('lead to the definition, with the critical environment first, and to the open request', async () => {
    await start(storefront({ criticalEnvironments: ['staging'] }));
    const document = code("isOn('recommendation-engine')");
    const location = await ask<{ uri: { path: string } }>('definition', 'provideDefinition').provideDefinition!(
      document,
      document.at('recom'),
      token,
    );
    assert.match(location.uri.path, /\/Storefront\/staging\/recommendation-engine\.yaml$/);
    const [, environments] = await hover(document, 'recommendation-engine');
    assert.match(environments!, /^staging/);
    assert.match(environments!, /\[Review the open change request\]\(command:flagAdmin\.changeRequest\.open\?/);
  });

  it('scan a document once for each version, and do not scan one over 1 MB', async () => {
    await start(storefront());
    const document = code(CHECKOUT);
    await hover(document, 'checkout-redesign');
    await hover(document, 'client');
    assert.equal(document.reads, 1);
    document.type(`${CHECKOUT} `);
    await hover(document, 'client');
    assert.equal(document.reads, 2);
    assert.deepEqual(await hover(code(CHECKOUT + ' '.repeat(1024 * 1024)), 'checkout-redesign'), []);
  });

  it('complete names of flags only inside a call that takes a flag', async () => {
    await start(storefront());
    const labels = async (text: string): Promise<readonly string[]> => {
      const document = code(text);
      const provide = ask<{ items: { label: { label: string } }[] } | undefined>('completion', 'provideCompletionItems');
      const list = await provide.provideCompletionItems!(document, document.at('|', 0), token);
      return (list?.items ?? []).map(({ label }) => label.label);
    };
    assert.deepEqual(await labels("if (isOn('search|')) {"), ['new-search']);
    assert.ok((await labels("client.getTreatments(user, ['a', '|'])")).length > 10);
    assert.deepEqual(await labels("console.log('search|')"), []);
    assert.deepEqual(await labels('isOn(search|)'), []);
  });

  it('complete the names that have arrived so far if the list takes long, and let the editor ask again', async () => {
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? setTimeout(1500, undefined) : undefined);
    await start(storefront());
    const document = code("isOn('search|')");
    const provide = ask<{ items: unknown[]; isIncomplete: boolean }>('completion', 'provideCompletionItems');
    const list = await provide.provideCompletionItems!(document, document.at('|', 0), token);
    assert.deepEqual([list.items, list.isIncomplete], [[], true]);
  });

  it('mark a name that is not a flag only if all flags have been read already', async () => {
    await start(storefront());
    const document = code("client.getTreatment(user, 'retired'); isOn('checkout-redesign'); isOn(''); log('retired');");
    editor.visible.splice(0, 1, { document });
    document.type(document.getText());
    await setTimeout(600);
    const hints = () =>
      (editor.problems.get('flagAdmin.unknownFlags /code/src/checkout.ts') ?? []).map(
        ({ message, range }) => `${message} ${range.start.character}`,
      );
    assert.deepEqual([hints(), service.seen], [[], []]);
    await hover(document, 'retired');
    await setTimeout(600);
    assert.deepEqual(hints(), ['No flag of this name in Storefront 27']);
    settings['flagAdmin.code.lenses'] = { user: true };
    const lenses = await ask<{ command: { title: string } }[]>('lens', 'provideCodeLenses').provideCodeLenses!(document);
    assert.deepEqual(
      lenses.map(({ command }) => command.title),
      ['Find uses of checkout-redesign'],
    );
    delete settings['flagAdmin.code.lenses'];
    assert.deepEqual(await ask('lens', 'provideCodeLenses').provideCodeLenses!(document), []);
  });

  it('show a mistake in the file at its place only, and continue when it is corrected', async () => {
    const problem = () =>
      editor.problems
        .get(`flagAdmin.code ${CONFIG}`)
        ?.map(({ message, range }) => `${range.start.line}:${range.start.character} ${message}`);
    for (const [text, sentence] of [
      ['{', /^0:0 .* not valid JSON/],
      ['{"wrappers": []}', /^0:0 .* names no workspace/],
      ['{"workspace": "Storefront", "apiKey": "x"}', /^0:28 .* does not know the field “apiKey”/],
      ['{"workspace": "Storefront", "wrappers": "isOn"}', /^0:28 .* “wrappers” is not a list of names/],
    ] as const) {
      editor.problems.clear();
      await start(text);
      assert.match(String(problem()), sentence);
      assert.deepEqual([editor.providers, shown], [[], []]);
      registered?.dispose();
    }
    await start(storefront({ criticalEnvironments: ['prod'] }));
    assert.equal(problem(), undefined);
    await hover(code(CHECKOUT), 'checkout-redesign');
    assert.deepEqual(problem(), ['0:70 Storefront has no environment “prod”.']);
    editor.files.set(CONFIG, '{"workspace": "Nowhere"}');
    editor.watched.get(CONFIG)!.fire();
    await setTimeout(50);
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    assert.deepEqual(problem(), ['0:14 The API key in use for Sandbox sees no workspace “Nowhere”.']);
    editor.files.delete(CONFIG);
    editor.watched.get(CONFIG)!.fire();
    await setTimeout(50);
    assert.deepEqual([problem(), editor.providers], [undefined, []]);
  });
});

describe('Use Flags in Code…', () => {
  it('writes the file with the workspace and its production, and begins at once', async () => {
    await start();
    await answering(['Storefront'], () => run('flagAdmin.code.use'));
    assert.deepEqual(JSON.parse(editor.files.get(CONFIG)!), {
      workspace: 'Storefront',
      wrappers: [],
      criticalEnvironments: ['production'],
    });
    assert.deepEqual(editor.shownFiles, [CONFIG]);
    assert.ok(editor.providers.length > 0);
  });
});

describe('a hover', () => {
  it('runs only the commands of its links, and no name ends a link', () => {
    const link = { label: 'a](command:b)', command: 'flagAdmin.flag.open', arguments: [{ name: "x)('y" }] };
    const hover = markdownHover(['[text](command:evil)', [link]]);
    assert.deepEqual(hover.isTrusted, { enabledCommands: ['flagAdmin.flag.open'] });
    assert.match(hover.value, /\[a\\\]\(command\\:b\)\]\(command:flagAdmin\.flag\.open\?[^()']*\)\n\n$/);
  });
});

describe('Find Uses', () => {
  it('searches for the quoted name with the search of the editor', async () => {
    await start();
    const target = { kind: 'flag', workspace: { id: 'w', name: 'W' }, environment: { id: 'e', name: 'E' }, name: 'a.b' };
    await run('flagAdmin.flag.findUses', { target });
    const [command, options] = editor.executed.at(-1) as [string, { query: string }];
    assert.equal(command, 'workbench.action.findInFiles');
    assert.deepEqual({ ...options, query: '' }, { query: '', isRegex: true, isCaseSensitive: true, triggerSearch: true });
    const pattern = new RegExp(options.query, 'g');
    assert.deepEqual(`'a.b' "a.b" \`a.b\` 'a.bc' 'xa.b' a.b 'aXb'`.match(pattern), ["'a.b'", '"a.b"', '`a.b`']);
  });
});

describe('Which Flags Can Go?', () => {
  it('lists the flags that are ready, careful and blocked, with reasons, Find Uses and a brief for each', async () => {
    await start(storefront());
    await run('flagAdmin.code.report');
    const { name, text } = texts[0]!;
    assert.equal(name, 'Which Flags Can Go? – Storefront.txt');
    assert.match(
      text,
      /\nReady: 1\n\n {2}free-shipping-banner\n {4}serves on to everybody, with the configuration .*EUR.*\n\nCareful: 1\n\n {2}wishlist-sharing\n {4}production: no definition, so applications get “control”\n\nBlocked: 10\n/,
    );
    assert.match(text, /\n {2}new-search\n {4}production: flags that depend on it: “mobile-app-upsell”\n/);
    assert.match(
      text,
      /\n {2}legacy-cart\n {4}a change request is open on it\n\n {2}mobile-app-upsell\n {4}production: rule 2 serves on 100%\n/,
    );
    const lenses = await ask<{ range: { start: editor.Position }; command: { title: string; arguments: readonly unknown[] } }[]>(
      'lens',
      'provideCodeLenses',
      1,
    ).provideCodeLenses!({ uri: name });
    const row = text.split('\n').indexOf('  free-shipping-banner');
    const own = lenses.filter(({ range }) => range.start.line === row);
    assert.deepEqual(
      own.map(({ command }) => command.title),
      ['Find Uses', 'Copy Cleanup Brief'],
    );
    await run('flagAdmin.flag.copyBrief', ...own[1]!.command.arguments);
    assert.match(
      editor.clipboard.text,
      /^Remove the flag “free-shipping-banner” of Storefront from the code\n\nIn production, it always does this:\n- serves on to everybody, .*\nKeep the code for on\..*\n\nFind the uses .*\nFirst remove the code .*\nOnly this folder is searched/,
    );
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
    // A second report is as new as the first one.
    const before = service.seen.length;
    await run('flagAdmin.code.report');
    assert.deepEqual(
      service.seen
        .slice(before)
        .map(({ path }) => path.split(/[/?]/)[1] ?? '')
        .toSorted((one, other) => one.localeCompare(other)),
      ['changeRequests', 'flags', 'flags'],
    );
  });

  it('reads each definition separately if the service can’t list them, and names only known flags', async () => {
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+(\/environments\/[^/]+)?\?/.test(path) ? 404 : undefined);
    await start(storefront());
    await run('flagAdmin.code.report');
    assert.match(texts[0]?.text ?? '', /The service did not list all flags: there may be others\.\n/);
    assert.match(texts[0]!.text, /a change request is open on it\n {4}production: rule 2 serves on 50%, off 50%\n/);
  });

  it('ends when it is cancelled, and needs a folder that uses flags', async () => {
    await start();
    await run('flagAdmin.code.report');
    assert.equal(shown.at(-1)?.message, 'No folder of this window uses flags in code.');
    assert.deepEqual(service.seen, []);
    registered?.dispose();
    await start(storefront());
    service.onCall = ({ path }) => {
      if (path.startsWith('/flags/')) progresses.at(-1)!.cancel();
      return undefined;
    };
    await run('flagAdmin.code.report');
    assert.deepEqual([texts, shown.length, progresses.at(-1)!.isShown], [[], 1, false]);
  });
});

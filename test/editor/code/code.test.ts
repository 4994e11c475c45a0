/**
 * Tests flags in code: when the feature starts, what it shows in a document, which calls it makes for that, and how it reports a
 * broken file.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Events } from '../../../src/editor/window/events.ts';
import { useService } from '../../operations/service.ts';
import { progresses, settings, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';
import * as editor from './fakeEditor.ts';

const { registerCode } = await import('../../../src/editor/code/index.ts');
const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { markdownHover } = await import('../../../src/editor/words/escape.ts');
const service = useService();
const CONFIG = '/code/.flagadmin.json';
const storefront = (more: object = {}): string => JSON.stringify({ workspace: 'Storefront', wrappers: ['isOn'], ...more });

const texts: { readonly name: string; readonly text: string; readonly lenses: readonly ReportLens[] }[] = [];
let registered: vscode.Disposable | undefined;
let events: Pick<Events, 'fire'>;
let changeConnection: () => void;

async function start(config?: string): Promise<void> {
  if (config !== undefined) editor.files.set(CONFIG, config);
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', connectionName: 'Sandbox', keyName: 'submitter-key', origin: client.origin, client };
  const onDidChange = (listener: () => void) => {
    changeConnection = listener;
    return { dispose() {} };
  };
  const connections = { inUse: async () => connected, orAsk: async () => connected, onDidChange };
  const keep = async (name: string) => ({ toString: () => name });
  const open = async (name: string, text: string) => {
    // The editor asks for the lenses as soon as it shows the text.
    texts.push({ name, text, lenses: await reportLenses(name) });
  };
  const services = testServices({ connections, texts: { keep, open } });
  ({ events } = services);
  registered = registerCode(services);
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
interface ReportLens {
  readonly range: { readonly start: editor.Position };
  readonly command: { readonly title: string; readonly arguments: readonly unknown[] };
}
const reportLenses = async (name: string) =>
  ask<readonly ReportLens[]>('lens', 'provideCodeLenses', 1).provideCodeLenses!({ uri: name });
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
/** The completions at the mark. */
async function complete(text: string): Promise<readonly string[]> {
  const document = code(text);
  const provide = ask<{ items: { label: { label: string } }[] } | undefined>('completion', 'provideCompletionItems');
  const list = await provide.provideCompletionItems!(document, document.at('|', 0), token);
  return (list?.items ?? []).map(({ label }) => label.label);
}
/** Tells the watcher of the files, and waits until they have been read. */
async function changeFiles(): Promise<void> {
  editor.watched.get('**/.flagadmin.json')!.fire();
  await setTimeout(50);
}
const run = (id: string, ...args: readonly unknown[]) => editor.commands.get(id)!(...args);

const code = (text: string) => new editor.Code('/code/src/checkout.ts', text);
const CHECKOUT = "const on = client.getTreatment(user, 'checkout-redesign'); // 'new-search'\n";

describe('flags in code', () => {
  it('register nothing, read nothing and make no call in a folder without the file, and in an untrusted one', async () => {
    await start();
    assert.deepEqual([editor.providers, editor.readPaths, service.seen], [[], [], []]);
    registered?.dispose();
    Object.assign(editor.workspace, { isTrusted: false });
    await start(storefront());
    assert.deepEqual([editor.providers, editor.readPaths, service.seen], [[], [], []]);
    editor.trust();
    await setTimeout(50);
    assert.ok(editor.providers.length > 0);
  });

  it('begin at once when the file appears, end with it, and then stop watching', async () => {
    await start();
    editor.files.set(CONFIG, storefront());
    await changeFiles();
    assert.match((await hover(code(CHECKOUT), 'checkout-redesign'))[0]!, /^Flag checkout-redesign/);
    editor.files.delete(CONFIG);
    await changeFiles();
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    registered?.dispose();
    await setTimeout(0);
    assert.deepEqual([editor.providers, [...editor.watched]], [[], []]);
  });

  it('read only the file at the start, and make the first calls at the first hover on a name: one for each environment', async () => {
    await start(storefront());
    assert.deepEqual(editor.readPaths, [CONFIG]);
    const document = code(CHECKOUT);
    assert.deepEqual(await hover(document, 'client'), []);
    assert.deepEqual(await hover(document, 'new-search'), []);
    assert.deepEqual(await hover(new editor.Code('/elsewhere/a.ts', CHECKOUT), 'checkout-redesign'), []);
    assert.deepEqual(await hover(code("import 'new-search'"), 'new-search'), []);
    assert.deepEqual(await hover(code("log('Not a name')"), 'Not'), []);
    assert.deepEqual(await complete("log('new|')"), []);
    assert.deepEqual(service.seen, []);
    const [catalog, id] = [catalogOf(service.as('submitter-key')), service.workspace('Storefront')];
    for (const list of [catalog.workspaces, catalog.environments(id), catalog.flags(id)]) await list.read();
    service.seen.length = 0;
    const [head, environments] = await hover(document, 'checkout-redesign');
    assert.match(
      head!,
      /^Flag checkout-redesign \(account\)\n\nThe one-page checkout\n\n\[Open Definition\]\(command:flagAdmin\.flag\.open\?/,
    );
    assert.match(
      environments!,
      /^production · Storefront: the default rule → off 100%\nrule 1: key is in the segment “beta-accounts” → on 100%\nrule 2: key is in the segment “vip-accounts” AND country is one of “DE”, “FR”, “NL” → on 50%, off 50%\n/,
    );
    assert.match(environments!, /development · Storefront: the default rule → on 100%\n/);
    assert.equal(environments!.match(/Read /g)?.length, 1);
    await hover(document, 'checkout-redesign');
    assert.deepEqual([service.seen.length, service.count('GET', /\/environments\/[^/]+$/)], [4, 4]);
    // After a change in this window, and with a different API key, the definitions are read again.
    events.fire({ kind: 'object', connection: 'c1', place: { object: 'flag', workspaceId: id, name: 'a' }, isChanged: true });
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 8);
    changeConnection();
    await setTimeout(50);
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 12);
  });

  it('show how conditions are combined, a rule without conditions, and only what somebody gets', async () => {
    const served = async (fields: object): Promise<string> => {
      const shares = (on: number) => ['on', 'off'].map((treatment, index) => ({ treatment, size: index === 0 ? on : 100 - on }));
      const matchers = ['a', 'b'].map((string) => ({ type: 'IN_SEGMENT', string }));
      const rules = [{ combiner: 'OR', matchers }, { matchers: [] }].map((condition) => ({ buckets: shares(100), condition }));
      const definition = { name: 'new-search', treatments: [{ name: 'on' }, { name: 'off' }], defaultTreatment: 'off' };
      const body = { ...definition, rules, defaultRule: shares(30), ...fields };
      service.onCall = ({ path }) => (/\/environments\/[^/]+$/.test(path) ? { status: 200, body } : undefined);
      await start(storefront());
      const [, environments = ''] = await hover(code("isOn('new-search')"), 'new-search');
      registered?.dispose();
      return environments.split('\n\n')[0]!.replace('production · Storefront: ', '');
    };
    assert.equal(
      await served({}),
      'the default rule → on 30%, off 70%\nrule 1: key is in the segment “a” OR key is in the segment “b” → on 100%\nrule 2: no conditions: who meets that is not known → on 100%',
    );
    assert.equal(await served({ trafficAllocation: 0 }), 'the traffic allocation is 0% → off 100%');
    assert.equal(await served({ killed: true }), 'the flag is killed → off 100%');
    assert.match(
      await served({ treatments: [{ name: 'on', keys: ['k'] }, { name: 'off' }] }),
      /\na target of on → on 100%\nrule 1/,
    );
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

  it('scan a document once for each version, after the last key stroke, and do not scan one over 1 MB', async () => {
    await start(storefront());
    const document = code(CHECKOUT);
    await hover(document, 'checkout-redesign');
    await hover(document, 'client');
    assert.equal(document.reads, 1);
    document.type(`${CHECKOUT} `);
    await hover(document, 'client');
    assert.equal(document.reads, 2);
    await catalogOf(service.as('submitter-key')).flags(service.workspace('Storefront')).read();
    for (const letter of 'isOn') document.type(`${document.getText()}${letter}`);
    document.reads = 0;
    await setTimeout(600);
    assert.equal(document.reads, 1);
    const before = service.seen.length;
    const large = code(`${' '.repeat(1024 * 1024)}${CHECKOUT}`);
    large.type(`${large.getText()}isOn('gone')`);
    assert.deepEqual([await hover(large, 'checkout-redesign'), await complete(`${large.getText()}isOn('|`)], [[], []]);
    await setTimeout(600);
    assert.deepEqual([[...editor.problems.values()].flat(), service.seen.length], [[], before]);
  });

  it('complete names of flags only inside a call that takes a flag', async () => {
    await start(storefront());
    assert.deepEqual(await complete("if (isOn('search|')) {"), ['new-search']);
    assert.ok((await complete("client.getTreatments(user, ['a', '|'])")).length > 10);
    assert.deepEqual(await complete("console.log('search|')"), []);
    assert.deepEqual(await complete('isOn(search|)'), []);
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
    const flags = catalogOf(service.as('submitter-key')).flags(service.workspace('Storefront'));
    flags.expire();
    document.type(document.getText());
    await setTimeout(600);
    assert.deepEqual(hints(), []);
    await flags.read();
    await setTimeout(600);
    assert.equal(hints().length, 1);
    settings['flagAdmin.code.lenses'] = { user: true };
    const lenses = await ask<{ command: { title: string } }[]>('lens', 'provideCodeLenses').provideCodeLenses!(document);
    assert.deepEqual(
      lenses.map(({ command }) => command.title),
      ['Find uses of checkout-redesign'],
    );
    delete settings['flagAdmin.code.lenses'];
    assert.deepEqual(await ask('lens', 'provideCodeLenses').provideCodeLenses!(document), []);
  });

  it('show a mistake in the file only, and continue when it is corrected', async () => {
    const problems = () => [...editor.problems].flatMap(([file, some]) => some.map(({ message }) => `${file}: ${message}`));
    const ignored = 'Flag Admin ignores this file, because';
    for (const [text, sentence] of [
      ['{', `${ignored} it is not valid JSON: `],
      ['[]', `${ignored} the field “workspace” is missing or not valid.`],
      ['{"wrappers": []}', `${ignored} the field “workspace” is missing or not valid.`],
      ['{"workspace": "Storefront", "apiKey": "x"}', `${ignored} it does not know the field “apiKey”.`],
      ['{"workspace": "Storefront", "wrappers": "isOn"}', `${ignored} the field “wrappers” is missing or not valid.`],
    ] as const) {
      await start(text);
      assert.equal(problems().length, 1);
      assert.ok(problems()[0]!.startsWith(`flagAdmin.code ${CONFIG}: ${sentence}`), problems()[0]);
      assert.deepEqual([await hover(code(CHECKOUT), 'checkout-redesign'), service.seen, shown], [[], [], []]);
      registered?.dispose();
    }
    await start(storefront({ criticalEnvironments: ['prod'] }));
    assert.deepEqual(problems(), []);
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    assert.deepEqual(problems(), [`flagAdmin.code ${CONFIG}: Storefront has no environment “prod”.`]);
    // The environment appears at the service.
    const [environment] = [...(await service.as('submitter-key').listEnvironments(service.workspace('Storefront')))];
    service.onCall = ({ path }) =>
      path.startsWith('/environments/') ? { status: 200, body: [{ ...environment, name: 'prod' }] } : undefined;
    catalogOf(service.as('submitter-key')).expire();
    assert.equal((await hover(code(CHECKOUT), 'checkout-redesign')).length, 2);
    assert.deepEqual(problems(), []);
    editor.files.set(CONFIG, '{"workspace": "Nowhere"}');
    await changeFiles();
    await hover(code(CHECKOUT), 'checkout-redesign');
    assert.deepEqual(problems(), [`flagAdmin.code ${CONFIG}: The API key in use for Sandbox sees no workspace “Nowhere”.`]);
    editor.files.set(CONFIG, storefront());
    await changeFiles();
    assert.equal((await hover(code(CHECKOUT), 'checkout-redesign')).length, 2);
    assert.deepEqual(problems(), []);
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
    const { name, text, lenses } = texts[0]!;
    assert.match(
      text,
      /What everybody gets was looked up in production\.\nFlags that depend on others were looked up in production, development, staging, and pre-production\.\n/,
    );
    assert.equal(name, 'Which Flags Can Go? – Storefront.txt');
    assert.match(
      text,
      /\nReady: 1\n\n {2}free-shipping-banner\n {4}serves on to everybody, with the configuration .*EUR.*\n\nCareful: 1\n\n {2}wishlist-sharing\n {4}production: no definition, so applications get “control”\n\nBlocked: 10\n/,
    );
    assert.match(
      text,
      /\n {2}new-search\n {4}production: flags that depend on it: “mobile-app-upsell”\n {4}development: flags that depend on it: “mobile-app-upsell”\n/,
    );
    assert.match(
      text,
      /\n {2}legacy-cart\n {4}a change request is open on it\n\n {2}mobile-app-upsell\n {4}production: not everybody gets the same: rule 2 serves on 100%\n/,
    );
    const row = text.split('\n').indexOf('  free-shipping-banner');
    const own = lenses.filter(({ range }) => range.start.line === row);
    assert.deepEqual(
      own.map(({ command }) => command.title),
      ['Find Uses', 'Copy Cleanup Brief'],
    );
    const [{ copyable }] = own[1]!.command.arguments as [{ copyable: { name: string } }];
    assert.match(
      copyable.name,
      /^Remove the flag “free-shipping-banner” of Storefront from the code\n\nIn production, it always does this:\n- serves on to everybody, .*\nKeep the code for on\..*\n\nFind the uses .*\nFirst remove the code .*\nOnly this folder is searched/,
    );
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
    // A second report is as new as the first one. Each environment is listed once. Two flags have no definition in production.
    service.seen.length = 0;
    await run('flagAdmin.code.report');
    const paths = [/^\/changeRequests\?/, /^\/flags\/ws\/[^/]+\?/, /\/environments\/[^/]+\?/, /\/(wishlist-sharing|dark-mode)\//];
    assert.deepEqual([...paths.map((path) => service.count('GET', path)), service.seen.length], [1, 1, 4, 2, 8]);
  });

  it('reads each definition separately if the service can’t list them', async () => {
    service.onCall = ({ path }) => (/\/environments\/[^/]+\?/.test(path) ? 404 : undefined);
    await start(storefront());
    await run('flagAdmin.code.report');
    // Without lists of definitions, only the critical environment is read.
    assert.match(texts[0]?.text ?? '', /\nFlags that depend on others were looked up in production\.\n/);
    assert.match(
      texts[0]!.text,
      /request is open on it\n {4}production: not everybody gets the same: rule 2 serves on 50%, off 50%\n/,
    );
    assert.equal(service.count('GET', /\/environments\/[^/?]+$/), 12);
  });

  it('says that flags may be missing if the service can’t list them', async () => {
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? 404 : undefined);
    await start(storefront());
    await run('flagAdmin.code.report');
    assert.match(texts[0]?.text ?? '', /The service did not list all flags: there may be others\.\n[^]*Blocked: 0\n$/);
  });

  it('ends when it is cancelled, and needs a folder that uses flags', async () => {
    await start();
    await run('flagAdmin.code.report');
    assert.equal(shown.at(-1)?.message, 'No folder of this window uses flags in code.');
    assert.deepEqual(service.seen, []);
    registered?.dispose();
    await start(storefront());
    const last = service.environment('pre-production').id;
    service.onCall = ({ path }) => {
      if (path.includes(`/environments/${last}?`)) progresses.at(-1)!.cancel();
      return undefined;
    };
    await run('flagAdmin.code.report');
    assert.deepEqual([texts, shown.length, progresses.at(-1)!.isShown], [[], 1, false]);
  });
});

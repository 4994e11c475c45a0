/**
 * Tests flags in code: when the feature starts, what it shows in a document, which calls it makes for that, and how it reports a
 * broken file.
 */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setSystemClock } from '../../time/passTime.ts';
import { settings, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import * as editor from './fakeEditor.ts';
import {
  CHECKOUT,
  CONFIG,
  changeFiles,
  code,
  complete,
  feature,
  hover,
  providerOf,
  runCommand,
  service,
  start,
  storefront,
  token,
} from './window.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { systemClock } = await import('../../../src/time/clock.ts');
const { formatTime } = await import('../../../src/editor/words/requestWords.ts');
const { markdownHover } = await import('../../../src/editor/words/escape.ts');

describe('flags in code', () => {
  it('register nothing, read nothing and make no call in a folder without the file, and in an untrusted one', async () => {
    await start();
    assert.deepEqual([editor.providers, editor.readPaths, service.seen], [[], [], []]);
    feature.dispose!();
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
    feature.dispose!();
    await setTimeout(0);
    assert.deepEqual([editor.providers, [...editor.watched]], [[], []]);
  });

  it('read only the file at the start, and make the first calls at the first hover on a name: one for each environment', async (context) => {
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
      /^production · Storefront: the default rule → off 100%\n    rule 1: key is in the segment “beta-accounts” → on 100%\n    rule 2: key is in the segment “vip-accounts” AND country is one of “DE”, “FR”, “NL” → on 50%, off 50%\n/,
    );
    assert.match(environments!, /development · Storefront: the default rule → on 100%\n/);
    assert.equal(environments!.match(/As of /g)?.length, 1);
    await hover(document, 'checkout-redesign');
    assert.deepEqual([service.seen.length, service.count('GET', /\/environments\/[^/]+$/)], [4, 4]);
    // After a change in this window, and with a different API key, the definitions are read again.
    feature.fire!({ kind: 'object', connection: 'c1', place: { object: 'flag', workspaceId: id, name: 'a' }, isChanged: true });
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 8);
    feature.changeConnection!();
    await setTimeout(50);
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 12);
    // If the catalog has just read the definitions, the hover reads nothing.
    feature.changeConnection!();
    await setTimeout(50);
    for (const environment of catalog.environments(id).items) await catalog.definitions(id, environment.id).read();
    service.seen.length = 0;
    assert.equal((await hover(document, 'checkout-redesign'))[1]?.match(/Storefront: /g)?.length, 4);
    assert.deepEqual(service.seen, []);
    // After a change in this window, the list is too old.
    feature.fire!({ kind: 'object', connection: 'c1', place: { object: 'flag', workspaceId: id, name: 'a' }, isChanged: true });
    await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 4);
    // After a minute, the definitions are read once, and not again with each hover.
    const later = systemClock.now() + 61_000;
    context.mock.method(systemClock, 'now', () => later);
    for (const _ of [1, 2]) await hover(document, 'checkout-redesign');
    assert.equal(service.seen.length, 8);
  });

  it('show the system time at which a definition was read, although the monotonic clock stands still while the computer sleeps', async () => {
    await start(storefront());
    setSystemClock(5 * 3_600_000);
    try {
      const times = [formatTime(Date.now())];
      const [, environments] = await hover(code(CHECKOUT), 'checkout-redesign');
      times.push(formatTime(Date.now()));
      assert.ok(
        times.some((time) => environments!.includes(`As of ${time}`)),
        environments,
      );
    } finally {
      mock.restoreAll();
    }
  });

  it('know an environment that somebody creates later, at a hover more than a minute after the environments were read', async (test) => {
    await start(storefront({ criticalEnvironments: ['created-later'] }));
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    const [environment] = await service.as('submitter-key').listEnvironments(service.workspace('Storefront'));
    const body = [{ ...environment, name: 'created-later' }];
    service.onCall = ({ path }) => (path.startsWith('/environments/') ? { status: 200, body } : undefined);
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    const later = systemClock.now() + 61_000;
    test.mock.method(systemClock, 'now', () => later);
    assert.equal((await hover(code(CHECKOUT), 'checkout-redesign')).length, 2);
  });

  it('do not claim that there is no definition, because a 404 may hide it', async () => {
    service.onCall = ({ path }) => (/\/environments\/[^/]+$/.test(path) ? { status: 404, body: {} } : undefined);
    await start(storefront());
    const [, environments = ''] = await hover(code("isOn('new-search')"), 'new-search');
    feature.dispose!();
    assert.match(environments, /production · Storefront: no definition, or this API key can’t see it; without a definition, /);
  });

  it('show how conditions are combined, rules without conditions, and no treatment that nobody gets', async () => {
    const served = async (fields: object): Promise<string> => {
      const shares = (on: number) => ['on', 'off'].map((treatment, index) => ({ treatment, size: index === 0 ? on : 100 - on }));
      const matchers = ['a', 'b'].map((string) => ({ type: 'IN_SEGMENT', string }));
      const rules = [{ combiner: 'OR', matchers }, { matchers: [] }].map((condition) => ({ buckets: shares(100), condition }));
      const definition = { name: 'new-search', treatments: [{ name: 'on' }, { name: 'off' }], defaultTreatment: 'off' };
      const body = { ...definition, rules, defaultRule: shares(30), ...fields };
      service.onCall = ({ path }) => (/\/environments\/[^/]+$/.test(path) ? { status: 200, body } : undefined);
      await start(storefront());
      const [, environments = ''] = await hover(code("isOn('new-search')"), 'new-search');
      feature.dispose!();
      return environments.split('\n\n')[0]!.replace('production · Storefront: ', '');
    };
    assert.equal(
      await served({}),
      'the default rule → on 30%, off 70%\n    rule 1: key is in the segment “a” OR key is in the segment “b” → on 100%\n    rule 2: no conditions, so it is not known who meets the rule → on 100%',
    );
    const rule = { buckets: [{ treatment: 'on', size: 100 }], condition: { matchers: [] } };
    assert.match(await served({ rules: Array.from({ length: 6 }, () => rule) }), /\n {4}rule 4: .* → on 100%\n {4}… and 2 more$/);
    assert.equal(await served({ trafficAllocation: 0 }), 'the traffic allocation is 0% → off 100%');
    assert.equal(await served({ killed: true }), 'the flag is killed → off 100%');
    assert.match(
      await served({ treatments: [{ name: 'on', keys: ['k'] }, { name: 'off' }] }),
      /\n {4}an individual target of “on” → on 100%\n {4}rule 1/,
    );
  });

  it('lead to the definition, with the critical environment first, and to the open request', async () => {
    await start(storefront({ criticalEnvironments: ['staging'] }));
    const document = code("isOn('recommendation-engine')");
    const location = await providerOf<{ uri: { path: string } }>('definition').provideDefinition!(
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
    const provide = providerOf<{ items: unknown[]; isIncomplete: boolean }>('completion');
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
    const lenses = await providerOf<{ command: { title: string } }[]>('lens').provideCodeLenses!(document);
    assert.deepEqual(
      lenses.map(({ command }) => command.title),
      ['Find uses of checkout-redesign'],
    );
    delete settings['flagAdmin.code.lenses'];
    assert.deepEqual(await providerOf('lens').provideCodeLenses!(document), []);
  });

  it('know a flag that somebody creates later, at a hover more than a minute after the flags were read', async (test) => {
    await start(storefront());
    const document = code("client.getTreatment(user, 'created-later');");
    editor.visible.splice(0, 1, { document });
    assert.deepEqual(await hover(document, 'created-later'), []);
    const client = service.as('submitter-key');
    await client.createFlag(service.workspace('Storefront'), 'account', { name: 'created-later', description: '' });
    assert.deepEqual(await hover(document, 'created-later'), [], 'a hover must not read all flags again and again');
    const later = systemClock.now() + 61_000;
    test.mock.method(systemClock, 'now', () => later);
    assert.equal((await hover(document, 'created-later')).length, 2);
    await setTimeout(600);
    const file = 'flagAdmin.unknownFlags /code/src/checkout.ts';
    assert.equal(editor.problems.get(file)?.length, 0);
    editor.problems.delete(file);
  });

  it('show a mistake in the file only, and continue when it is corrected', async () => {
    const problems = () => [...editor.problems].flatMap(([file, some]) => some.map(({ message }) => `${file}: ${message}`));
    const ignored = 'Flag Admin ignores this file, because';
    for (const [text, sentence] of [
      ['{', `${ignored} it is not valid JSON: `],
      ['[]', `${ignored} the field “workspace” is missing or not valid.`],
      ['{"wrappers": []}', `${ignored} the field “workspace” is missing or not valid.`],
      ['{"workspace": "Storefront", "apiKey": "x"}', `${ignored} its field “apiKey” is unknown. Remove this field.`],
      ['{"workspace": "Storefront", "wrappers": "isOn"}', `${ignored} the field “wrappers” is missing or not valid.`],
    ] as const) {
      await start(text);
      assert.equal(problems().length, 1);
      assert.ok(problems()[0]!.startsWith(`flagAdmin.code ${CONFIG}: ${sentence}`), problems()[0]);
      assert.deepEqual([await hover(code(CHECKOUT), 'checkout-redesign'), service.seen, shown], [[], [], []]);
      feature.dispose!();
    }
    await start(storefront({ criticalEnvironments: ['prod'] }));
    assert.deepEqual(problems(), []);
    assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
    assert.deepEqual(problems(), [
      `flagAdmin.code ${CONFIG}: The API key in use for Sandbox has no access to an environment “prod” of Storefront. Correct the name, or use another API key.`,
    ]);
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
    assert.deepEqual(problems(), [
      `flagAdmin.code ${CONFIG}: The API key in use for Sandbox has no access to a workspace “Nowhere”. Correct the name, or use another API key.`,
    ]);
    // The service lists only some of the workspaces, or two with the same name.
    const [workspace] = (await service.as('submitter-key').listWorkspaces({ limit: 1, offset: 0 })).objects;
    for (const [objects, totalCount, sentence] of [
      [[workspace], 2, 'The service listed only some of the workspaces of Sandbox. “Nowhere” is not among them.'],
      [
        ['1', '2'].map((id) => ({ ...workspace, id, name: 'Nowhere' })),
        2,
        'Sandbox has several workspaces “Nowhere”, so it is not clear which one this file means.',
      ],
    ] as const) {
      service.onCall = ({ path }) =>
        /^\/workspaces\b/.test(path) ? { status: 200, body: { objects, offset: 0, limit: 200, totalCount } } : undefined;
      catalogOf(service.as('submitter-key')).expire();
      await changeFiles();
      assert.deepEqual(await hover(code(CHECKOUT), 'checkout-redesign'), []);
      assert.deepEqual(problems(), [`flagAdmin.code ${CONFIG}: ${sentence}`]);
    }
    service.onCall = () => undefined;
    catalogOf(service.as('submitter-key')).expire();
    editor.files.set(CONFIG, storefront());
    await changeFiles();
    assert.equal((await hover(code(CHECKOUT), 'checkout-redesign')).length, 2);
    assert.deepEqual(problems(), []);
  });
});

describe('Use Flags in Code…', () => {
  it('names each environment that is production now, and overwrites no file that has appeared during the questions', async () => {
    await start();
    const workspaceId = service.workspace('Storefront');
    const all = await service.as('submitter-key').listEnvironments(workspaceId);
    let body = all.map((one) => ({ ...one, production: false }));
    let run = (): unknown => undefined;
    service.onCall = ({ path }) => {
      if (!path.startsWith('/environments/')) return undefined;
      run();
      return { status: 200, body };
    };
    await catalogOf(service.as('submitter-key')).environments(workspaceId).read();
    body = all.map((one) => ({ ...one, production: one.name === 'staging' }));
    await answering(['Storefront'], () => runCommand('flagAdmin.code.use'));
    assert.deepEqual(JSON.parse(editor.files.get(CONFIG)!).criticalEnvironments, ['staging']);
    editor.files.delete(CONFIG);
    run = () => editor.files.set(CONFIG, storefront());
    await answering(['Storefront'], () => runCommand('flagAdmin.code.use'));
    assert.equal(editor.files.get(CONFIG), storefront());
  });

  it('writes the file with the workspace and its production, and begins at once', async () => {
    await start();
    await answering(['Storefront'], () => runCommand('flagAdmin.code.use'));
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
  it('can run only the commands of its own links, and no name in it can break a link', () => {
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
    await runCommand('flagAdmin.flag.findUses', { target });
    const [command, options] = editor.executed.at(-1) as [string, { query: string }];
    assert.equal(command, 'workbench.action.findInFiles');
    assert.deepEqual({ ...options, query: '' }, { query: '', isRegex: true, isCaseSensitive: true, triggerSearch: true });
    const pattern = new RegExp(options.query, 'g');
    assert.deepEqual(`'a.b' "a.b" \`a.b\` 'a.bc' 'xa.b' a.b 'aXb'`.match(pattern), ["'a.b'", '"a.b"', '`a.b`']);
  });
});

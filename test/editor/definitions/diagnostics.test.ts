/** Tests problems of a definition while the user types, and their quick fixes, with data of the sandbox. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { useService } from '../../operations/service.ts';
import { openDocuments, problems, providers, Range, Typed } from './fakeEditor.ts';
import { openWindow, type Window } from './window.ts';

const { createAskText } = await import('../../../src/operations/definitions/text/askText.ts');
const { findTextProblems } = await import('../../../src/editor/definitions/checkText.ts');

const service = useService();
let window: Window;
afterEach(() => window.dispose());

async function open(change: (text: string) => string, environment = 'production'): Promise<Typed> {
  window = await openWindow(service);
  const uri = window.uri('checkout-redesign', environment);
  const document = new Typed(uri, '');
  await lists(document);
  document.type(change(await window.read(uri)));
  while (!problems.has(uri.toString())) await new Promise((resolve) => setTimeout(resolve, 10));
  return document;
}
/** From now on, the statuses of the service are known, because the completion has read them. */
const lists = async (document: Typed): Promise<unknown> =>
  providers.get('completion')!['provideCompletionItems']!(document as never, 0 as never);
const shown = (document: Typed) => problems.get(document.uri.toString()) ?? [];
const at = (document: Typed, index = 0): string => {
  const { start, end } = shown(document)[index]!.range;
  return document.getText().slice(start, end);
};
interface Action {
  readonly title: string;
  readonly isPreferred: boolean;
  readonly edit: { readonly edits: readonly { readonly range: Range; readonly text: string }[] };
}
const fixes = async (document: Typed, range: Range): Promise<readonly Action[]> =>
  (await providers.get('actions')!['provideCodeActions']!(document as never, range as never)) as readonly Action[];

describe('the problems of a definition', () => {
  it('are described at their place, with the segments that the service has', async () => {
    const document = await open((text) => text.replace('beta-accounts', 'beta-acounts'));
    assert.deepEqual(
      shown(document).map(({ message }) => message),
      ['There is no segment “beta-acounts” in this workspace.'],
    );
    assert.equal(at(document), 'beta-acounts');
  });

  it('say that a segment has a different traffic type, even if the flag has no definition yet', async () => {
    const sentence = 'The segment “search-panel” is of type user, and this flag is for account: it matches nobody.';
    const document = await open((text) => text.replace('beta-accounts', 'search-panel'));
    assert.deepEqual([shown(document).map(({ message }) => message), at(document)], [[sentence], 'search-panel']);
    window.dispose();
    window = await openWindow(service);
    const uri = window.uri('wishlist-sharing');
    const fresh = new Typed(uri, '');
    await lists(fresh);
    fresh.type((await window.read(uri)).replace('- name: on', '- name: on\n    segments: [beta-accounts]'));
    while (!problems.has(uri.toString())) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(
      shown(fresh).map(({ message }) => message),
      ['The segment “beta-accounts” is of type account, and this flag is for user: it matches nobody.'],
    );
  });

  it('tell the user how to change tags and owners, which belong to the flag', async () => {
    const document = await open((text) => `${text}tags: [{name: q4}]\nowners: []\n`);
    assert.deepEqual(
      shown(document).map(({ message }) => message),
      ['tags', 'owners'].map(
        (field) => `“${field}” belongs to the flag and not to its definition: change it in the service’s web console.`,
      ),
    );
  });

  it('name the expected type if a value has a different type', async () => {
    const document = await open((text) => text.replace(/defaultTreatment: .*/, 'defaultTreatment: {a: b}\nflagNote: [~]'));
    document.type(document.getText().replace(/treatments:\n/, 'treatments:\n  - {name: x, keys: [~]}\n'));
    while (shown(document).length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    const said = shown(document).map(({ message }) => message);
    assert.ok(said.includes('This should be a text, not fields with values.'), said.join('\n'));
    assert.ok(said.includes('This should be a text, not nothing.'), said.join('\n'));
  });

  it('warn of each value that is clearly a mistake, and offer a fix if only one correction is possible', async () => {
    const matcher = (fields: string) => `        - {attribute: a, ${fields}}`;
    const matchers = [
      'type: ON_OR_AFTER_DATE, date: 1767225600',
      'type: BETWEEN_NUMBER, between: {from: 65, to: 18}',
      'type: GREATER_THAN_OR_EQUAL_TO_SEMVER, string: 1.2',
      'type: MATCHES_STRING, string: "^(a"',
    ];
    const rules = `rules:\n  - buckets: [{treatment: on, size: 100}]\n    condition:\n      matchers:\n${matchers.map(matcher).join('\n')}`;
    const shares = 'defaultRule: [{treatment: on, size: 10}, {treatment: on, size: 20}, {treatment: off, size: 70}]\n';
    const configurations = `treatments:\n  - {name: on, configurations: '{"color": "red",}'}\n  - name: off\n`;
    const document = await open((text) =>
      text
        .replace(/^treatments:[^]*(?=^defaultTreatment)/m, configurations)
        .replace(/^rules:[^]*(?=^defaultRule)/m, `${rules}\n`)
        .replace(/^defaultRule:[^]*/m, shares),
    );
    const found: (readonly [string, string | undefined])[] = [];
    for (const { message, range, severity } of shown(document)) {
      assert.equal(severity, 1, message);
      found.push([message, (await fixes(document, range))[0]?.title]);
    }
    assert.deepEqual(found, [
      ['This begins like JSON, but it can’t be read as JSON.', 'Leave out the commas before closing brackets'],
      [
        'This looks like seconds. Dates are in milliseconds, so this one is in January or February 1970.',
        'Write “1767225600000”',
      ],
      ['This range begins after its end, so no value is in it.', 'Swap the two ends'],
      ['SDKs can’t read “1.2” as a version. A version has three numbers, such as 1.2.0.', 'Write “1.2.0”'],
      ['JavaScript SDKs can’t read this regular expression.', undefined],
      ['“on” is in this rollout twice.', 'Give “on” 30%'],
    ]);
  });

  it('have fixes that say what they write', async () => {
    const document = await open((text) => text.replace(/^defaultTreatment: .*\n/m, 'defaultTreatment: offf\n'));
    const all = await fixes(document, shown(document)[0]!.range);
    assert.deepEqual(all.map(({ title, isPreferred }) => [title, isPreferred]), [['Write “off”', true]]); // prettier-ignore
  });

  it('mark the first line of sizes in a block, and offer a fix on each line', async () => {
    const block = (size: number, treatment: string): string => `  - treatment: ${treatment}\n    size: ${size}\n`;
    const document = await open((text) =>
      text.replace(/^defaultRule:[^]*/m, `defaultRule:\n${block(30, 'on')}${block(60, 'off')}`),
    );
    assert.equal(at(document), '30');
    const end = document.getText().trimEnd().length;
    assert.equal((await fixes(document, new Range(end, end))).length, 2);
  });

  it('say at the first line that the text can’t be read if reading takes too long', async () => {
    window = await openWindow(service);
    const known = { of: async () => ({}), forget: () => undefined };
    const room = { ask: createAskText(1), live: { known: () => undefined }, known } as unknown as Parameters<
      typeof findTextProblems
    >[0];
    const found = await findTextProblems(room, window.place('new-search'), `# one\n${'['.repeat(100_000)}`);
    assert.deepEqual(found, {
      definition: undefined,
      rolloutStatus: undefined,
      problems: [{ code: 'tooLarge', severity: 'error', span: { start: 0, end: 5 }, fixes: [] }],
    });
  });

  it('belong to the latest request, even if an older list arrives later', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    const connected = window.inUse.now!;
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const listSegments: typeof connected.client.listSegments = async (...page) => {
      const listed = await connected.client.listSegments(...page);
      asked.resolve();
      await slow.promise;
      return listed;
    };
    window.inUse.now = { ...connected, client: { ...connected.client, listSegments } };
    const document = new Typed(uri, '');
    openDocuments.push(document);
    document.type((await window.read(uri)).replace('beta-accounts', 'just-made'));
    await asked.promise;
    window.inUse.now = connected;
    await connected.client.createSegment(service.workspace('Storefront'), 'account', { name: 'just-made', description: '' });
    await window.refresh();
    await wait(400);
    slow.resolve();
    await wait(100);
    openDocuments.length = 0;
    assert.ok(!shown(document).some(({ code }) => code === 'unknownSegment'), shown(document)[0]?.message);
  });

  it('are shown with their fixes before the lists of the service arrive; those about names are shown afterwards', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    const connected = window.inUse.now!;
    const slow = Promise.withResolvers<void>();
    const listSegments: typeof connected.client.listSegments = (...page) =>
      slow.promise.then(async () => connected.client.listSegments(...page));
    window.inUse.now = { ...connected, client: { ...connected.client, listSegments } };
    const document = new Typed(uri, '');
    const codes = () => shown(document).map(({ code }) => code);
    document.type((await window.read(uri)).replace('beta-accounts', 'nope').replace(/(trafficAllocation:) \d+/, '$1 130'));
    const [fix] = await fixes(document, new Range(0, document.getText().length));
    assert.equal(fix?.title, 'Write “100”');
    assert.deepEqual(codes(), ['noPercentage']);
    await wait(200);
    slow.resolve();
    while (codes().length < 2) await wait(10);
    assert.deepEqual(codes(), ['noPercentage', 'unknownSegment']);
  });

  it('include a number beyond 2^53, at its place, and the definition is not sent', async () => {
    for (const number of ['9007199254740993', '9007199254740994']) {
      const document = await open((text) => `${text}note: {a: ${number}}\n`);
      const index = shown(document).findIndex(({ message }) => /number can’t be sent exactly/.test(message));
      assert.equal(at(document, index), number);
      window.dispose();
    }
  });

  it('are not shown for a text that changed while it was checked, nor are its fixes', async () => {
    const document = await open((text) => text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 130'));
    document.type(document.getText().replace(': 130', ': 140'));
    const all = fixes(document, new Range(0, document.getText().length));
    document.type(`# a line more\n${document.getText()}`);
    assert.deepEqual(await all, []);
    assert.match(shown(document)[0]!.message, /130/);
    while (!shown(document)[0]!.message.includes('140')) await wait(10);
    assert.equal(at(document), '140');
  });

  it('ignore names while the service can’t be reached', async () => {
    window = await openWindow(service);
    const uri = window.uri('checkout-redesign');
    const text = await window.read(uri);
    window.inUse.now = undefined;
    const document = new Typed(uri, '');
    document.type(text.replace('beta-accounts', 'not-there'));
    while (!problems.has(uri.toString())) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(shown(document), []);
  });
});

/** Tests problems of a definition while the user types, and their quick fixes, with data of the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { askProvider, openDocuments, problems, Range, Typed } from './fakeEditor.ts';
import { FLAG, openWindow, service, until, window } from './window.ts';

const { createAskText } = await import('../../../src/operations/definitions/text/askText.ts');
const { findTextProblems } = await import('../../../src/editor/definitions/checkText.ts');

/** Types a changed definition, and waits for its problems. */
async function open(change: (text: string) => string, flag = FLAG): Promise<Typed> {
  window?.dispose();
  await openWindow();
  const document = new Typed(window.uri(flag), '');
  // From now on, the names of the service are known, because the completion has read them.
  await askProvider('completion', 'provideCompletionItems', document, 0);
  document.type(change(await window.read(window.uri(flag))));
  await until(() => problems.has(document.uri.toString()));
  return document;
}
const shown = (document: Typed) => problems.get(document.uri.toString()) ?? [];
const messages = (document: Typed): readonly string[] => shown(document).map(({ message }) => message);
const codes = (document: Typed): readonly string[] => shown(document).map(({ code }) => code);
/** Returns the marked text of a problem. */
const at = (document: Typed, index = 0): string => {
  const { start, end } = shown(document)[index]!.range;
  return document.getText().slice(start, end);
};
interface Action {
  readonly title: string;
  readonly isPreferred: boolean;
}
const fixes = (document: Typed, range = new Range(0, document.getText().length)): Promise<readonly Action[]> =>
  askProvider('actions', 'provideCodeActions', document, range);

type ListSegments = NonNullable<typeof window.inUse.now>['client']['listSegments'];
/** From now on, listings of segments use this function. Returns the previous connection. */
function listSegmentsWith(list: (own: ListSegments) => ListSegments): NonNullable<typeof window.inUse.now> {
  const connected = window.inUse.now!;
  window.inUse.now = { ...connected, client: { ...connected.client, listSegments: list(connected.client.listSegments) } };
  return connected;
}

describe('the problems of a definition', () => {
  it('are described at their place, with the names and traffic types of the service', async () => {
    for (const [name, sentence] of [
      ['beta-acounts', 'There is no segment “beta-acounts” in this workspace.'],
      [
        'search-panel',
        'The segment “search-panel” has the traffic type “user”, but this flag has “account”, so the segment matches nobody.',
      ],
    ] as const) {
      const document = await open((text) => text.replace('beta-accounts', name));
      assert.deepEqual([messages(document), at(document)], [[sentence], name]);
    }
    // The flag has no definition yet, but a traffic type.
    const fresh = await open(
      (text) => text.replace('- name: on', '- name: on\n    segments: [beta-accounts]'),
      'wishlist-sharing',
    );
    assert.deepEqual(codes(fresh), ['segmentOfOtherType']);
  });

  it('tell the user how to change tags and owners, which belong to the flag, and name the expected type of a value', async () => {
    const document = await open((text) =>
      `${text}tags: [{name: q4}]\nowners: []\n`
        .replace(/defaultTreatment: .*/, 'defaultTreatment: {a: b}\nflagNote: [~]')
        .replace(/treatments:\n/, 'treatments:\n  - {name: x, keys: [~]}\n'),
    );
    const said = messages(document);
    const sentence = ' belongs to the flag and not to its definition: change it in the service’s web console.';
    for (const field of ['tags', 'owners']) assert.ok(said.includes(`“${field}”${sentence}`), said.join('\n'));
    assert.ok(said.includes('This should be a text, not a map of fields.'), said.join('\n'));
    assert.ok(said.includes('This should be a text, not nothing.'), said.join('\n'));
  });

  it('warn of each value that is clearly a mistake, and offer a fix if only one correction is possible', async () => {
    const matchers = [
      'type: ON_OR_AFTER_DATE, date: 1767225600',
      'type: BETWEEN_NUMBER, between: {from: 65, to: 18}',
      'type: GREATER_THAN_OR_EQUAL_TO_SEMVER, string: 1.2',
      'type: MATCHES_STRING, string: "^(a"',
    ].map((fields) => `        - {attribute: a, ${fields}}`);
    const rules = `rules:\n  - buckets: [{treatment: on, size: 100}]\n    condition:\n      matchers:\n${matchers.join('\n')}`;
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
    const seconds =
      'Dates must be in milliseconds. This value looks like seconds: in milliseconds, it is in January or February 1970.';
    assert.deepEqual(found, [
      ['This begins like JSON, but it can’t be read as JSON.', 'Leave out the commas before closing brackets'],
      [seconds, 'Replace with “1767225600000”'],
      ['This range begins after its end, so no value is in it.', 'Swap start and end of the range'],
      ['SDKs can’t read “1.2” as a version. A version has three numbers, such as 1.2.0.', 'Replace with “1.2.0”'],
      ['JavaScript SDKs can’t read this regular expression.', undefined],
      ['“on” is in this rollout twice.', 'Set the size of “on” to 30%'],
    ]);
  });

  it('have fixes that say what they write', async () => {
    const document = await open((text) => text.replace(/^defaultTreatment: .*\n/m, 'defaultTreatment: offf\n'));
    const [fix, ...more] = await fixes(document, shown(document)[0]!.range);
    assert.deepEqual([fix?.title, fix?.isPreferred, more], ['Replace with “off”', true, []]);
  });

  it('mark the first line of sizes in a block, and offer a fix on each line', async () => {
    const block = (size: number, treatment: string): string => `  - treatment: ${treatment}\n    size: ${size}\n`;
    const rule = `defaultRule:\n${block(30, 'on')}${block(60, 'off')}`;
    const document = await open((text) => text.replace(/^defaultRule:[^]*/m, rule));
    assert.equal(at(document), '30');
    const end = document.getText().trimEnd().length;
    assert.equal((await fixes(document, new Range(end, end))).length, 2);
  });

  it('say at the first line that the text can’t be read if reading takes too long', async () => {
    await openWindow();
    const known = { of: async () => ({}), forget: () => undefined };
    const context = { ask: createAskText(1), live: { known: () => undefined }, known } as never;
    const found = await findTextProblems(context, window.place('new-search'), `# one\n${'['.repeat(100_000)}`);
    const tooLarge = { code: 'tooLarge', severity: 'error', span: { start: 0, end: 5 }, fixes: [] };
    assert.deepEqual(found, { definition: undefined, rolloutStatus: undefined, problems: [tooLarge] });
  });

  it('belong to the latest request, even if an older list arrives later', async () => {
    await openWindow();
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const connected = listSegmentsWith((own) => async (...page) => {
      const listed = await own(...page);
      asked.resolve();
      await slow.promise;
      return listed;
    });
    const document = new Typed(window.uri(), '');
    openDocuments.push(document);
    document.type((await window.read(window.uri())).replace('beta-accounts', 'just-made'));
    await asked.promise;
    window.inUse.now = connected;
    const segment = { name: 'just-made', description: '' };
    await connected.client.createSegment(service.workspace('Storefront'), 'account', segment);
    await window.refresh();
    await wait(400);
    slow.resolve();
    await wait(100);
    assert.ok(!codes(document).includes('unknownSegment'), messages(document).join());
  });

  it('are shown with their fixes before the lists of the service arrive; those about names are shown afterwards', async () => {
    await openWindow();
    const slow = Promise.withResolvers<void>();
    listSegmentsWith((own) => async (...page) => {
      await slow.promise;
      return own(...page);
    });
    const document = new Typed(window.uri(), '');
    const text = (await window.read(window.uri())).replace('beta-accounts', 'nope');
    document.type(text.replace(/(trafficAllocation:) \d+/, '$1 130'));
    assert.equal((await fixes(document))[0]?.title, 'Replace with “100”');
    assert.deepEqual(codes(document), ['noPercentage']);
    await wait(200);
    slow.resolve();
    await until(() => codes(document).length > 1);
    assert.deepEqual(codes(document), ['noPercentage', 'unknownSegment']);
  });

  it('include a number beyond 2^53, at its place', async () => {
    const document = await open((text) => `${text}note: {a: 9007199254740993}\n`);
    const index = messages(document).findIndex((message) => /number can’t be sent exactly/.test(message));
    assert.equal(at(document, index), '9007199254740993');
  });

  it('are not shown for a text that changed while it was checked, nor are its fixes', async () => {
    const document = await open((text) => text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 130'));
    document.type(document.getText().replace(': 130', ': 140'));
    const all = fixes(document);
    document.type(`# a line more\n${document.getText()}`);
    assert.deepEqual(await all, []);
    assert.match(messages(document)[0]!, /130/);
    await until(() => messages(document)[0]!.includes('140'));
    assert.equal(at(document), '140');
  });
});

/** Tests Upload Keys from Current File…: refusals before anything is sent, the questions, the final message, and the next steps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions, setTrusted, withReplies } from '../person.ts';
import { answering } from '../scripted.ts';
import { keyLines, keysIn, lastButtons, openWindow, refuseAfter, service, stopRefusing, writeCount } from './window.ts';

const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { cleanSentence } = await import('../../../src/editor/segments/source/foundWords.ts');

const firstRow = (): string => questions.at(-1)?.options[0] ?? '';

describe('an upload', () => {
  it('asks nothing through a read-only connection or in a restricted window', async (t) => {
    const told = await openWindow(t, { isReadOnly: true }).upload([], 'account,owner\nacct-1,ann\nacct-2,bob\n', 'two.csv');
    assert.deepEqual(told, ['The connection “Shop” is read-only: nothing is changed through it.']);
    setTrusted(false);
    const restricted = await openWindow(t).upload([], 'a');
    setTrusted(true);
    assert.match(restricted.join(), /restricted mode/);
    assert.deepEqual([questions.length, service.seen.length], [0, 0]);
  });

  it('is not sent with Enter alone, even if the argument says that the environment is production', async (t) => {
    const window = openWindow(t);
    const [argument] = window.drop(keyLines(3));
    const environment = { ...argument.target.environment, isProduction: true };
    const forged = { ...argument, target: { ...argument.target, environment } };
    const [asked] = await answering([undefined], () => uploadKeysCommand(window, [forged]));
    assert.match(asked?.options[0] ?? '', /^Upload 3 keys/);
    assert.equal(asked?.active, undefined);
  });

  it('shows the first keys as they would be sent, after the doubts about them', async (t) => {
    const window = openWindow(t);
    const ask = async (content: string, ...replies: readonly (string | undefined)[]): Promise<readonly string[]> => {
      await window.upload([...replies, undefined], content, 'pasted.txt');
      return questions.at(-1)?.options ?? [];
    };
    const report = (): string => window.opened.at(-1)?.text ?? '';
    const plain = await ask(keyLines(4));
    assert.match(plain[0] ?? '', /^Upload 4 keys: /);
    assert.equal(questions.at(-1)?.descriptions[0], 'new-000000 · new-000001 · new-000002 · …');
    assert.ok(plain.includes(`Show what was found: ${cleanSentence()}`));

    const doubtful = '“acct-1”\n“acct-2”\nacct-3\n# exported\n';
    const quoted = await ask(doubtful);
    assert.deepEqual(quoted.slice(0, 2), [
      'Quotes around values: 2: pasted.txt:1 “acct-1” · pasted.txt:2 “acct-2”',
      'Comments: 1: pasted.txt:4 # exported',
    ]);
    assert.match(questions.at(-1)?.title ?? '', / – doubtful values: 3$/);
    assert.ok(!quoted.join('\n').includes(cleanSentence()));
    const many = await ask(Array.from({ length: 20 }, (_, index) => `'acct-${index}'`).join('\n'));
    assert.match(many[0] ?? '', /^Quotes around values: 20: .* · …$/);

    // The row itself continues, and shows what would be sent before the user decides.
    await ask('="0001"\n="0002"\n="0003"\n', 'Values in the spreadsheet notation for text: 3', undefined);
    assert.match(
      questions.at(-2)?.options[0] ?? '',
      /^Clean up 3 values: for example, ="0001" becomes 0001: 0001 · 0002 · 0003$/,
    );
    const decisions = ['Quotes around values: 2', 'Clean up 2 values: …', 'Comments: 1', 'Leave them out'];
    const cleaned = await ask(doubtful, ...decisions);
    assert.match(cleaned[0] ?? '', /^Unusable values: 1 \(left out by your decision\)$/);
    assert.equal(questions.at(-1)?.descriptions[1], 'acct-1 · acct-2 · acct-3');
    const takes = [
      'Quotes around values: 1',
      'Clean up the value: …',
      'Comments: 1',
      'Use them unchanged',
      'Show what was found',
    ];
    await ask('“acct-1”\n# exported\n', ...takes);
    assert.match(report(), /pasted\.txt:1 +acct-1 +is sent instead of “acct-1”\n/);
    assert.doesNotMatch(report(), /\n! /);
    await ask('“acct-1”\n“acct-2”\n', 'Show what was found');
    assert.match(report(), /\n! Quotes around values: 2\n {2}pasted\.txt:1 {2}“acct-1”\n {2}pasted\.txt:2 {2}“acct-2”\n/);
    assert.ok(!report().includes(cleanSentence()));
    assert.equal(writeCount(), 0);
  });

  it('says in its title and first row which values can’t be keys, and why', async (t) => {
    const window = openWindow(t);
    const [{ files }] = window.drop(`a\n${'x'.repeat(251)}\nb\nac\u0007ct\n`, 'odd.txt');
    await withReplies(['beta-accounts · development · Storefront', undefined], () => uploadKeysCommand(window, [{ files }]));
    assert.equal(questions[0]?.title, 'Upload 2 of 4 keys from odd.txt');
    assert.match(firstRow(), /^Unusable values: 2 \(too long, a character that isn’t allowed in a key\)$/);
    await window.upload([undefined], '["a", null]', 'one.json');
    assert.match(firstRow(), /^Unusable values: 1 \(not text\)$/);
  });

  it('says that the segment is not active only if a list proves it, and in any case that it is activated first', async (t) => {
    const window = openWindow(t, { name: 'wholesale-buyers' });
    const hidden = /is not active in development, or this API key can’t see it\. If you go on, it is activated first/;
    await window.upload([undefined], 'a');
    assert.match(firstRow(), hidden, 'the workspace may have no such segment');
    const segments = catalogOf(service.as('submitter-key')).segments(window.target.workspace.id);
    await segments.read();
    await window.upload([undefined], 'a');
    assert.match(firstRow(), /is not active in development yet, and is activated first/);
    segments.expire();
    const again = openWindow(t, { name: 'wholesale-buyers', environment: 'staging' });
    service.onCall = ({ path }) => (/\/environments\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    await again.upload([undefined], 'a');
    assert.match(firstRow(), /is not active in staging, or this API key/, 'the documented service has no such list');
  });

  it('is refused if the segment would contain too many keys; keys that are already there don’t count twice', async (t) => {
    const window = openWindow(t);
    const alone = await window.upload([], keyLines(100_001));
    assert.deepEqual(alone, ['list.txt has more than 100,000 different keys, the limit for a segment. Nothing was sent.']);
    const near = await window.upload(['Upload 99,990 keys'], keyLines(99_990));
    assert.match(firstRow(), /: The segment contains 12 keys now; new: 99,990 of the 99,990 listed keys\. /);
    assert.match(near.join(), /would exceed the limit of 100,000\. Nothing was sent\.$/);
    // With the 12 of the sample, the segment contains 10,112 keys: too many for one page.
    const crowd = keyLines(10_100, 'crowd').split('\n');
    for (const part of [crowd.slice(0, 10_000), crowd.slice(10_000)]) await window.addByOther(...part);
    const fits = [...crowd.slice(0, 10), keyLines(89_888)].join('\n');
    const before = writeCount();
    const refused = await window.upload(['Upload 89,899 keys'], `${fits}\none-more`);
    assert.match(
      refused.join(),
      /already contains 10,112 keys\. With 89,889 more, it would exceed the limit of 100,000\. Nothing was sent\.$/,
    );
    assert.deepEqual([before, writeCount()], [2, 2]);
    refuseAfter(0);
    assert.match((await window.upload(['Upload 89,898 keys'], fits)).join(), /^Not finished: Add 89,898 keys to beta-accounts/);
  });

  it('reports if the service’s count is not the expected one', async (t) => {
    const window = openWindow(t);
    service.onCall = async ({ method }) => {
      if (method !== 'PUT') return undefined;
      stopRefusing();
      await window.addByOther('somebody-elses');
      return undefined;
    };
    assert.match(
      (await window.upload(['Upload 3 keys'], keyLines(3))).join(),
      /now contains 16 keys, .*\. The expected number of keys was 15\. Probably, somebody else or a different window changed the segment at the same time\. Therefore, this change can’t be undone\.$/,
    );
    assert.deepEqual(lastButtons(), ['Show Keys', 'Open Receipt']);
  });
});

describe('an argument of another extension', () => {
  it('that looks like a change changes nothing', async (t) => {
    const window = openWindow(t);
    for (const change of ['../../etc/passwd', '']) {
      await window.receipt(change);
      await window.undo([], change);
      await window.resume([], change);
    }
    assert.equal(writeCount(), 0);
  });

  it('that gives production a different name does not skip the check for production', async (t) => {
    const window = openWindow(t, { environment: 'production' });
    const before = await keysIn('production');
    const { target } = window;
    const environment = { ...target.environment, name: 'yes', isProduction: false };
    const [{ files }] = window.drop(keyLines(3));
    const uploadTo = (workspaceId: string, ...replies: readonly string[]) => {
      const lie = { ...target, environment, workspace: { ...target.workspace, id: workspaceId } };
      return withReplies(['Upload 3 keys', ...replies], () => uploadKeysCommand(window, [{ target: lie, files }]));
    };
    const told = await uploadTo(service.workspace('Payments'));
    assert.match(told.join(), /^Nothing was changed: the service lists no environment “yes” in this workspace/);
    await assert.rejects(uploadTo(target.workspace.id, 'yes'), /was not taken: Type “production” exactly/);
    assert.deepEqual([service.count('PUT', /./), await keysIn('production')], [0, before]);
  });
});

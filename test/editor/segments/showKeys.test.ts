/** Show Keys: how often the document is shown anew, what it says where keys are missing, and when it stops. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { SegmentKeys } from '../../../src/api/model.ts';
import type { SegmentsContext } from '../../../src/editor/segments/context.ts';
import { log } from '../fakeContext.ts';
import { Uri } from '../fakeDocuments.ts';
import { pressNext, progresses, shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';

const { showKeys } = await import('../../../src/editor/segments/showKeys.ts');

const target = {
  kind: 'segment',
  workspace: { id: 'w1', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e1', name: 'staging', isProduction: false },
  name: 'beta',
  trafficType: 'account',
};

/** What the document showed, newest last. */
const texts: string[] = [];
const names: string[] = [];

type ReadKeys = (environment: string, name: string, page: { readonly offset: number }) => Promise<SegmentKeys>;

const pageOf = (all: readonly string[], offset: number, count = all.length): SegmentKeys => ({
  keys: all.slice(offset, offset + 1000).map((key) => ({ key })),
  count,
  offset,
  limit: 1000,
  openChangeRequestId: null,
});

async function show(readKeys: ReadKeys, inUse = (): string => 'c1'): Promise<void> {
  const keep = async (name: string, text: string): Promise<Uri> => {
    texts.push(text);
    return Uri.from({ scheme: 'flag-admin-text', path: `/${name}` });
  };
  const open = async (name: string, text: string): Promise<Uri> => {
    names.push(name);
    return keep(name, text);
  };
  const orAsk = async () => ({ connectionId: inUse(), connectionName: 'Sandbox', client: { readKeys } });
  const onDidChange = () => ({ dispose: () => undefined });
  const connections = { orAsk, nameOf: () => 'Sandbox', chosen: () => ({ name: 'Other' }), onDidChange };
  const deps = { ...testServices({ connections, texts: { open, keep }, log }), changes: { shown: new Set() } };
  await showKeys(deps as unknown as SegmentsContext, [{ target }]);
}

const keysUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `acct-${index}`);

beforeEach(() => {
  texts.length = 0;
  names.length = 0;
  shown.length = 0;
  progresses.length = 0;
});

describe('Show Keys', () => {
  it('shows 100,000 keys of 101 pages, the first at once', async () => {
    const all = keysUpTo(100_000);
    let calls = 0;
    await show(async (_environment, _name, { offset }) => {
      calls += 1;
      if (calls === 2) assert.equal(texts.length, 1);
      return pageOf(all, offset);
    });
    assert.equal(calls, 101);
    assert.deepEqual(names, ['beta – Storefront, staging.txt']);
    assert.deepEqual(
      texts.map((text) => text.split('\nacct-').length),
      [1000, 100_000],
    );
    assert.match(texts[0] ?? '', /\n\n# 1,000 of 100,000 keys\n$/);
    assert.equal(texts.at(-1), `${all.join('\n')}\n`);
    assert.equal(progresses[0]?.said.at(-1), '100,000 of 100,000 keys');
  });

  it('keeps what was read when the service goes, and says what is missing', async () => {
    const all = keysUpTo(3000);
    await show(async (_environment, _name, { offset }) => {
      if (offset === 1998) throw new Error('gone');
      return pageOf(all, offset);
    });
    assert.match(texts.at(-1) ?? '', /acct-1998\n\n# 1,999 of 3,000 keys were read\. Run Show Keys again to read them all\.\n$/);
    assert.equal(shown[0]?.severity, 'error');
    assert.match(shown[0]?.message ?? '', /: gone\. 1,999 of 3,000 keys were read\. Run Show Keys again/);
    assert.equal(shown[0]?.buttons[0], 'Go On…');
  });

  it('reads on from there, with the API key in use by then', async () => {
    const all = keysUpTo(3000);
    const asked: number[] = [];
    pressNext('Go On…');
    await show(async (_environment, _name, { offset }) => {
      asked.push(offset);
      if (offset === 999 && asked.length === 2) throw new Error('gone');
      return pageOf(all, offset);
    });
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.deepEqual(asked, [0, 999, 999, 1998, 2997]);
    assert.equal(texts.at(-1), `${all.join('\n')}\n`);
  });

  it('does not read on through another connection', async () => {
    pressNext('Go On…');
    const connections = ['c1', 'c2'];
    await show(
      async (_environment, _name, { offset }) => {
        if (offset > 0) throw new Error('gone');
        return pageOf(keysUpTo(3000), offset);
      },
      () => connections.shift()!,
    );
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.match(shown.at(-1)?.message ?? '', /“Sandbox”: switch to it first/);
  });

  it('says where the service gives fewer keys than it counts, or more', async () => {
    await show(async () => pageOf(keysUpTo(40), 0, 100));
    assert.match(
      texts.at(-1) ?? '',
      /acct-39\n\n# The service counts 100 keys but gave 40\. If somebody changes them just now, try again\.\n$/,
    );
    assert.equal(shown.at(-1)?.message, 'The service counts 100 keys but gave 40. If somebody changes them just now, try again.');
    await show(async () => pageOf(keysUpTo(8), 0, 5));
    assert.equal(shown.at(-1)?.message, 'The service counts 5 keys but gave 8. If somebody changes them just now, try again.');
  });

  it('does not say that these are all if somebody changes the segment meanwhile', async () => {
    const all = [...keysUpTo(3500)];
    await show(async (_environment, _name, { offset }) => {
      const page = pageOf(all, offset);
      all.shift();
      return page;
    });
    const sentence = 'Somebody changed the segment while it was read, so these may not be its keys. Run Show Keys again.';
    assert.equal(shown.at(-1)?.message, sentence);
    assert.ok(texts.at(-1)?.endsWith(`\n# ${sentence}\n`));
  });

  it('says that the segment has no keys, and opens nothing', async () => {
    await show(async () => pageOf([], 0));
    assert.deepEqual(texts, []);
    assert.equal(shown.at(-1)?.message, 'beta holds no key in Storefront / staging yet.');
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload Keys from Current File…']);
    const missing = Object.assign(new Error('not found'), { kind: 'service', status: 404 });
    await show(() => Promise.reject(missing));
    assert.match(shown.at(-1)?.message ?? '', /^beta is not active in .*staging, or this API key may not see it\./);
  });

  it('keeps what was read in silence when the user cancels', async () => {
    await show(async (_environment, _name, { offset }) => {
      if (offset === 0) return pageOf(keysUpTo(3000), offset);
      progresses[0]?.cancel();
      throw Object.assign(new Error('cancelled'), { name: 'AbortError', code: 'ABORT_ERR' });
    });
    assert.match(texts.at(-1) ?? '', /# 1,000 of 3,000 keys were read/);
    assert.deepEqual(shown, []);
  });
});

/** Tests compressed answers. The client declines compression, but a proxy may compress anyway. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { apiErrorOf } from './failing.ts';
import { emptyPage, firstPage, openStage, type Stage } from './stage.ts';

const page = Buffer.from(JSON.stringify({ keys: [{ key: 'schlüssel-1' }, { key: 'k2' }], count: 2 }));

/** Runs `test` with a service that answers with these bytes and this Content-Encoding. */
async function answering(
  encoding: string,
  bytes: Buffer,
  test: (stage: Stage) => Promise<void>,
  { status = 200, isCutOff = false } = {},
): Promise<void> {
  const stage = await openStage((response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': encoding });
    if (!isCutOff) return response.end(bytes);
    response.write(bytes.subarray(0, -10), () => response.destroy());
    return undefined;
  });
  try {
    await test(stage);
  } finally {
    await stage.close();
  }
}

async function reasonOf(stage: Stage): Promise<string> {
  const error = await apiErrorOf(stage.client.readKeys('e', 's', firstPage));
  assert.ok(error.kind === 'unexpectedResponse', error.kind);
  return error.reason;
}

describe('an answer that is compressed', () => {
  it('is declined by each call', async () => {
    await answering('identity', Buffer.from(JSON.stringify(emptyPage)), async ({ client, received }) => {
      await client.listWorkspaces(firstPage);
      assert.equal(received[0]!.headers['accept-encoding'], 'identity');
    });
  });

  for (const [encoding, bytes] of [
    ['gzip', gzipSync(page)],
    ['GZIP', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['identity', page],
  ] as const)
    it(`is still read if it is compressed: ${encoding}`, async () => {
      await answering(encoding, bytes, async ({ client }) => {
        assert.deepEqual(await client.readKeys('e', 's', firstPage), JSON.parse(page.toString()));
      });
    });

  it('says why a call is refused', async () => {
    const body = gzipSync(JSON.stringify({ code: 409, message: 'Somebody was first', transactionId: 'tx-1' }));
    const refused = async ({ client }: Stage): Promise<void> => {
      const error = await apiErrorOf(client.readKeys('e', 's', firstPage));
      assert.ok(error.kind === 'service' && error.status === 409);
      assert.equal(error.serviceMessage, 'Somebody was first');
    };
    await answering('gzip', body, refused, { status: 409 });
  });

  it('is refused if it becomes too large, even if it has few bytes', async () => {
    const spaces = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    assert.ok(spaces.length < 100_000);
    await answering('gzip', spaces, async (stage) => assert.equal(await reasonOf(stage), 'tooLarge'));
  });

  it('is refused if its bytes are not compressed, or are compressed in a way that was not requested', async () => {
    for (const [encoding, bytes] of [['gzip', page], ['deflate', gzipSync(page)], ['br', brotliCompressSync(page)], ['constructor', gzipSync(page)]] as const)
      await answering(encoding, bytes, async (stage) => assert.equal(await reasonOf(stage), 'notJson', encoding));
  }); // prettier-ignore

  it('is cut off if it breaks in the middle', async () => {
    const whole = gzipSync(Buffer.concat([page, Buffer.alloc(100_000, ' ')]), { level: 0 });
    await answering('gzip', whole, async (stage) => assert.equal(await reasonOf(stage), 'cutOff'), { isCutOff: true });
    await answering('gzip', whole.subarray(0, -10), async (stage) => assert.equal(await reasonOf(stage), 'cutOff'));
  });

  it('is empty if it has no bytes', async () => {
    await answering('gzip', Buffer.alloc(0), async (stage) => assert.equal(await reasonOf(stage), 'notJson'));
  });
});

/** Tests compressed answers. The client declines compression, but a proxy may compress anyway. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { apiErrorOf } from './failing.ts';
import { firstPage, openStubService, type StubService } from './stubService.ts';

const page = Buffer.from(JSON.stringify({ keys: [{ key: 'schlüssel-1' }, { key: 'k2' }], count: 2 }));

/** A service that answers with these bytes and this Content-Encoding. */
const answering = (encoding: string, bytes: Buffer, { status = 200, isCutOff = false } = {}): Promise<StubService> =>
  openStubService((response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': encoding });
    if (isCutOff) response.write(bytes.subarray(0, -10), () => response.destroy());
    else response.end(bytes);
  });

const readKeys = ({ client }: StubService) => client.readKeys('e', 's', firstPage);

async function reasonOf(...answer: Parameters<typeof answering>): Promise<string> {
  await using stub = await answering(...answer);
  const error = await apiErrorOf(readKeys(stub));
  assert.ok(error.kind === 'unexpectedResponse', error.kind);
  return error.reason;
}

describe('an answer that is compressed', () => {
  it('is read, although the client declines compression', async () => {
    for (const [encoding, bytes] of [['GZIP', gzipSync(page)], ['x-gzip', gzipSync(page)], ['deflate', deflateSync(page)], ['identity', page]] as const) {
      await using stub = await answering(encoding, bytes);
      assert.deepEqual(await readKeys(stub), JSON.parse(page.toString()), encoding);
      assert.equal(stub.received[0]!.headers['accept-encoding'], 'identity');
    }
  }); // prettier-ignore

  it('says why a call is refused', async () => {
    const body = gzipSync(JSON.stringify({ code: 409, message: 'Somebody was first', transactionId: 'tx-1' }));
    await using stub = await answering('gzip', body, { status: 409 });
    const error = await apiErrorOf(readKeys(stub));
    assert.ok(error.kind === 'service' && error.status === 409);
    assert.equal(error.serviceMessage, 'Somebody was first');
  });

  it('is refused if it becomes too large, even if it has few bytes', async () => {
    const spaces = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    assert.ok(spaces.length < 100_000);
    assert.equal(await reasonOf('gzip', spaces), 'tooLarge');
  });

  it('is refused if its bytes are not compressed, are compressed in a different way, or are missing', async () => {
    for (const [encoding, bytes] of [['gzip', page], ['deflate', gzipSync(page)], ['br', brotliCompressSync(page)], ['constructor', gzipSync(page)], ['gzip', Buffer.alloc(0)]] as const)
      assert.equal(await reasonOf(encoding, bytes), 'notJson', encoding);
  }); // prettier-ignore

  it('is cut off if it breaks in the middle', async () => {
    const whole = gzipSync(Buffer.concat([page, Buffer.alloc(100_000, ' ')]), { level: 0 });
    assert.equal(await reasonOf('gzip', whole, { isCutOff: true }), 'cutOff');
    assert.equal(await reasonOf('gzip', whole.subarray(0, -10)), 'cutOff');
  });
});

/** Tests the request and the result of each call, with several words for a flag. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calls, variants, type Example } from './everyCall.ts';
import { clientOn, json, openStubService } from './stubService.ts';

const inWord = (value: unknown, word: string): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value).replaceAll('{flag}', word));

for (const [word, prefix] of [
  ['flag', ''],
  ['split', ''],
  ['split', '/fme'],
  ['toggle', ''],
] as const)
  describe(`the calls of a service whose word for a flag is ${word}${prefix && `, below the path ${prefix}`}`, () => {
    for (const [name, one] of Object.entries<Example>({ ...calls, ...variants }))
      it(name, async () => {
        await using stub = await openStubService((response) => json(response, inWord(one.answer, word)));
        await using client = clientOn(`${stub.origin}${prefix}`, { vocabulary: { flag: word } });
        const given = await one.make(client);
        const [method, path] = one.request.replace('{flag}', word).split(' ');
        const [sent] = stub.received;
        assert.deepEqual([sent?.method, sent?.url], [method, `${prefix}/internal/api/v2${path}`]);
        assert.deepEqual(sent?.body ? JSON.parse(sent.body) : undefined, inWord(one.body, word));
        assert.deepEqual(given, 'gives' in one ? one.gives : one.answer);
        assert.equal(stub.received.length, 1);
        assert.equal(client.origin, stub.origin);
      });
  });

/** Creates a test for each call: its request with several words for a flag, and its result. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { clientOn, json, openStage } from './stage.ts';

/** A name that needs encoding. */
export const NAME = 'a/b c';
export const page = { offset: 40, limit: 20 };

export interface Case {
  readonly call: (client: Client) => Promise<unknown>;
  /** `{flag}` is replaced by the service's word. */
  readonly sends: readonly [method: string, path: string, body?: unknown];
  readonly answers: unknown;
  readonly gives?: unknown;
}

/** `casesFor` receives the word, for use in bodies. */
export function describeCalls(what: string, casesFor: (word: string) => Readonly<Record<string, Case>>): void {
  for (const word of ['flag', 'split', 'toggle']) {
    for (const prefix of word === 'split' ? ['', '/fme'] : ['']) {
      describe(`${what}, of a service that says ${word}${prefix ? ` below ${prefix}` : ''}`, () => {
        for (const [name, one] of Object.entries(casesFor(word))) {
          it(name, async () => {
            const stage = await openStage((response) => json(response, one.answers));
            const client = clientOn(`${stage.origin}${prefix}`, { vocabulary: { flag: word } });
            const given = await one.call(client);
            const [method, path, body] = one.sends;
            const [sent] = stage.received;
            assert.deepEqual([sent?.method, sent?.url], [method, `${prefix}/internal/api/v2${path.replace('{flag}', word)}`]);
            assert.deepEqual(
              sent?.body === '' ? undefined : JSON.parse(sent?.body ?? ''),
              body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace('{flag}', word)),
            );
            assert.deepEqual(given, 'gives' in one ? one.gives : one.answers);
            assert.equal(stage.received.length, 1);
            assert.equal(client.origin, stage.origin);
            await client.close();
            await stage.close();
          });
        }
      });
    }
  }
}

/** What is watched in a process of its own: each by the client as the editor uses it, and by node:http alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SegmentKeys } from '../../src/api/model.ts';
import { readAllKeys } from '../../src/operations/readAllKeys.ts';
import type { KeyTextName } from './keyTexts.ts';
import { keyWorks } from './keyWorks.ts';
import { createRawClient } from './rawClient.ts';
import { batchesOf, makeKeys } from './sample.ts';
import type { Scale } from './scale.ts';
import { createBuiltClient, type Place } from './services.ts';
import { uploadWithJournal } from './uploadWithJournal.ts';

/** Plain data, for it is handed to another process. */
export interface Task {
  readonly place: Place;
  readonly scale: Scale;
}

/** Made before the watch begins. */
export interface Work {
  /** A small call that makes a connection and has the code loaded. */
  warmUp(): Promise<unknown>;
  /** What is watched; gives what the caller would hold on to. */
  run(afterPage: () => void): Promise<readonly unknown[]>;
}

/** Keys asked for with one call by `node:http`: as many as readAllKeys asks for. */
const PAGE = 1000;
const IDLE_MILLISECONDS = 200;

export type WorkName =
  `find ${KeyTextName}` | 'findInChunks' | 'idle' | 'readKeys' | 'readKeysRaw' | 'parseKeys' | 'uploadKeys' | 'uploadKeysRaw';

const nothing = async (): Promise<void> => undefined;

export const works: Readonly<Record<WorkName, (task: Task) => Promise<Work>>> = {
  ...keyWorks,

  idle: async () => ({ warmUp: nothing, run: async () => setTimeout(IDLE_MILLISECONDS, []) }),

  async readKeys({ place }) {
    const client = createBuiltClient(place);
    return {
      warmUp: async () => client.listWorkspaces({ offset: 0, limit: 1 }),
      async run(afterPage) {
        const readKeys: typeof client.readKeys = async (...rest) => {
          const page = await client.readKeys(...rest);
          afterPage();
          return page;
        };
        const { keys } = await readAllKeys({ readKeys }, place.environmentId, place.segmentName);
        return keys;
      },
    };
  },

  async readKeysRaw({ place, scale }) {
    const raw = createRawClient(place);
    const path = `/segments/${place.environmentId}/${place.segmentName}/keys`;
    return {
      warmUp: async () => raw.send('GET', '/workspaces?limit=1&offset=0'),
      async run(afterPage) {
        const keys = new Set<string>();
        while (keys.size < scale.keysInSegment) {
          const page = JSON.parse(await raw.send('GET', `${path}?limit=${PAGE}&offset=${keys.size}`)) as SegmentKeys;
          for (const { key } of page.keys) keys.add(key);
          afterPage();
        }
        return [...keys];
      },
    };
  },

  async parseKeys({ scale }) {
    const text = JSON.stringify({ keys: makeKeys(scale.keysInSegment).map((key) => ({ key })) });
    return { warmUp: nothing, run: async () => (JSON.parse(text) as SegmentKeys).keys };
  },

  async uploadKeys({ place, scale }) {
    const client = createBuiltClient(place);
    const batches = batchesOf(scale);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-bench-'));
    return {
      warmUp: async () => client.listWorkspaces({ offset: 0, limit: 1 }),
      async run() {
        await uploadWithJournal(client, place, folder, batches);
        rmSync(folder, { recursive: true, force: true });
        return batches;
      },
    };
  },

  async uploadKeysRaw({ place, scale }) {
    const raw = createRawClient(place);
    const path = `/segments/${place.environmentId}/${place.segmentName}/upload`;
    const batches = batchesOf(scale);
    return {
      warmUp: async () => raw.send('GET', '/workspaces?limit=1&offset=0'),
      async run() {
        for (const batch of batches) await raw.send('PUT', path, Buffer.from(JSON.stringify(batch)));
        return batches;
      },
    };
  },
};

/** Finding keys as the editor does it, to be watched in a process of its own. */
import { setImmediate } from 'node:timers/promises';
import { createKeyReader } from '../../src/domain/keys/keyReader.ts';
import { scanKeys, type KeysResult } from '../../src/domain/keys/keysFromText.ts';
import { drain } from '../../src/operations/inSlices.ts';
import { keysInText } from '../../src/operations/keysInText.ts';
import { makeKeyTexts, type KeyTextName } from './keyTexts.ts';
import { makeKeys } from './sample.ts';
import type { Task, Work } from './works.ts';

/** As many characters as a stream of a file gives at once. */
const CHUNK = 1 << 16;
/** As the editor passes it in. */
const encoder = new TextEncoder();

const forms = ['lines', 'csv', 'quoted', 'json', 'objects', 'ndjson', 'yaml', 'mappings'] as const;
const find = Object.fromEntries(forms.map((form) => [`find ${form}`, async (task: Task) => findIn(form, task)])) as Record<
  `find ${KeyTextName}`,
  (task: Task) => Promise<Work>
>;

export const keyWorks = {
  ...find,

  async findInChunks({ scale }: Task): Promise<Work> {
    return {
      warmUp: async () => undefined,
      async run(afterPage) {
        const reader = createKeyReader({ format: 'lines' }, { encoder });
        const keysPerChunk = Math.ceil(CHUNK / 18);
        for (let first = 0; first < scale.keysInSegment; first += keysPerChunk) {
          const count = Math.min(keysPerChunk, scale.keysInSegment - first);
          reader.push(`${makeKeys(count, first).join('\n')}\n`);
          afterPage();
        }
        return keysOf(reader.end());
      },
    };
  },
};

async function findIn(form: KeyTextName, { scale }: Task): Promise<Work> {
  const { text, source } = makeKeyTexts(scale.keysInSegment)[form];
  const few = makeKeyTexts(100)[form];
  return {
    // A thread of its own is a part of what is watched.
    warmUp: async () => drain(scanKeys(few.text, few.source, encoder)),
    async run(afterPage) {
      if (form === 'mappings') return keysOf(await keysInText(text, source));
      const rest = async (): Promise<void> => {
        afterPage();
        await setImmediate();
      };
      return keysOf(await drain(scanKeys(text, source, encoder), { rest }));
    },
  };
}

function keysOf(result: KeysResult): readonly string[] {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}`);
  return result.found.keys;
}

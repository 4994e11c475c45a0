/** The thread of `keysByParser`: run as a file of its own, it parses one text and hands out what was found, part by part. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { KeysFound, KeysResult } from '../domain/keys/keysFound.ts';
import type { FromParser, ToParser } from './keysByParser.ts';
import { keysInYaml } from './keysInYaml.ts';

/** Items of each list in a message: to take them over takes about a millisecond. */
const PART = 4000;

export function serve(port: MessagePort): void {
  const parts: string[] = [];
  let result: KeysResult | undefined;
  let start = 0;

  function answer(): FromParser {
    if (!result) throw new Error('nothing was parsed yet');
    if (!result.ok) return { refusal: result.refusal };
    const { found } = result;
    const part = (list: 'keys' | 'problems' | 'lookAlikes' | 'trimmed'): { length: number } => found[list];
    const most = Math.max(...(['keys', 'problems', 'lookAlikes', 'trimmed'] as const).map((list) => part(list).length));
    const end = start + PART;
    const next: KeysFound = {
      ...found,
      keys: found.keys.slice(start, end),
      problems: found.problems.slice(start, end),
      lookAlikes: found.lookAlikes.slice(start, end),
      trimmed: found.trimmed.slice(start, end),
    };
    start = end;
    return { found: next, isLast: end >= most };
  }

  async function take(message: ToParser): Promise<void> {
    if (message !== 'next' && 'part' in message) {
      parts.push(message.part);
      return;
    }
    if (message !== 'next') result = keysInYaml(await import('yaml'), parts.splice(0).join(''), message.source);
    port.postMessage(answer());
  }

  // What is thrown ends the thread, and is thrown again to whoever waits for it.
  port.on('message', (message: ToParser) => void take(message));
}

if (parentPort) serve(parentPort);

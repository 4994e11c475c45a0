/**
 * What the editor takes for the time of a document's last change: a number that grows exactly when the text is another, and is the
 * same for the same text after a reload. It begins with the one that the text brings: a draft's stamp, which all windows
 * share, or when the service says it changed the definition last.
 */
import { createHash } from 'node:crypto';
import type { Store } from '../../operations/learnt.ts';

export interface DocumentStamps {
  /** `least` is the number that the text brings. */
  of(address: string, text: string, least: number): number;
}

type Kept = readonly (readonly [address: string, hash: string, stamp: number])[];

const STAMPS = 'definitions.stamps';
/** Documents that are remembered; the one that changed longest ago is forgotten first. */
const MAX_DOCUMENTS = 300;

export function createDocumentStamps(memory: Store): DocumentStamps {
  const all = new Map((memory.get<Kept>(STAMPS) ?? []).map(([address, hash, stamp]) => [address, { hash, stamp }]));
  return {
    of(address, text, least) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const before = all.get(address);
      if (before?.hash === hash) return before.stamp;
      const stamp = before ? Math.max(before.stamp + 1, least) : least;
      all.delete(address);
      all.set(address, { hash, stamp });
      if (all.size > MAX_DOCUMENTS) all.delete([...all.keys()][0]!);
      const kept = [...all].map(([name, known]) => [name, known.hash, known.stamp] as const);
      void memory.update(STAMPS, kept).then(undefined, () => undefined);
      return stamp;
    },
  };
}

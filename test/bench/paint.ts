/**
 * Measures the time from a message to the paint of the review page, compared with an empty webview page that shows a line of
 * text.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { root } from './otherProcess.ts';
import { inTurns } from './rounds.ts';
import { compared, type Row } from './row.ts';
import type { Scale } from './scale.ts';

const EMPTY = `<!DOCTYPE html><html lang="en"><head><title>Empty</title></head><body><main id="root"></main><script>
  addEventListener('message', ({ data }) => (document.getElementById('root').textContent = data.text));
  acquireVsCodeApi().postMessage({ type: 'ready' });
</script></body></html>`;

/** From `test/page`, which has no types. */
interface Drawing {
  measure(html: string, messages: readonly object[]): Promise<number>;
  close(): Promise<void>;
}

export async function measurePaint(scale: Scale): Promise<readonly Row[]> {
  if (!canPaint()) {
    process.stderr.write('skipped: paint needs the browser of test/host (Linux x64)\n');
    return [];
  }
  const { rules, keysInSegment: keys } = scale;
  const { makeBigStates } = await import('../page/bigStates.ts');
  const [flag, segment] = await makeBigStates(rules, keys);
  const { startDrawing } = (await import(String(new URL('../page/drawing.mjs', import.meta.url)))) as {
    startDrawing(): Promise<Drawing>;
  };
  const drawing = await startDrawing();
  const first =
    ({ html, messages }: { html: string; messages: readonly ToWebview[] }) =>
    async () =>
      drawing.measure(html, messages);
  try {
    const times = await inTurns(
      {
        empty: async () => drawing.measure(EMPTY, [{ text: 'A line of text.' }]),
        flag: first(flag),
        segment: first(segment),
      },
      { rounds: scale.rounds.loads, warmUps: Math.min(scale.warmUps, 1) },
    );
    const claim = { name: 'paint', unit: 'ms', against: 'a line of text in an empty page' } as const;
    return [
      compared({ ...claim, what: `first paint of a change of ${rules} rules, one in ten changed` }, times.flag, times.empty),
      compared({ ...claim, what: `first paint of ${keys} keys` }, times.segment, times.empty),
    ];
  } finally {
    await drawing.close();
  }
}

/** The browser is one of the packages of `test/host`, which can't be installed on every system. */
export const canPaint = (): boolean => existsSync(path.join(root, 'test/host/node_modules/axe-core'));

/** Sketches of rows that are drawn already: an equal row of the next view is the same sketch, and patch.ts passes it over. */
import type { Row } from './protocol.ts';
import type { Sketch } from './sketch.ts';

export interface RowCache {
  /** `place` is unique on the page; `setting` is all that the sketch depends on besides the row. */
  sketchOf(row: Row, place: string, setting: string, draw: () => Sketch): Sketch;
}

export function createRowCache(): RowCache {
  const drawn = new Map<string, { readonly signature: string; readonly sketch: Sketch }>();
  return {
    sketchOf(row, place, setting, draw) {
      const signature = `${JSON.stringify(row)}${setting}`;
      const known = drawn.get(place);
      if (known?.signature === signature) {
        return known.sketch;
      }
      const sketch = draw();
      drawn.set(place, { signature, sketch });
      return sketch;
    },
  };
}

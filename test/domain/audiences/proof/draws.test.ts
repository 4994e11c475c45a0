/** The percentages of lines hold for draws of the engine's own hash, through its public entry. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Line } from '../../../../src/domain/audiences/audienceChange.ts';
import { audienceChange } from '../../../../src/domain/audiences/findAudienceChange.ts';
import { squeezed } from '../../../../src/domain/audiences/squeezeLines.ts';
import { smallChange, type Change } from './corpus.ts';
import { CONTROL, engineOf } from './engine.ts';
import { keysOf } from './keys.ts';
import { isIn, membership } from './truths.ts';
import { FIXED, runs } from '../../../properties/runs.ts';

const DRAWS = 2_000;
/** In standard deviations: chance alone doesn't get there in a million tries. */
const TOLERANCE = 5;
const RUNS = process.env['ALL_TESTS'] === '1' ? 400 : 20;

describe('the percentages of a line', () => {
  it(`are those of ${DRAWS} keys that the engine draws`, () => {
    let drawn = 0;
    const check = ({ before, after, emptySegments }: Change): void => {
      const { lines } = audienceChange(before, after, { emptySegments });
      const [old, now] = [engineOf(before), engineOf(after)];
      const { keys } = keysOf([before, after], emptySegments);
      const [inLine, joined] = [lines.find(({ unknown }) => unknown === undefined), squeezed(lines, 1)[0]];
      const has = (line: Line | undefined, key: (typeof keys)[number]): boolean =>
        line !== undefined && isIn(line, [old.decisionFor(key), now.decisionFor(key)], membership(key, 'engine'));
      const key = keys.find((one) => has(inLine, one));
      if (!key) return;
      drawn += 1;
      const moves = new Map<string, number>();
      for (let draw = 0; draw < DRAWS; draw += 1) {
        const name = `${drawn}-${draw}`;
        const [from, to] = [old.treatmentOf(key, name), now.treatmentOf(key, name)];
        if (from !== to) moves.set(`${from} → ${to}`, (moves.get(`${from} → ${to}`) ?? 0) + 1);
      }
      for (const line of [inLine, joined].filter((one) => has(one, key))) {
        const said = new Map(line!.moves.map(({ from = CONTROL, to = CONTROL, ...span }) => [`${from} → ${to}`, span]));
        for (const move of new Set([...moves.keys(), ...said.keys()])) {
          const { least, most } = said.get(move) ?? { least: 0, most: 0 };
          const share = (moves.get(move) ?? 0) / DRAWS;
          const nearest = Math.min(most, Math.max(least, share * 100)) / 100;
          const deviation = Math.sqrt((nearest * (1 - nearest)) / DRAWS);
          assert.ok(
            Math.abs(share - nearest) <= TOLERANCE * deviation,
            `${move}: ${share * 100}% of ${JSON.stringify([line, key])}`,
          );
        }
      }
    };
    fc.assert(fc.property(smallChange, check), runs(RUNS, FIXED));
    assert.ok(drawn >= RUNS / 4, String(drawn));
  });
});

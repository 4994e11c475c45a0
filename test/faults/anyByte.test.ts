/** Tests faults beyond the matrix: any call that is cut off or corrupted at any byte, and a new fault for each repetition. */
import { after, before, it } from 'node:test';
import * as fc from 'fast-check';
import { titleOf, type Call } from './call.ts';
import { CALLS } from './calls.ts';
import { runCell, runControl, type Control } from './cell.ts';
import type { NamedFault } from './ending.ts';
import { FAULTS } from './faults.ts';
import { openFaultSetup, type FaultSetup } from './faultSetup.ts';
import type { Cut } from './faultLink.ts';
import { runs } from '../properties/runs.ts';

/** Calls that change something use a separate sandbox, so that lists in the other sandbox always stay the same. */
let setups: { readonly reads: FaultSetup; readonly changes: FaultSetup };
let cells = 0;
const controls = new Map<Call, Control>();
const newName = (): string => `cell-${(cells += 1)}-x`;

before(async () => {
  setups = { reads: await openFaultSetup(), changes: await openFaultSetup() };
});
after(async () => {
  await setups.reads.close();
  await setups.changes.close();
});

/** After n bytes of a message of any length, counted from its beginning or its end. */
const anyCut: fc.Arbitrary<{ readonly where: string; readonly cut: Cut }> = fc
  .record({ n: fc.oneof(fc.nat(40), fc.nat(1000), fc.nat(100_000)), isFromEnd: fc.boolean() })
  .map(({ n, isFromEnd }) => ({
    where: `${n} bytes from the ${isFromEnd ? 'end' : 'begin'}`,
    cut: ({ total }) => (isFromEnd ? Math.max(0, total - n) : Math.min(n, total)),
  }));

const anyByte: fc.Arbitrary<NamedFault> = fc
  .record({
    at: fc.constantFrom('request' as const, 'answer' as const),
    how: fc.constantFrom('reset' as const, 'close' as const, 'stall' as const),
    place: anyCut,
  })
  .map(({ at, how, place: { where, cut } }) => ({
    name: `${how} in the ${at}, ${where}`,
    ending: undefined,
    // If the request is complete, it isn't known whether the service carries it out.
    ...(at === 'request' && { isRace: true as const }),
    fault: { at, how, after: cut },
  }));

/** If the service disappears while the client repeats a call, the client must not conclude that the service never received it. */
const goesAway = FAULTS.filter(({ ending }) => ending === 'unsent');

const faults = fc.array(fc.oneof(anyByte, fc.constantFrom(...FAULTS), fc.constantFrom(...goesAway)), {
  minLength: 1,
  maxLength: 3,
});

it('any call under any faults', async () => {
  const any = fc.record({ call: fc.constantFrom(...CALLS), faults, isKept: fc.boolean() });
  const property = fc.asyncProperty(any, async ({ call, faults, isKept }) => {
    const setup = call.see ? setups.changes : setups.reads;
    const control = controls.get(call) ?? (await runControl(setup, call, newName()));
    controls.set(call, control);
    try {
      await runCell(setup, { name: newName(), call, faults, isKept }, control);
    } catch (error) {
      throw new Error(`${titleOf(call)}: ${faults.map(({ name }) => name).join(', then ')}`, { cause: error });
    }
  });
  await fc.assert(property, runs(300));
});

/** Tests that Undo uses the change that was sent last, whatever the clock says. */
import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import type { KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { submitPart } from '../../../src/operations/keys/requestParts.ts';
import { lastChanges, undoObstacle } from '../../../src/operations/keys/undo.ts';
import { setSystemClock } from '../../time/passTime.ts';
import { requestPermit } from '../permits.ts';
import { useService } from '../service.ts';
import { newKeys, openJournal, startOne, uploadOf } from './changes.ts';
import { prepare } from './prepared.ts';

const service = useService();

const HOUR = 3_600_000;

describe('the last change of a segment is the one that was sent last', () => {
  afterEach(() => mock.restoreAll());
  for (const hours of [-24, 1]) {
    it(`if the clock is set by ${hours} hours while it is being sent`, async (t) => {
      const journal = openJournal(t);
      const begin = (name: string, later = 0) =>
        prepare(service, t, { journal, batches: uploadOf(newKeys(3, name)), startedAt: Date.now() + later });
      const [first, second] = [await begin('first'), await begin('second', hours)];
      // A different window sends the second one while the first one is being sent.
      let duringSecond: string | undefined;
      let isFirst = true;
      service.onCall = async ({ method }) => {
        if (method !== 'PUT') return undefined;
        if (!isFirst) {
          duringSecond = lastChanges(await journal.list())[0]?.id;
          return undefined;
        }
        isFirst = false;
        setSystemClock(hours * HOUR);
        await second.run();
        setSystemClock(-2 * hours * HOUR);
        return undefined;
      };
      await first.run();
      assert.equal(duringSecond, second.begun.id);
      const [last, earlier, ...others] = await journal.list();
      assert.deepEqual([last?.id, earlier?.id, others], [first.begun.id, second.begun.id, []]);
      assert.deepEqual(await undoObstacle(journal, earlier!), { code: 'changedSince', after: last });
    });

    it(`if the clock is set by ${hours} hours before it is submitted, or before it is resumed`, async (t) => {
      const journal = openJournal(t);
      const wish = { journal, batches: uploadOf(newKeys(3, 'first')), startedAt: Date.now() };
      const { run, begun } = await prepare(service, t, wish);
      assert.equal((await run({ signal: AbortSignal.abort() })).outcome, 'cancelled');
      setSystemClock(hours * HOUR);
      const requested = await startOne({
        batches: uploadOf(newKeys(3, 'second')),
        way: 'request',
        environment: service.environment('production'),
        workspaceId: service.workspace('Storefront'),
        startedAt: Date.now(),
      });
      const draft = { title: 'x', comment: 'x', approvers: [] };
      const options = { permit: requestPermit() };
      const client = service.as('submitter-key');
      const submitted = await submitPart(client, journal, requested.change, requested.keys, draft, options);
      assert.equal(submitted.outcome, 'submitted');
      const order = async ({ id }: KeyChange): Promise<number> => (await journal.read(id))?.order ?? 0;
      assert.ok((await order(requested.change)) > (await order(begun)));
      setSystemClock(-2 * hours * HOUR);
      assert.equal((await run({}, await journal.read(begun.id))).outcome, 'done');
      assert.ok((await order(begun)) > (await order(requested.change)));
    });
  }
});

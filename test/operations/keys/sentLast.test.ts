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

describe('the last change of a segment is the one that was sent last', () => {
  afterEach(() => mock.restoreAll());
  for (const hours of [-24, 1]) {
    it(`if the clock is set by ${hours} hours before it`, async (t) => {
      const journal = openJournal(t);
      const send = async (keys: readonly string[]): Promise<KeyChange> => {
        const { run } = await prepare(service, t, { journal, batches: uploadOf(keys), startedAt: Date.now() });
        const outcome = await run();
        assert.equal(outcome.outcome, 'done');
        return journal.read(outcome.change.id).then((saved) => saved ?? assert.fail('it is not saved'));
      };
      const first = await send(newKeys(3, 'first'));
      setSystemClock(hours * 3_600_000);
      const second = await send(newKeys(3, 'second'));
      assert.deepEqual(await undoObstacle(journal, first), { code: 'changedSince', after: second });
      assert.equal(await undoObstacle(journal, second), undefined);
      assert.deepEqual(
        (await journal.list()).map(({ id }) => id),
        [second.id, first.id],
      );
    });

    it(`if the clock is set by ${hours} hours, also while it is being sent`, async (t) => {
      const journal = openJournal(t);
      const [first, second] = [
        await prepare(service, t, { journal, batches: uploadOf(newKeys(3, 'first')), startedAt: Date.now() }),
        await prepare(service, t, { journal, batches: uploadOf(newKeys(3, 'second')), startedAt: Date.now() + hours }),
      ];
      const last = async (): Promise<string | undefined> => lastChanges(await journal.list())[0]?.id;
      // A different window sends the second one while the first one is being sent.
      let duringSecond: string | undefined;
      let isFirst = true;
      service.onCall = async ({ method }) => {
        if (method !== 'PUT') return undefined;
        if (!isFirst) {
          duringSecond = await last();
          return undefined;
        }
        isFirst = false;
        setSystemClock(hours * 3_600_000);
        await second.run();
        setSystemClock(-2 * hours * 3_600_000);
        return undefined;
      };
      await first.run();
      assert.equal(duringSecond, second.begun.id);
      assert.equal(await last(), first.begun.id);
    });

    it(`if the clock is set by ${hours} hours before it is submitted, or before it is resumed`, async (t) => {
      const journal = openJournal(t);
      const { run, begun } = await prepare(service, t, {
        journal,
        batches: uploadOf(newKeys(3, 'first')),
        startedAt: Date.now(),
      });
      const stop = new AbortController();
      stop.abort();
      const stopped = await run({ signal: stop.signal });
      assert.equal(stopped.outcome, 'cancelled');
      setSystemClock(hours * 3_600_000);
      const requested = await startOne({
        batches: uploadOf(newKeys(3, 'second')),
        way: 'request',
        environment: service.environment('production'),
        workspaceId: service.workspace('Storefront'),
        startedAt: Date.now(),
      });
      const draft = { title: 'x', comment: 'x', approvers: [] };
      const submitted = await submitPart(service.as('submitter-key'), journal, requested.change, requested.keys, draft, {
        permit: requestPermit(),
      });
      assert.ok(submitted.outcome === 'submitted');
      const { change } = submitted;
      const orderOf = async (id: string): Promise<number> => (await journal.read(id))?.order ?? 0;
      assert.ok((await orderOf(change.id)) > (await orderOf(begun.id)));
      setSystemClock(-2 * hours * 3_600_000);
      const resumed = await run({}, await journal.read(begun.id));
      assert.equal(resumed.outcome, 'done');
      assert.ok((await orderOf(begun.id)) > (await orderOf(change.id)));
    });
  }
});

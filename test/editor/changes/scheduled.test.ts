/** Tests scheduled change requests in the sandbox, with both words for a flag: they are submitted, refused and announced. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '../person.ts';
import { submit } from '../scripted.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';

const { formatMoment, scheduleWords } = await import('../../../src/editor/words/requestWords.ts');

/** The row of the confirmation list. */
const row = 'Publication: as soon as the request is approved';
const NEXT_YEAR = new Date().getFullYear() + 1;
const moment = new Date(NEXT_YEAR, 10, 24, 9, 30).getTime();

for (const vocabulary of ['flag', 'split']) {
  describe(`a change request for a later time, word ${vocabulary}`, () => {
    const { service, openWindow, flagIn, submitting } = useSubmitting({ vocabulary });
    const isLive = vocabulary === 'split';
    const kill = (...answers: readonly (string | undefined)[]) =>
      submitting(openWindow().deps, flagIn('production', 'gift-cards'), 'Kill …', ...answers);

    it('has a row in the confirmation list if the service accepts a time, which is sent with the zone', async () => {
      if (!isLive) {
        await kill(submit);
        assert.ok(!questions.some(({ options }) => options.some((option) => option.startsWith('Published:'))));
        return;
      }
      const told = await kill(row, `${NEXT_YEAR}-11-24 09:30`, submit);
      const list = questions.at(-1)?.options ?? [];
      assert.ok(list.includes(`Publication: ${formatMoment(moment)}, if the request is approved`), list.join('\n'));
      assert.ok(told.join().endsWith(`Once approved, the change will be published ${formatMoment(moment)}.`), told.join());
      const { data } = await service.as('submitter-key').listChangeRequests({ status: 'SCHEDULE_REQUESTED' });
      const sent = data.map((one) => [one.status, one.scheduledFor, one['scheduledForTimezone']]);
      assert.deepEqual(sent, [['SCHEDULE_REQUESTED', moment, Intl.DateTimeFormat().resolvedOptions().timeZone]]);
    });

    if (isLive)
      it('is refused if its time is invalid or in the past, and an empty text removes the time', async () => {
        for (const [text, problem] of [
          ['tomorrow', /: Enter the date and the time like this: \d{4}-\d\d-\d\d \d\d:\d\d\.$/],
          [`${NEXT_YEAR}-02-30 10:00`, /: Enter the date/],
          ['2020-01-01 10:00', /: This time has passed\./],
        ] as const)
          await assert.rejects(kill(row, text, undefined), problem);
        await kill(row, '', undefined);
        assert.ok(questions.at(-1)?.options.includes(row));
      });
  });
}

it('the time of a change request is only announced while it is in the future', () => {
  const words = (scheduledFor: number): string => scheduleWords({ status: 'SCHEDULE_REQUESTED', scheduledFor }) ?? '';
  assert.match(words(moment), /^Once approved, the change will be published /);
  assert.match(words(Date.now() - 60_000), /^The scheduled time \(.*\) has passed: /);
});

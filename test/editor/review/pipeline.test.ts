/** Tests an environment that restricts approval to a pipeline, with both words for a flag. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerNext, shown as told } from '../fakeVscode.ts';
import { has, usePanels } from './usePanels.ts';

const SAID = 'The service said that a pipeline decides in this environment, so no API key can approve it.';
const BEFORE = 'The service refused “submitter-key” in this environment before. Its rights may have changed.';

for (const vocabulary of ['flag', 'split']) {
  describe(`an approval that the service refuses, word ${vocabulary}`, () => {
    const { service, openReview } = usePanels({ vocabulary });

    async function refused(status: number, message: string): Promise<(typeof told)[number] | undefined> {
      const page = await openReview(/^New search/);
      const body = { code: status, message, details: '', transactionId: 'a1' };
      service.onCall = ({ method }) => (method === 'PUT' ? { status, body } : undefined);
      answerNext('production');
      page.say({ type: 'action', id: 'approve' });
      await page.until(has('view', ({ view }) => !view.actions.some(({ id }) => id === 'approve')));
      service.onCall = () => undefined;
      return told.at(-1);
    }
    /** Returns the note of a different request in the same environment. */
    const noteElsewhere = async (): Promise<string> => (await openReview(/^Restore the legacy/)).view().note;

    for (const status of [401, 403]) {
      it(`shows the message of a ${status} that names a pipeline, says that a pipeline decides, and remembers that for the environment`, async () => {
        const message = await refused(status, 'Approvals are restricted to a pipeline');
        assert.equal(
          message?.message,
          'Nothing was decided: the service says that a pipeline decides in production. Approvals are restricted to a pipeline.',
        );
        assert.deepEqual(message.buttons, ['Open in Browser']);
        assert.ok((await noteElsewhere()).startsWith(SAID));
      });

      it(`does not mention a pipeline after a different ${status}, and remembers the refusal for the environment`, async () => {
        const message = await refused(status, 'You may not approve data-pipeline');
        assert.match(message?.message ?? '', /You may not approve data-pipeline\.$/);
        assert.doesNotMatch(message?.message ?? '', /a pipeline decides/);
        assert.equal(message?.buttons.at(-1), 'Open in Browser');
        const note = await noteElsewhere();
        assert.ok(!note.includes(SAID) && note.includes(BEFORE), note);
      });
    }
  });
}

/** Tests that nothing is decided after a switch to a different connection, at the button or after the questions. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { answerNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { has, until, usePanels } from './usePanels.ts';

const panels = usePanels();
const { service, openReview } = panels;
const { window } = (globalThis as unknown as { fakeVscode: { window: { createInputBox: () => object } } }).fakeVscode;

const { connectedAs } = panels;
const { createInputBox } = window;
beforeEach(() => {
  // Each connection has its own client.
  panels.connectedAs = (id) => ({ ...connectedAs(id), client: service.as(id === 'shop' ? 'submitter-key' : 'release-key') });
  answerNext('not needed');
});
afterEach(() => {
  panels.connectedAs = connectedAs;
  window.createInputBox = createInputBox;
});

const decisions = (): number => service.count('PUT', /./);

describe('a decision', () => {
  for (const action of ['approve', 'withdraw', 'reject'] as const) {
    it(`(${action}) whose button is pressed after the connection was switched is not made, and the review names its connection`, async () => {
      const page = await openReview(/VIP accounts/);
      panels.inUse = 'lab';
      page.posted.length = 0;
      page.say({ type: 'action', id: action });
      await page.until((posted) => has('failure', ({ text }) => /“Shop”: switch to it first/.test(text))(posted));
      assert.equal(decisions(), 0);
    });
  }

  it('is not made either if the connection was switched while a question was open, and a message says so', async () => {
    for (const action of ['withdraw', 'reject'] as const) {
      panels.inUse = 'shop';
      const page = await openReview(/VIP accounts/);
      window.createInputBox = () => {
        panels.inUse = 'lab';
        return createInputBox();
      };
      const before = shown.length;
      page.say({ type: 'action', id: action });
      await until(() => shown.length > before || decisions() > 0);
      window.createInputBox = createInputBox;
      assert.match(shown.at(-1)?.message ?? '', /^Nothing was decided: a different connection or API key is now in use/, action);
      assert.equal(decisions(), 0);
    }
  });

  it('(approve) is not made if the connection was switched while the name of production was asked for', async () => {
    const page = await openReview(/^New search/);
    const before = shown.length;
    await answering(['Seen.', 'production'], async () => {
      const { createInputBox: answered } = window;
      let boxes = 0;
      window.createInputBox = () => {
        boxes += 1;
        if (boxes === 2) panels.inUse = 'lab';
        return answered();
      };
      page.say({ type: 'action', id: 'approve' });
      await until(() => shown.length > before || decisions() > 0);
    });
    assert.match(shown.at(-1)?.message ?? '', /^Nothing was decided: a different connection or API key is now in use/);
    assert.equal(decisions(), 0);
  });
});

/**
 * Tests requests about kinds of segments that only the live service has: named, shown as JSON, approved only after a question.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isKnownOperation } from '../../../src/domain/changeRequests/requestEffect.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { isIdle, usePanels } from './usePanels.ts';

const { operationSentence } = await import('../../../src/editor/words/requestWords.ts');

const panels = usePanels({ vocabulary: 'split' }, 'release-key');
const { service } = panels;

const asked = { name: 'heavy-buyers', rules: [{ condition: 'spent > 1000' }], excludedKeys: ['acct-1'] };
async function submit(fields: object): Promise<Response> {
  const { workspaceId, environmentId } = service.place('production');
  const apiKey = service.sandbox.keys.find(({ name }) => name === 'submitter-key')?.key;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    title: 'Heavy buyers',
    comment: 'As agreed.',
    approvers: [],
    operationType: 'UPDATE',
    ...fields,
  });
  const url = `${service.sandbox.baseUrl}/internal/api/v2/changeRequests/ws/${workspaceId}/environments/${environmentId}`;
  return fetch(url, { method: 'POST', headers, body });
}

for (const [kind, words] of [
  ['ruleBasedSegment', 'rule-based segment'],
  ['largeSegment', 'large segment'],
] as const) {
  describe(`a request about a ${words}`, () => {
    it('is named by its kind, and its review shows the requested change as JSON', async () => {
      assert.equal((await submit({ [kind]: asked })).status, 200);
      const page = await panels.openReview(/^Heavy buyers/);
      const { subheading, object, summary, sections } = page.view();
      assert.deepEqual([subheading, object], [`UPDATE: ${words} heavy-buyers`, 'segment']);
      assert.match(summary[0]?.text ?? '', new RegExp(`^Flag Admin can’t read the current state of a ${words}\\. `));
      const [row] = sections.flatMap(({ rows }) => rows);
      assert.deepEqual(JSON.parse(row?.after.join('\n') ?? ''), asked);
      assert.ok((row?.after.length ?? 0) > 5, 'on lines of its own');
      assert.deepEqual(row?.before, []);
    });

    it('is approved only after the question about the state that can’t be seen', async () => {
      await submit({ [kind]: asked });
      const page = await panels.openReview(/^Heavy buyers/);
      const approve = async (): Promise<void> => {
        page.posted.length = 0;
        page.say({ type: 'action', id: 'approve' });
        await page.until((posted) => posted.some(({ type }) => type === 'view') && isIdle(posted));
      };
      pressNext('Approve Unseen…');
      // Its environment is not known, so it counts as production and the user must type a word.
      await answering(['As agreed.', 'production'], approve);
      const question = shown.findLast(({ message }) => message.endsWith('unseen?'));
      assert.match(question?.detail ?? '', new RegExp(`can’t read the current state of a ${words}`));
      const { status } = await service.as('release-key').readChangeRequest(page.view().id);
      assert.equal(status, 'PUBLISHED');
    });
  });
}

it('a request with two of them, or one beside a flag, is neither shown nor approved', async () => {
  for (const more of [{ largeSegment: asked }, { flag: { name: 'x', treatments: [], rules: [], defaultRule: [] } }]) {
    const request = {
      id: '1',
      status: 'REQUESTED',
      operationType: 'UPDATE',
      approvers: [],
      comments: [],
      ruleBasedSegment: asked,
    };
    assert.equal(isKnownOperation({ ...request, ...more }), false);
    assert.doesNotMatch(operationSentence({ ...request, ...more }), /rule-based/);
  }
});

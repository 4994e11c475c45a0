/**
 * Tests requests about kinds of segments that only the live service has: named, shown as JSON, approved only after a question.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pressNext, shown } from '../fakeVscode.ts';
import { pressAnswering, usePanels } from './usePanels.ts';

const panels = usePanels({ vocabulary: 'split' }, 'release-key');
const { service } = panels;

const asked = { name: 'heavy-buyers', rules: [{ condition: 'spent > 1000' }], excludedKeys: ['acct-1'] };
async function submit(fields: object): Promise<void> {
  const { workspaceId, environmentId } = service.place('production');
  const apiKey = service.sandbox.keys.find(({ name }) => name === 'submitter-key')?.key;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const request = { title: 'Heavy buyers', comment: 'As agreed.', approvers: [], operationType: 'UPDATE', ...fields };
  const url = `${service.sandbox.baseUrl}/internal/api/v2/changeRequests/ws/${workspaceId}/environments/${environmentId}`;
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
  assert.equal(status, 200);
}

for (const [kind, words] of [
  ['ruleBasedSegment', 'rule-based segment'],
  ['largeSegment', 'large segment'],
] as const)
  it(`a request about a ${words} is named by its kind, shown as JSON, and approved only after a question`, async () => {
    await submit({ [kind]: asked });
    const page = await panels.openReview(/^Heavy buyers/);
    const { id, subheading, object, summary, sections } = page.view();
    assert.deepEqual([subheading, object], [`UPDATE: ${words} heavy-buyers`, 'segment']);
    const unreadable = `can’t read the current state of a ${words}`;
    assert.ok(summary[0]?.text.includes(unreadable));
    const [{ before, after } = assert.fail()] = sections.flatMap(({ rows }) => rows);
    assert.deepEqual([before, JSON.parse(after.join('\n'))], [[], asked]);
    assert.ok(after.length > 5, 'on lines of its own');
    pressNext('Approve Unseen…');
    // Its environment is not known, so it counts as production and the user must type a word.
    await pressAnswering(['As agreed.', 'production'], page, 'approve');
    const question = shown.findLast(({ message }) => message.endsWith('without seeing what it changes?'));
    assert.ok(question?.detail?.includes(unreadable));
    assert.equal((await service.as('release-key').readChangeRequest(id)).status, 'PUBLISHED');
  });

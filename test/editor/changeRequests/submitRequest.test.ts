/** Tests Submit Change Request… with the sandbox: each operation, refusals, and that nothing is sent twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { executed, shown } from '../fakeVscode.ts';
import { questions } from '../person.ts';
import { answering, back, fill, submit, type Answer, type Asked } from '../scripted.ts';
import { useSubmitting } from './submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { changeSummary } = await import('../../../src/editor/changes/summaryLines.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');

const { service, openWindow, flagIn, openRequest, submitting, posts } = useSubmitting();
const checkout = () => flagIn('production', 'checkout-redesign');
/** Runs the command in a new window, and returns the questions. */
const asking = (target: unknown, ...answers: readonly Answer[]): Promise<readonly Asked[]> =>
  answering(answers, () => submitChangeRequestCommand(openWindow().deps, target));

describe('Submit Change Request…', () => {
  it('asks for everything that an operation needs, shows its changes and the exact call, and submits once', async () => {
    const { deps, opened } = openWindow();
    const filled = fill({ rolloutStatus: 'Ramping', title: 'Not used any more', comment: 'Nobody asks for it.' });
    const answers = ['Remove the definition …', ...filled, { press: 'Show the exact call' }, submit] as const;
    const asked = await answering(answers, () => submitChangeRequestCommand(deps, checkout()));
    const { options } = asked.at(-1)!;
    assert.ok(options.includes('Rollout status: Ramping') && options.some((line) => line.includes('Removes')), options.join());
    assert.match(shown.at(-1)?.message ?? '', /^The change request “Not used any more” is submitted\. .* release-key/);
    assert.equal(posts(), 1);
    // The API key that submitted it can't approve it.
    assert.equal(shown.at(-1)?.buttons[0], 'Review with the API Key “release-key”');
    const call = opened[0]?.text ?? '';
    assert.ok(isOwnText(call), 'saved as a file, it is no list of keys');
    assert.match(call, /^POST http:\/\/127\.0\.0\.1:\d+\/internal\/api\/v2\/changeRequests\/ws\//m);
    assert.doesNotMatch(call, /Bearer [\w-]{20}/);
    assert.match(call, /"operationType": "ARCHIVE"/);
    const id = await openRequest('production', 'checkout-redesign');
    assert.equal((await service.as('submitter-key').readChangeRequest(id ?? '')).title, 'Not used any more');
  });

  it('leads from Submit to missing fields, and returns', async () => {
    const { target } = checkout();
    const workspace = { ...target.workspace, requiresTitleAndComments: true };
    const answers = ['Kill …', submit, 'It breaks.', ...fill({ approvers: 'tom@example.com' }), submit];
    const asked = await asking({ target: { ...target, workspace } }, ...answers);
    const missing = 'Storefront requires a comment for each change. Why do you make this change?';
    assert.ok(asked[1]?.options.includes(`Comment: – · ${missing}`));
    assert.equal(asked[1]?.details[0], missing);
    assert.equal(asked[2]?.prompt, 'Comment for the approver: why is this needed?');
    assert.ok(!asked[3]?.details.includes(missing));
    assert.equal(posts(), 1);
  });

  it('opens the definition to change or add it, and the web console for what can’t be changed in the editor', async () => {
    for (const [choice, target, command] of [
      ['Change …', checkout(), 'flagAdmin.flag.open'],
      ['Add a definition …', flagIn('production', 'dark-mode'), 'flagAdmin.flag.open'],
      ['Archive, reallocate traffic, change tags or owners…', checkout(), 'flagAdmin.node.openInBrowser'],
    ] as const) {
      await asking(target, choice);
      assert.equal(executed.at(-1)?.[0], command);
      assert.deepEqual((executed.at(-1)![1] as typeof target).target, target.target);
    }
    assert.equal(posts(), 0);
  });

  it('offers only operations that the service can accept', async () => {
    const { deps } = openWindow();
    await submitting(deps, checkout(), undefined);
    const offered = questions[0]?.options.map((option) => option.split(':')[0]);
    const flagWords = ['Change', 'Kill', 'Remove the definition of'].map((words) => `${words} checkout-redesign`);
    assert.deepEqual(offered, [...flagWords, 'Archive, reallocate traffic, change tags or owners…']);
    const told = await submitting(deps, flagIn('production', 'new-search'));
    assert.match(
      told.join(),
      /^A change request is open on new-search in Storefront \/ production\. Approve, reject or withdraw it first/,
    );
  });

  it('has Back on each step', async () => {
    const flag = 'Change a flag in an environment…';
    const asked = await asking(undefined, flag, 'checkout-redesign · production · Storefront', back, back, flag, undefined);
    const [subject, place] = ['What do you want to change?', 'Which flag? Type parts of its name, workspace or environment'];
    const prompts = asked.map(({ prompt }) => prompt);
    assert.deepEqual(prompts, [subject, place, 'What do you want to do with this flag?', place, subject, place]);
  });

  it('for keys runs the upload or the removal by change request, with the segment if one was given', async () => {
    const target = { ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: 'account' };
    await asking(undefined, 'Add keys to a segment, from the current file…');
    await asking({ target }, 'Remove keys from a segment, as listed in the current file…');
    assert.deepEqual(executed.slice(-2), [
      ['flagAdmin.segment.uploadKeys', { prefersRequest: true, canGoBack: true }],
      ['flagAdmin.segment.removeKeys', { target, prefersRequest: true, canGoBack: true }],
    ]);
  });

  it('names in its confirmation list the open requests on the same segment, if their list was read', async () => {
    const { connected } = openWindow();
    await catalogOf(connected.client).requests().read({ count: 100 });
    const { workspace, environment } = flagIn('production', '').target;
    const payload = { operationType: 'CREATE', segment: { name: 'vip-accounts', keys: ['a-new-key'] } } as const;
    const proposal = { ...requestOnly({ connected, workspace, environment }, payload), payload, contents: new Set(['another']) };
    const { lines } = await changeSummary(proposal, () => undefined);
    assert.match(lines.at(-1) ?? '', /^The change request “Add this month’s VIP accounts” is also open on vip-accounts\.$/);
  });
});

/** Tests Submit Change Request… with the sandbox: each operation, refusals, and that nothing is sent twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering, back, fill, submit } from '../scripted.ts';
import { useSubmitting } from './submitting.ts';

const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

describe('Submit Change Request…', () => {
  it('asks for everything that an operation needs, shows its changes and the exact call, and submits once', async () => {
    const { deps, opened } = openWindow();
    const filled = fill({ rolloutStatus: 'Ramping', title: 'Not used any more', comment: 'Nobody asks for it.' });
    await answering(['Remove the definition …', ...filled, { press: 'Show the exact call' }, submit], () =>
      submitChangeRequestCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(shown.at(-1)?.message ?? '', /^The change request “Not used any more” is submitted\. .* release-key/);
    assert.equal(posts(), 1);
    // The API key that submitted it can't approve it.
    assert.equal(shown.at(-1)?.buttons[0], 'Review with “release-key”');
    const call = opened[0]?.text ?? '';
    assert.ok(isOwnText(call), 'saved as a file, it is no list of keys');
    assert.match(call, /^POST http:\/\/127\.0\.0\.1:\d+\/internal\/api\/v2\/changeRequests\/ws\//m);
    assert.doesNotMatch(call, /Bearer [\w-]{20}/);
    assert.match(call, /"operationType": "ARCHIVE"/);
    const id = await openRequest('production', 'checkout-redesign');
    assert.equal((await service.as('submitter-key').readChangeRequest(id ?? '')).title, 'Not used any more');
  });

  it('leads from Submit to missing fields, and returns', async () => {
    const target = flagIn('production', 'checkout-redesign').target;
    const workspace = { ...target.workspace, requiresTitleAndComments: true };
    const asked = await answering(['Kill …', submit, 'It breaks.', ...fill({ approvers: 'tom@example.com' }), submit], () =>
      submitChangeRequestCommand(openWindow().deps, { target: { ...target, workspace } }),
    );
    const missing = 'Storefront wants a comment with each change: why is this one made?';
    assert.ok(asked[1]?.options.includes(`Comment: – · ${missing}`));
    assert.equal(asked[1]?.details[0], missing);
    assert.equal(asked[2]?.prompt, 'Comment for the approver: why is this needed?');
    assert.ok(!asked[3]?.details.includes(missing));
    assert.equal(posts(), 1);
  });

  it('accepts only e-mail addresses as approvers, and keeps the typed text if the user leaves the box', async () => {
    const asked = await answering(['Kill …', ...fill({ approvers: 'tom' }), submit, undefined, undefined], () =>
      submitChangeRequestCommand(openWindow().deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(asked[2]?.refused, '“tom” is not an e-mail address.');
    assert.ok(asked[3]?.options.includes('Approvers: tom · “tom” is not an e-mail address.'));
    assert.equal(asked[4]?.value, 'tom');
    assert.equal(posts(), 0);
  });

  it('shows the chosen rollout status in the final sheet, beside the other changes', async () => {
    const filled = fill({ rolloutStatus: 'Ramping', title: 'Not used any more', comment: 'Try it.' });
    const asked = await answering(['Remove the definition …', ...filled, undefined], () =>
      submitChangeRequestCommand(openWindow().deps, flagIn('production', 'checkout-redesign')),
    );
    const { options = [] } = asked.at(-1) ?? {};
    assert.ok(options.includes('Rollout status: Ramping'), options.join('\n'));
    assert.ok(
      options.some((line) => line.includes('Removes')),
      options.join('\n'),
    );
  });

  it('opens the document if a definition is to be changed or added', async () => {
    for (const [choice, environment, name] of [
      ['Change …', 'production', 'checkout-redesign'],
      ['Add a definition …', 'production', 'dark-mode'],
    ] as const) {
      executed.length = 0;
      await answering([choice], () => submitChangeRequestCommand(openWindow().deps, flagIn(environment, name)));
      const [command, given] = executed[0] ?? [];
      assert.deepEqual(
        [command, (given as { readonly target: { readonly name: string } }).target.name],
        ['flagAdmin.flag.open', name],
      );
    }
    assert.equal(posts(), 0);
  });

  it('offers only operations that the service can accept', async () => {
    const { deps } = openWindow();
    await withReplies([undefined], () => submitChangeRequestCommand(deps, flagIn('production', 'checkout-redesign')));
    assert.deepEqual(
      questions[0]?.options.map((option) => option.split(':')[0]),
      [
        ...['Change', 'Kill', 'Remove the definition of'].map((words) => `${words} checkout-redesign`),
        'Archive, reallocate, tags, owners…',
      ],
    );
    const told = await withReplies([], () => submitChangeRequestCommand(deps, flagIn('production', 'new-search')));
    assert.match(told.join(), /^A change request is open on new-search in Storefront \/ production: decide it first/);
  });

  it('leads to the web console for what can’t be changed from here, and sends nothing', async () => {
    const place = flagIn('production', 'checkout-redesign');
    executed.length = 0;
    await answering(['Archive, reallocate, tags, owners…'], () => submitChangeRequestCommand(openWindow().deps, place));
    assert.deepEqual(executed, [['flagAdmin.node.openInBrowser', { target: place.target }]]);
    assert.equal(posts(), 0);
  });

  it('has Back on each step', async () => {
    const { deps } = openWindow();
    const subject = 'What do you want to change?';
    const flag = 'Change a flag in an environment…';
    const row = 'checkout-redesign · production · Storefront';
    const asked = await answering([flag, row, back, back, flag, undefined], () => submitChangeRequestCommand(deps, undefined));
    const place = 'Which flag? Type parts of its name and place';
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      [subject, place, 'What do you want to do with it?', place, subject, place],
    );
  });

  it('finds the submitted request if the answer was lost, and never submits a second one', async () => {
    const { deps } = openWindow();
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseAnswer' : undefined);
    const told = await withReplies(['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.' }), submit], () =>
      submitChangeRequestCommand(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /is submitted/);
    assert.equal(posts(), 1);
  });
});

describe('Submit Change Request… for keys', () => {
  const add = 'Add keys to a segment, from the current file…';
  const remove = 'Remove keys from a segment, as listed in the current file…';

  it('tells the upload that a change request is wanted, with the segment if one was given', async () => {
    const { deps } = openWindow();
    const target = { ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: 'account' };
    await withReplies([add], () => submitChangeRequestCommand(deps, undefined));
    await withReplies([remove], () => submitChangeRequestCommand(deps, { target }));
    assert.deepEqual(
      executed.slice(-2).map(([command, argument]) => [command, argument]),
      [
        ['flagAdmin.segment.uploadKeys', { prefersRequest: true, canGoBack: true }],
        ['flagAdmin.segment.removeKeys', { target, prefersRequest: true, canGoBack: true }],
      ],
    );
  });
});

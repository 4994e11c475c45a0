/** Tests scheduled change requests with the sandbox and both words: submitted, listed, counted, approved. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { Viewer } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { readRequestNews } from '../../../src/operations/learned/requestNews.ts';
import { questions, withReplies } from '../person.ts';
import { submit } from '../scripted.ts';
import { createStore, useSubmitting } from '../changeRequests/submitting.ts';

const { createRequestGroups } = await import('../../../src/editor/explorer/changeRequests/requestGroupNodes.ts');
const { requestPlace } = await import('../../../src/editor/words/placeWords.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { formatMoment, scheduleWords } = await import('../../../src/editor/words/requestWords.ts');

const known = (name: string) => ({ name, identity: name });
const viewer: Viewer = { key: known('release-key'), others: [known('submitter-key')], email: undefined };
/** The row of the sheet. */
const row = 'Published: as soon as it is approved';
const NEXT_YEAR = new Date().getFullYear() + 1;
const moment = new Date(NEXT_YEAR, 10, 24, 9, 30).getTime();

for (const word of ['flag', 'split']) {
  describe(`a change request for a later time, word ${word}`, () => {
    const { service, openWindow, flagIn } = useSubmitting({ vocabulary: word });
    const isLive = word === 'split';
    const kill = (...answers: readonly string[]) =>
      withReplies(['Kill …', ...answers, submit], () =>
        submitChangeRequestCommand(openWindow().deps, flagIn('production', 'gift-cards')),
      );
    const submitted = async (scheduledFor = moment) => {
      const { workspaceId, environmentId } = service.place('production');
      const schedule = { at: scheduledFor, zone: 'Europe/Berlin' };
      const said = { title: 'Stop it', comment: 'It breaks.', approvers: [], schedule };
      const request = { operationType: 'KILL', flag: { name: 'gift-cards' }, ...said } as const;
      return service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, request);
    };

    it('has a row in the sheet if the service accepts a time, which is sent with the zone', async () => {
      if (!isLive) {
        await kill();
        assert.ok(!questions.some(({ options }) => options.some((option) => option.startsWith('Published:'))));
        return;
      }
      const told = await kill(row, `${NEXT_YEAR}-11-24 09:30`);
      const sheet = questions.at(-1)?.options ?? [];
      assert.ok(sheet.includes(`Published: ${formatMoment(moment)}, once approved`), sheet.join('\n'));
      assert.ok(told.join().endsWith(`Once approved, it is published ${formatMoment(moment)}.`), told.join());
      const { data } = await service.as('submitter-key').listChangeRequests({ status: 'SCHEDULE_REQUESTED' });
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      assert.deepEqual(
        data.map((one) => [one.status, one.scheduledFor, one['scheduledForTimezone']]),
        [['SCHEDULE_REQUESTED', moment, zone]],
      );
    });

    it('is listed with the open requests and in “Waiting for me”, and counts in the badge', async () => {
      const before = await readRequestNews(service.as('release-key'), viewer, createStore(), { origin: 'o', keyName: 'k' });
      const { id, status } = await submitted();
      assert.equal(status, isLive ? 'SCHEDULE_REQUESTED' : 'REQUESTED');
      const { connected } = openWindow(undefined, undefined, 'release-key');
      catalogOf(connected.client).expire();
      const context = {
        connected,
        viewer,
        filter: {},
        placeOf: (request: ChangeRequest) => requestPlace(request, undefined),
        learnPlaces: () => undefined,
        wasLookedFor: () => true,
        look: async () => undefined,
        knownStatuses: () => ['SCHEDULE_REQUESTED'],
        expire: () => undefined,
        inOrder: <T>(all: readonly T[]) => all,
        isRead: () => false,
      };
      const nodes = await createRequestGroups(() => ({ ...context, redraw: () => undefined })).nodes();
      const labelled = async (label: string): Promise<readonly TreeNode[]> =>
        (await nodes.find((node) => node.toTreeItem().label === label)?.children?.()) ?? assert.fail(label);
      for (const label of ['Waiting for me', 'All open']) {
        const found = (await labelled(label)).filter(({ target }) => target?.kind === 'changeRequest' && target.id === id);
        assert.deepEqual([label, found.map(({ contextValue }) => contextValue)], [label, ['changeRequest isOpen hasName hasId']]);
        assert.equal(String(await found[0]?.tooltip?.()).includes(`it is published ${formatMoment(moment)}`), isLive);
      }
      const labels = nodes.map((node) => node.toTreeItem().label);
      assert.ok(labels.includes('Scheduled') && !labels.includes('Waiting, scheduled'), labels.join());
      const now = await readRequestNews(service.as('release-key'), viewer, createStore(), { origin: 'o', keyName: 'k' });
      assert.equal(now.waiting.length, before.waiting.length + 1);
      assert.notEqual(now.mark, before.mark);
    });
  });
}

describe('the time of a change request', () => {
  const { openWindow, flagIn } = useSubmitting({ vocabulary: 'split' });

  it('is refused if it is invalid or in the past, and is removed by an empty text', async () => {
    const write = (text: string) =>
      withReplies(['Kill …', row, text, undefined], () =>
        submitChangeRequestCommand(openWindow().deps, flagIn('production', 'gift-cards')),
      );
    for (const [text, problem] of [
      ['tomorrow', /: Write the day and the time like \d{4}-\d\d-\d\d \d\d:\d\d\.$/],
      [`${NEXT_YEAR}-02-30 10:00`, /: Write the day/],
      ['2020-01-01 10:00', /: This time has passed\./],
    ] as const) {
      await assert.rejects(write(text), problem);
    }
    await write('');
    assert.ok(questions.at(-1)?.options.includes(row));
  });

  it('is only announced while it is in the future', () => {
    const words = (scheduledFor: number) => scheduleWords({ status: 'SCHEDULE_REQUESTED', scheduledFor });
    assert.match(words(moment) ?? '', /^Once approved, it is published /);
    assert.match(
      words(Date.now() - 60_000) ?? '',
      /^The scheduled time \(.*\) has passed: approving may publish it immediately\.$/,
    );
  });
});

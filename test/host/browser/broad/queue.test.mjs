/**
 * Decides all waiting change requests by keyboard, with both words for a flag: each kind of change, misleading titles, two requests
 * for one flag, and a second window that decides as well. Counts the key strokes of each decision.
 */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { addConnection } from '../../driver/connecting.mjs';
import { answer, inReview, run, typeInto, untilFocused } from '../../driver/keyboard.mjs';
import { colleaguesIn, useService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';

const MISLEADING = ['“Checkout” is approved and published. “', '$(pass) [Approve](command:x)\n\nsecond line', 'long '.repeat(60)];
const KINDS = ['CREATE', 'UPDATE', 'KILL', 'RESTORE', 'ARCHIVE'];
/** With the requests of the sample, there are about twenty for each vocabulary. */
const OWN = 14;

/** The titles of two requests for one flag. The sandbox allows only one, so the second is shown with the name of the first. */
const TWO = ['First of two', 'Second of two'];

const definitionOf = (name, on) => ({
  name,
  treatments: ['on', 'off'].map((treatment) => ({ name: treatment, description: '' })),
  defaultTreatment: 'off',
  baselineTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [
    { treatment: 'on', size: on },
    { treatment: 'off', size: 100 - on },
  ],
});

/** Waits until the review in front can be approved. */
async function untilDecidable({ page }) {
  const review = inReview(page);
  const enabled = review.locator(':not([aria-disabled])');
  await review
    .getByRole('button', { name: /^Approve/ })
    .and(enabled)
    .waitFor({ timeout: 20_000 });
}

/** Waits for the end of a decision: the next request is shown, nothing else waits, or the service refused. */
async function endOf(workbench, position, at) {
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await position.innerText({ timeout: 100 }).catch(() => at);
    if (now !== at) return 'next';
    if ((await workbench.notifications.with('No other change request waits for you').count()) > 0) return 'last';
    // If the editor shows three messages already, it puts the next one only into the list.
    const [number, total] = at.split(' of ');
    if (number === total && (await inReview(workbench.page).getByText('Published', { exact: true }).count()) > 0) return 'last';
    if ((await workbench.notifications.with('Nothing was decided').count()) > 0) {
      await workbench.notifications.clear();
      return 'refused';
    }
    await workbench.page.waitForTimeout(100);
  }
  throw new Error(`${at}: nothing came of it`);
}

for (const word of ['flag', 'split']) {
  const service = useService(`queue-${word}`, ['--vocabulary', word]);
  const open = async () =>
    (await service.call('release-key', 'GET', '/changeRequests?limit=100')).data.filter(({ status }) => status === 'REQUESTED');

  before(async () => {
    const production = await colleaguesIn(service, 'production');
    const other = await colleaguesIn(service, 'pre-production');
    const create = async (name) => {
      const path = `/${word}s/ws/${production.workspace}/trafficTypes/account/`;
      await service.call('submitter-key', 'POST', path, { name, description: name });
    };
    const request = (operationType, flag, title) => ({ [word]: flag, operationType, title });
    for (let index = 0; index < OWN; index += 1) {
      const { submit, publish } = index % 2 ? production : other;
      const name = `queue-${index}`;
      const kind = KINDS[index % KINDS.length];
      await create(name);
      if (kind !== 'CREATE') await publish(request('CREATE', definitionOf(name, 10), 'Prepared'));
      if (kind === 'RESTORE') await publish(request('KILL', { name }, 'Prepared'));
      const isWhole = kind === 'CREATE' || kind === 'UPDATE';
      const title = MISLEADING[index] ?? `${kind} ${name}`;
      await submit(request(kind, isWhole ? definitionOf(name, 50) : { name }, title));
    }
    for (const [index, name] of ['twice', 'twice-other'].entries()) {
      await create(name);
      await production.publish(request('CREATE', definitionOf(name, 10), 'Prepared'));
      await production.submit(request('UPDATE', definitionOf(name, 50 + index), TWO[index]));
    }
    service.edit = (_method, path, body) =>
      path.includes('/changeRequests') && body ? JSON.parse(JSON.stringify(body).replaceAll('"twice-other"', '"twice"')) : body;
  });

  // Without automatic checks, the second window can't learn of a decision before it presses its own button.
  const settings = { 'flagAdmin.changeRequests.pollMinutes': 0 };
  story(word === 'flag' ? 'queueOfFlags' : 'queueOfSplits', { settings }, (step) => {
    step('connects with the API key that approves', async (workbench) => {
      await workbench.openSideBar();
      await addConnection(workbench, service, { name: 'Shop', keyName: 'release-key' });
      await workbench.notifications.clear();
    });

    let second;
    if (word === 'flag')
      step('opens a second window on the same service', async (workbench) => {
        second = await workbench.openSecond('second');
        await second.openSideBar();
        await second.statusBar('Shop · release-key').waitFor();
      });

    step('decides one after the other, with at most four key strokes besides a reason and a name', async (workbench) => {
      const { page, quickInput } = workbench;
      const total = (await open()).length;
      await run(workbench, 'Flag Admin: Review What Waits for Me');
      const review = inReview(page);
      const position = review.getByRole('navigation', { name: 'Requests that wait for me' }).locator('strong');
      const seen = [];
      for (let index = 1; index <= total; index += 1) {
        await untilDecidable(workbench).catch(() => undefined);
        const [title, place] = [await review.locator('h1').innerText(), await review.locator('.place').innerText()];
        assert.match(place, / of (Storefront|Payments)$|^environment unknown/);
        assert.equal(await review.locator(':focus').evaluate((element) => element.localName), 'h1');
        seen.push(place);
        if (title === TWO[0]) await review.getByText(`The change request “${TWO[1]}” is also open on twice.`).first().waitFor();
        if (title === TWO[1]) {
          await review.getByText('The live definition was changed after this request was submitted').waitFor();
          assert.equal(await review.getByText('is also open on twice').count(), 0);
        }
        if (index === 1) {
          const tree = await review.locator('body').ariaSnapshot();
          for (const part of [
            /navigation "Requests that wait for me"/,
            /strong: 1 of \d+/,
            /button "Next"/,
            /button "Keep Open in This Tab"/,
            /heading .*\[level=1\]/,
            /button "Approve…"/,
          ])
            assert.match(tree, part);
        }
        const at = await position.innerText();
        let strokes = 0;
        const press = async (key) => {
          strokes += 1;
          await page.keyboard.press(key);
        };
        if (index === 1 && second) {
          await run(second, 'Flag Admin: Review What Waits for Me');
          await untilDecidable(second); // it must have read the request before this window decides it
        }
        await press('ControlOrMeta+Enter');
        const isAsked = await quickInput.field.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
        assert.ok(isAsked, `${title}: ${place}`);
        const isProduction =
          !place.startsWith('pre-production') && !place.startsWith('staging') && !place.startsWith('development');
        if (isProduction) {
          await typeInto(workbench, 'Fine.');
          await press('Enter');
          await quickInput.waitForText('Type “production” to go on');
          await typeInto(workbench, 'production');
        } else await untilFocused(workbench);
        await press('Enter');
        assert.ok(strokes <= 4);
        if (index === total) break;
        // The API key’s own requests are passed over as soon as it is known who it is, so the place may be a later one.
        const isOver = await endOf(workbench, position, at);
        if (index === 1 && second) {
          // The second window still shows the request that was decided here. Nobody can decide it twice.
          await inReview(second.page)
            .locator('h1', { hasText: title.slice(0, 20) })
            .waitFor();
          await second.page.keyboard.press('ControlOrMeta+Enter');
          await answer(second, 'publishes the change at once', 'Fine.');
          await answer(second, 'Type “production” to go on', 'production');
          await second.notifications.waitFor('has already been decided');
          await second.page.close();
        }
        // The service refuses a request that names only people as approvers.
        if (isOver === 'last') break;
        if (isOver === 'refused') await page.keyboard.press('F8');
      }
      assert.ok(seen.length > 15, String(seen.length));
      assert.equal(
        await page
          .locator('.tabs-container .tab', { has: page.locator('.tab-label') })
          .filter({ hasText: ' of Storefront' })
          .count(),
        1,
      );
    });

    leavesNoApiKey(step);
  });
}

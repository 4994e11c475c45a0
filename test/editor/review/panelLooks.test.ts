/** Tests the tab of a review: the object, its place, and an icon for flag or segment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import type { Side } from '../../../src/editor/review/subject.ts';
import { useService } from '../../operations/service.ts';
import { fakePanel, type FakePanel } from '../fakePanel.ts';
import { testServices } from '../services.ts';

const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');
const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const service = useService();

function depsOf(): ReviewContext {
  const client = service.as('release-key');
  const names = { connectionId: 'c1', connectionName: 'Shop', keyName: 'release-key', keyNames: ['release-key'] };
  const connected = { ...names, origin: client.origin, isSandbox: false, isReadOnly: false, email: undefined, client };
  const connections = {
    inUse: async () => connected,
    chosen: () => ({ id: 'c1', name: 'Shop' }),
    nameOf: () => 'Shop',
    tryAgain: () => false,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const services = testServices({ connections, context: { extensionUri: '/extension' } });
  return { ...services, panels: new Set(), queue: { ids: [] } } as unknown as ReviewContext;
}

async function looksOf(attach: (page: FakePanel) => void): Promise<readonly unknown[]> {
  const page = fakePanel();
  attach(page);
  page.say({ type: 'ready' });
  const { panel } = page;
  // A review sends its first view before the environment is known.
  await page.until((posted) => posted.some(({ type }) => type === 'view') && panel.title.includes(' · '));
  const { object } = page.view();
  page.close();
  return [panel.title, panel.iconPath, object];
}

async function looksOfRequest(title: string): Promise<readonly unknown[]> {
  const { data } = await service.as('release-key').listChangeRequests({});
  const id = data.find((request) => request.title === title)?.id ?? assert.fail(title);
  return looksOf(({ panel }) => attachReview(depsOf(), panel, id));
}

describe('the tab of', () => {
  const flag = { light: '/extension/media/flag-light.svg', dark: '/extension/media/flag-dark.svg' };
  const segment = { light: '/extension/media/segment-light.svg', dark: '/extension/media/segment-dark.svg' };

  it('a review names the object and the environment, with different icons for a flag and a segment', async () => {
    const ofFlag = await looksOfRequest('New search: 10 % to 25 %, and the wholesale buyers');
    assert.deepEqual(ofFlag, ['new-search · production of Storefront', flag, 'flag']);
    const ofSegment = await looksOfRequest('Remove ended trials');
    assert.deepEqual(ofSegment, ['trial-accounts · pre-production of Storefront', segment, 'segment']);
  });

  it('a comparison names the flag and both sides', async () => {
    const side = (name: string): Side => ({ kind: 'environment', environment: service.environment(name) });
    const comparison = {
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      flagName: 'new-search',
      before: side('staging'),
      after: side('production'),
    };
    const looks = await looksOf(({ panel }) => attachComparison(depsOf(), panel, comparison));
    assert.deepEqual(looks, ['new-search · staging ↔ production', flag, 'flag']);
  });
});

/** Tests Count Accounts…, which counts the listed keys in each line of "For whom". */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { until } from '../review/usePanels.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';
import { request } from '../words/definition.ts';

const { countAccounts } = await import('../../../src/editor/changes/countAccounts.ts');
const { countRequest } = await import('../../../src/editor/review/countRequest.ts');
const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { isOwnText } = await import('../../../src/editor/words/ownText.ts');

const { service, openWindow, flagIn } = useSubmitting();
const NAME = 'checkout-redesign';
let live: FlagDefinition;

beforeEach(async () => {
  const { environmentId, workspaceId } = service.place('production');
  live = await service.as('submitter-key').readDefinition(workspaceId, NAME, environmentId);
});

/** Counts a change of the flag. */
async function counted(changed: Partial<FlagDefinition>): Promise<string> {
  const { deps, opened, connected } = openWindow();
  const asked = request({ flag: { ...live, ...changed } });
  const { target } = flagIn('production', NAME);
  await countAccounts(deps.texts, {
    client: connected.client,
    target,
    request: asked,
    live: { kind: 'definition', definition: live },
  });
  // Joins the wrapped lines again.
  return opened.at(-1)!.text.replaceAll('\n    ', ' ');
}
const keysOf = async (name: string): Promise<readonly string[]> => {
  const { id } = service.environment('production');
  const page = await service.as('submitter-key').readKeys(id, name, { offset: 0, limit: 1_000 });
  return page.keys.map(({ key }) => key);
};
const shares = (on: number): Rule['buckets'] => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
];

describe('Count Accounts…', () => {
  it('shows and lists the keys of each line, with a percentage for rollouts and “up to” for unknown attributes', async () => {
    const [beta, vip] = live.rules;
    const text = await counted({
      rules: [
        { ...beta!, buckets: shares(75) },
        { ...vip!, buckets: shares(100) },
      ],
    });
    const [betas, vips] = [await keysOf('beta-accounts'), await keysOf('vip-accounts')];
    const others = vips.filter((key) => !betas.includes(key));
    assert.ok(isOwnText(text), 'no list of keys is uploaded by mistake');
    assert.ok(text.includes(`. Total: ${betas.length + others.length} keys.\n`));
    assert.match(text, /\nIn “beta-accounts”: 25% move from “on” to “off” [^\n]*\n {2}about 25% of 8 keys: on → off\n/);
    assert.ok(text.includes(`\n  about 50% of up to ${others.length} keys: off → on\n`));
    assert.match(
      text,
      /\nSome numbers aren’t exact, because these facts about the keys aren’t known:\n {2}attributes: “country”\n/,
    );
    const parts = text.slice(text.indexOf('\nKeys in this line: ')).trim().split('\n\n');
    const listed = (heading: RegExp): readonly string[] => {
      const [, ...keys] = parts.find((part) => heading.test(part))!.split('\n');
      return keys.map((key) => key.trim());
    };
    assert.deepEqual(listed(/^Keys in this line: In “beta/), betas.toSorted());
    assert.deepEqual(listed(/^Keys that might belong to this line: In “vip/), others.toSorted());
  });

  it('says that keys in no line get the same as before, unless the review has a note about them', async () => {
    const [beta, ...others] = live.rules;
    const rules = [{ ...beta!, buckets: shares(0) }, ...others];
    assert.match(
      await counted({ rules }),
      /Not counted in any of the lines above: \d+ keys\. Nothing changes for these keys\.\n/,
    );
    const treatments = live.treatments.map((one) => ({ ...one, configurations: '{"limit": 5}' }));
    const note =
      /Not counted in any of the lines above: \d+ keys\.\n\nNotes from the review:\n {2}Everybody who gets “on” gets it with a different configuration: /;
    assert.match(await counted({ rules, treatments }), note);
  });

  it('does not say that its numbers are inexact if no counted line depends on an attribute', async () => {
    const [beta, ...others] = live.rules;
    const text = await counted({ rules: [{ ...beta!, buckets: shares(0) }, ...others] });
    assert.match(text, /\n {2}8 keys\n/);
    assert.doesNotMatch(text, /aren’t known/);
  });

  it('names the segments that it does not count, with the reason', async () => {
    service.onCall = ({ path }) => (/\/vip-accounts\/keys/.test(path) ? 403 : undefined);
    const asking = (...matchers: Matcher[]): Rule => ({ buckets: shares(100), condition: { matchers } });
    const [on, ...others] = live.treatments;
    const text = await counted({
      treatments: [{ ...on!, keys: ['acct-named', 'acct-00041'] }, ...others],
      rules: [
        ...live.rules.slice(1),
        asking({ type: 'IN_SEGMENT', string: 'wholesale-buyers' }),
        asking({ type: 'IN_LARGE_SEGMENT', string: 'all-buyers' }, { type: 'IN_SEGMENT', string: 'beta-accounts' }),
        asking({ type: 'IN_RULE_BASED_SEGMENT', string: 'by-rules' }),
      ],
    });
    const at = text.indexOf('Not counted:\n');
    assert.deepEqual(text.slice(at, text.indexOf('\n\n', at)).split('\n  ').slice(1), [
      '“vip-accounts”: this API key isn’t allowed to read it (403)',
      '“wholesale-buyers”: not active in this environment, so it has no keys',
      '“all-buyers”: a large segment, whose keys the service doesn’t list',
      '“by-rules”: a rule-based segment, which has no list of keys',
    ]);
    assert.match(text, /\. Total: 9 keys\.\n {2}“beta-accounts”: 8 keys\n {2}named in the definitions: 2 keys\n/);
    assert.match(text, /up to 7 keys/);
  });

  it('is offered in the confirmation of a flag change and as a command for a change request', async () => {
    const { deps, opened } = openWindow();
    const answers = ['Kill …', { press: 'Count Accounts…' }, undefined] as const;
    await answering(answers, () => submitChangeRequestCommand(deps, flagIn('production', NAME)));
    await until(() => opened.length > 0);
    assert.equal(opened[0]?.name, 'checkout-redesign – key counts, production.txt');
    assert.match(opened[0]?.text ?? '', /In “beta-accounts”.*: on → off\n {2}8 keys\n/);
    const { data } = await service.as('submitter-key').listChangeRequests({});
    const kill = data.find(({ flag }) => flag?.name === 'recommendation-engine')!;
    await countRequest(deps as never, { target: { kind: 'changeRequest', id: kill.id } });
    assert.equal(opened.at(-1)?.name, 'recommendation-engine – key counts, production.txt');
    assert.match(opened.at(-1)?.text ?? '', /recommendation-engine in Storefront \/ production/);
    await countRequest(deps as never, data.find(({ segment }) => segment)!.id);
    assert.match(shown.at(-1)?.message ?? '', /^There is nothing to count, because .* is not about a flag\.$/);
  });
});

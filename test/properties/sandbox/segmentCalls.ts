/** The calls of segments and their keys, with the rules of admin-api.md (Segments, Limits) for each. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { KeyName } from '../../sandbox/raw.ts';
import {
  beyond,
  isGated,
  isLocked,
  isUnexplained,
  mayWrite,
  mayWriteWorkspace,
  refused,
  sees,
  type Refusal,
  type Ruled,
} from './ruled.ts';
import { isNamed, keyOf, openOn, speaksLive, type Model } from './model.ts';

/** Names of segments and flags: few, so that calls get in each other's way. */
export const names = ['alpha', 'beta/ü 100%', 'gamma'] as const;
export const someName = fc.oneof(fc.constant(names[0]), fc.constantFrom(...names));

export const keyNames = fc.oneof(
  { arbitrary: fc.constant<KeyName>('submitter-key'), weight: 6 },
  { arbitrary: fc.constant<KeyName>('release-key'), weight: 3 },
  { arbitrary: fc.constantFrom<KeyName>('limited-key', 'read-only-key'), weight: 1 },
);

/** Where calls change something directly; now and then where they are refused. */
export const ungatedPlaces = fc.oneof(
  { arbitrary: fc.constant('development'), weight: 4 },
  { arbitrary: fc.constantFrom('staging', 'production'), weight: 1 },
);
/** Mostly what a workspace that asks for it wants. */
export const why = fc.oneof({ arbitrary: fc.constant('why'), weight: 12 }, { arbitrary: fc.constantFrom('', ' '), weight: 1 });

/** `count` keys from the nth on; few, so that they overlap, or as many as the limits are about. */
export interface SomeKeys {
  readonly from: number;
  readonly count: number;
  readonly odd: 'none' | 'blank' | 'twice';
}
export const someKeys: fc.Arbitrary<SomeKeys> = fc.record({
  from: fc.nat(5),
  count: fc.oneof({ arbitrary: fc.nat(6), weight: 12 }, { arbitrary: fc.constantFrom(10_000, 10_001), weight: 1 }),
  odd: fc.oneof(
    { arbitrary: fc.constant<'none'>('none'), weight: 8 },
    { arbitrary: fc.constantFrom<('blank' | 'twice')[]>('blank', 'twice'), weight: 1 },
  ),
});

export function keysOf({ from, count, odd }: SomeKeys): readonly string[] {
  const keys = Array.from({ length: count }, (_, index) => `key-${from + index}`);
  if (odd === 'blank') keys.push(' ');
  if (odd === 'twice' && keys[0] !== undefined) keys.push(keys[0]);
  return keys;
}

export const MOST_KEYS = 100_000;
/** On one page, where the sandbox speaks the live service's words. */
export const MOST_LIVE_KEYS = 200;
export const MOST_ADDED = 10_000;

/** What speaks against these keys themselves, whatever holds them. */
export const areWrong = (keys: readonly string[]): readonly Refusal[] =>
  refused(
    keys.some((key) => key.trim() === ''),
    400,
  );
export const addsTooMany = (keys: readonly string[], held: ReadonlySet<string>): readonly Refusal[] =>
  refused(new Set(keys).size > MOST_ADDED || new Set([...held, ...keys]).size > MOST_KEYS, 400);

const kinds = ['createSegment', 'deleteSegment', 'activate', 'deactivate', 'upload', 'uploadKeys', 'removeKeys'] as const;

export interface SegmentStep {
  readonly about: 'segment';
  readonly do: (typeof kinds)[number];
  readonly at: string;
  readonly name: string;
  readonly keys: SomeKeys;
  readonly replace: boolean;
  readonly title: string;
  readonly comment: string;
  readonly as: KeyName;
}

export const segmentSteps: fc.Arbitrary<SegmentStep> = fc.record({
  about: fc.constant('segment'),
  do: fc.constantFrom(...kinds, 'upload', 'removeKeys'),
  at: ungatedPlaces,
  name: someName,
  keys: someKeys,
  replace: fc.boolean(),
  title: why,
  comment: why,
  as: keyNames,
});

export function ruleSegmentStep(model: Model, step: SegmentStep): Ruled {
  const { name, as, title, comment } = step;
  const at = model.places.find((place) => place.name === step.at)!;
  const inWorkspace = `/segments/ws/${model.workspace.id}`;
  const path = `/segments/${at.id}/${encodeURIComponent(name)}`;
  const place = keyOf(at, name);
  const held = model.keys.get(place);
  const keys = keysOf(step.keys);
  const isThere = [...sees(model, as, at), ...refused(held === undefined, 404)];
  switch (step.do) {
    case 'createSegment':
      return {
        method: 'POST',
        path: `${inWorkspace}/trafficTypes/account`,
        body: { name, description: '' },
        as,
        refusals: [mayWriteWorkspace(as), refused(model.segments.has(name), 409)],
        done: () => void model.segments.add(name),
      };
    case 'deleteSegment': {
      const activeIn = model.places.filter((place) => model.keys.has(keyOf(place, name)));
      const inUse = [...activeIn.flatMap(isGated), ...refused(isNamed(model, 'segment', name), 409)];
      return {
        method: 'DELETE',
        path: `${inWorkspace}/${encodeURIComponent(name)}`,
        as,
        refusals: [mayWriteWorkspace(as), refused(!model.segments.has(name), 404), inUse],
        done() {
          model.segments.delete(name);
          for (const place of model.places) model.keys.delete(keyOf(place, name));
        },
      };
    }
    case 'activate':
      return {
        method: 'POST',
        path,
        as,
        refusals: [
          mayWrite(as),
          [...sees(model, as, at), ...refused(!model.segments.has(name), 404)],
          refused(held !== undefined, 409),
        ],
        done: () => void model.keys.set(place, new Set()),
      };
    case 'deactivate': {
      const hasKeys = refused(held !== undefined && held.size > 0, 409);
      return beyond(
        model,
        {
          method: 'DELETE',
          path,
          as,
          refusals: [mayWrite(as), isThere, isGated(at), hasKeys],
          done: () => void model.keys.delete(place),
        },
        405,
      );
    }
    case 'upload':
      return {
        method: 'PUT',
        path: `${path}/upload`,
        body: keys,
        as,
        refusals: [
          mayWrite(as),
          isThere,
          isGated(at),
          areWrong(keys),
          [...refused(keys.length === 0, 400), ...addsTooMany(keys, held ?? new Set())],
          isLocked(model, openOn(model, at, 'segment', name) !== undefined),
        ],
        done: () => void model.keys.set(place, new Set([...(held ?? []), ...keys])),
      };
    case 'uploadKeys': {
      const before: ReadonlySet<string> = step.replace ? new Set() : (held ?? new Set());
      return beyond(
        model,
        {
          method: 'PUT',
          path: `${path}/uploadKeys?replace=${step.replace ? 'True' : 'false'}`,
          body: { keys, title, comment },
          as,
          refusals: [
            mayWrite(as),
            isThere,
            isGated(at),
            areWrong(keys),
            isUnexplained(model, title, comment),
            [...refused(keys.length === 0 && !step.replace, 400), ...addsTooMany(keys, before)],
          ],
          done: () => void model.keys.set(place, new Set([...before, ...keys])),
        },
        404,
      );
    }
    case 'removeKeys': {
      const removed = speaksLive(model) ? keys.filter((key) => key.trim() !== '') : keys;
      return {
        method: 'PUT',
        path: `${path}/removeKeys`,
        body: { keys, comment },
        as,
        refusals: [
          mayWrite(as),
          isThere,
          isGated(at),
          areWrong(removed),
          isUnexplained(model, comment),
          refused(removed.length === 0, 400),
        ],
        done({ body }) {
          const left = new Set(held).difference(new Set(removed));
          assert.match(String(body['message']), new RegExp(`^${(held?.size ?? 0) - left.size} `), 'how many keys were removed');
          model.keys.set(place, left);
        },
      };
    }
    default:
      return step.do satisfies never;
  }
}

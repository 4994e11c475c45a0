/** Tests that a command receives only a copy of the known fields of its arguments, as data. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../properties/runs.ts';
import { Uri } from '../fakeDocuments.ts';

const { sanitizedArgument } = await import('../../../src/editor/window/commandArgument.ts');

const target = {
  kind: 'segment',
  workspace: { id: 'w', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e', name: 'production', isProduction: true },
  name: 'beta-accounts',
  trafficType: 'account',
};

/** True if it contains no function, symbol or getter. */
function isData(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  const fields = Object.values(Object.getOwnPropertyDescriptors(value));
  return fields.every((field) => field.get === undefined && (field.value === value || isData(field.value)));
}

describe('an argument of a command', () => {
  it('can be what the extension’s own menus, rows and messages pass, and contains no field that no command reads', () => {
    const uri = Uri.file('/keys.txt');
    const bytes = Uint8Array.of(1, 2);
    for (const given of [
      'an id',
      uri,
      [uri, uri],
      { target },
      { target, files: [uri, { name: 'keys.txt', bytes }], prefersRequest: true, canGoBack: true },
      { target, isNew: true },
      { target, isTried: true },
      { change: 'c-1' },
      { copyable: { name: 'a', id: 'b' } },
      { resourceUri: uri, request: { kind: 'changeRequest', id: 'r-1' } },
    ])
      assert.deepEqual(sanitizedArgument(given), given);
    assert.deepEqual(sanitizedArgument({ target, permit: {}, keys: ['a'], isAgreed: true, connected: {} }), { target });
  });

  it('contains no function at any place', () => {
    const run = (): never => assert.fail('is called');
    const files = [run, { name: 'a', bytes: run }];
    const given = { reload: run, goBack: run, target: { ...target, toString: run, name: run }, files };
    const argument = sanitizedArgument(given) as typeof given;
    assert.ok(isData(argument));
    assert.equal(argument.target.name, undefined);
    assert.equal(sanitizedArgument(run), undefined);
  });

  it('is plain data, whatever is passed, and is cut off if it contains itself', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        assert.ok(isData(sanitizedArgument({ target: one, files: [other, () => one], change: other })));
        assert.ok(isData(sanitizedArgument(one)));
      }),
      runs(300),
    );
    const endless: Record<string, unknown> = { kind: 'segment' };
    endless.workspace = endless;
    assert.ok(isData(sanitizedArgument({ target: endless })));
  });
});

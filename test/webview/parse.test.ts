/** The panel's own check of the editor's messages: what is whole passes unchanged, what is not is no message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { parseMessage, parseSaved } from '../../src/webview/parse.ts';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { sampleView } from './sample.ts';
import { runs } from '../properties/runs.ts';

const messages: readonly ToWebview[] = [
  { type: 'view', view: sampleView },
  { type: 'keys', lists: [{ id: 'added', title: 'Added', change: 'added', keys: ['a', 'b'] }] },
  { type: 'busy', message: 'Reading…' },
  { type: 'busy', message: undefined },
  {
    type: 'failure',
    message: 'It failed.',
    tone: 'danger',
    retry: 'Try Again',
    step: { id: 'switchConnection', label: 'Switch' },
  },
];

/** Every path to a value inside; lists only by their first entry. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return entries.flatMap(([name, inner]) => [[name], ...pathsIn(inner).map((path) => [name, ...path])]);
}

/** The same value with something else at the path; `undefined` takes the field away. */
function withAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    return replacement;
  }
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withAt(copy[name], rest, replacement);
  return JSON.parse(JSON.stringify(copy));
}

describe('a message of the editor', () => {
  for (const message of messages) {
    it(`passes as it travels, as JSON: ${message.type}`, () => {
      const travelled: unknown = JSON.parse(JSON.stringify(message));
      assert.equal(parseMessage(travelled), travelled);
    });

    it(`is refused with any one field of the wrong kind or missing: ${message.type}`, () => {
      for (const path of pathsIn(message)) {
        const name = path.join('.');
        assert.equal(parseMessage(withAt(message, path, { not: 'expected' })), undefined, `${name} as an object`);
        assert.equal(parseMessage(withAt(message, path, null)), undefined, `${name} as null`);
        const isOptional = (/\.(before|after)$/.test(name) && name.includes('bars')) || name.endsWith('.sides');
        if (!isOptional && path.at(-1) !== '0' && name !== 'message' && name !== 'step') {
          assert.equal(parseMessage(withAt(message, path, undefined)), undefined, `${name} missing`);
        }
      }
    });
  }

  it('is refused with a word that is not one of the union', () => {
    for (const path of ['view.status.tone', 'view.object', 'view.actions.0.id', 'view.sections.0.rows.0.change']) {
      assert.equal(parseMessage(withAt(messages[0], path.split('.'), 'toString')), undefined, path);
    }
    assert.equal(parseMessage({ type: 'constructor' }), undefined);
  });

  it('is refused when a field is only inherited', () => {
    assert.equal(parseMessage(Object.create({ type: 'failure', message: 'a', retry: 'b' })), undefined);
  });

  it('is refused with a percentage that is no number', () => {
    const path = 'view.sections.0.rows.2.bars.0.after'.split('.');
    for (const value of ['50', null, true]) {
      assert.equal(parseMessage(withAt(messages[0], path, value)), undefined);
    }
  });

  it('is never made out of anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => parseMessage(value) === undefined && parseSaved(value) === undefined),
      runs(100),
    );
  });

  it('is read whole when it has 100,000 keys', () => {
    const keys: unknown[] = Array.from({ length: 100_000 }, (_, index) => `key-${index}`);
    const lists = [{ id: 'added', title: 'Added', change: 'added', keys }];
    assert.ok(parseMessage({ type: 'keys', lists }));
    keys[99_999] = 7;
    assert.equal(parseMessage({ type: 'keys', lists }), undefined);
  });
});

describe('the saved state', () => {
  it('is taken back as it was written, and refused when another version wrote it', () => {
    const saved: unknown = JSON.parse(
      JSON.stringify({ view: sampleView, openFolds: ['rules fold'], search: 'acct', scroll: 12 }),
    );
    assert.equal(parseSaved(saved), saved);
    assert.equal(parseSaved(withAt(saved, ['openFolds'], 'rules')), undefined);
    assert.equal(parseSaved(withAt(saved, ['view', 'words', 'nothing'], undefined)), undefined);
    assert.equal(parseSaved(undefined), undefined);
  });
});

/** Tests that names and titles are the same in package.json, in names.ts and in the product documentation. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as names from '../../src/editor/window/names.ts';
import { tokensOf } from '../check/readSource.ts';
import { root } from './built.ts';
import { conditions, declaredCommands, declaredSettings, declaredViews, manifest, sorted } from './manifest.ts';
import { parseWhen, partsOf } from './when.ts';

const namedContextKeys: readonly string[] = Object.values(names.contextKeys);
const namedSettings: readonly string[] = Object.values((names as { settings?: Record<string, string> }).settings ?? {});

describe('names', () => {
  it('follow the pattern flagAdmin.noun.verb', () => {
    for (const id of declaredCommands) assert.match(id, /^flagAdmin\.[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    for (const id of [...declaredViews, ...namedContextKeys, ...Object.keys(declaredSettings)])
      assert.match(id, /^flagAdmin\.[a-z][A-Za-z.]*$/);
  });

  it('are the same in package.json and in the code', () => {
    assert.deepEqual(sorted(Object.values(names.views)), sorted(declaredViews));
    assert.deepEqual(sorted(namedSettings), sorted(Object.keys(declaredSettings)));
    const read = conditions()
      .flatMap(({ when }) => partsOf(parseWhen(when)))
      .flatMap((part) => (part.kind === 'in' ? [part.key, part.list] : [part.key]));
    assert.deepEqual(sorted(read.filter((key) => key.startsWith('flagAdmin.'))), sorted(namedContextKeys));
    assert.ok(manifest.activationEvents?.includes(`onWebviewPanel:${names.reviewPanel}`));
  });

  it('are all used by the code; a command that the code names is declared, and the others are written nowhere else', () => {
    const src = path.join(root, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    const tokens = files
      .filter((file) => file.endsWith('.ts') && path.basename(file) !== 'names.ts')
      .flatMap((file) => tokensOf(readFileSync(path.join(src, file), 'utf8')).map((token) => ({ ...token, file })));
    const ids = tokens.filter(({ kind, text }) => kind === 'string' && /^flagAdmin\.[A-Za-z]+\.[A-Za-z]+$/.test(text));
    assert.ok(ids.length > declaredCommands.length);
    for (const { text, file, line } of ids) assert.ok(declaredCommands.includes(text), `${file}:${line}: ${text} is no command`);
    for (const [table, entries] of Object.entries({ contextKeys: names.contextKeys, views: names.views, milestones: names.milestones }))
      for (const [name, id] of Object.entries(entries)) {
        const isUsed = tokens.some(({ text }, i) => text === name && tokens[i - 1]?.text === '.' && tokens[i - 2]?.text === table);
        assert.ok(isUsed, `${table}.${name} is used nowhere`);
        const written = tokens.filter(({ kind, text }) => kind === 'string' && text === id).map(({ file, line }) => `${file}:${line}`);
        assert.deepEqual(written, [], `${id} is in names.ts`);
      }
  }); // prettier-ignore
});

/** Tests that tests forbid only sentences that exist, and that few files quote the same sentence. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { tokensOf } from '../check/readSource.ts';
import { root } from '../manifest/built.ts';
import { valueOf } from './messages.ts';
import { forbiddenPatterns, quotes, readTestFiles } from './quotes.ts';
import { manifestWords, translations } from './source.ts';

const files = readTestFiles().map(({ file, source }) => ({ file, source, plain: source.replaceAll("\\'", "'") }));
const messages = Object.keys(translations['l10n/bundle.l10n.de.json'].read());
const manifest = manifestWords();

/** The sentences of the sandbox. */
function sandboxWords(): readonly string[] {
  const folder = path.join(root, 'src/sandbox');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const tokens = sources.flatMap((file) => tokensOf(readFileSync(path.join(folder, file), 'utf8')));
  return tokens.flatMap(({ kind, text }) => (kind === 'string' || kind === 'part' ? [valueOf(text)] : []));
}

describe('a sentence that a test forbids', () => {
  it('exists: a test that forbids what nothing says any more can’t fail', () => {
    const said = [...messages, ...Object.values(manifest), ...sandboxWords()].map((text) => text.replaceAll(/\{\d+\}/g, 'x'));
    const stale = files.flatMap(({ file, source }) =>
      forbiddenPatterns(source)
        .filter((pattern) => !said.some((text) => pattern.test(text)))
        .map((pattern) => `${file}: ${pattern.source}`),
    );
    assert.deepEqual(stale, []);
  });

  it('is found in each kind of assertion, but not in its message, and not if the test creates the text itself', () => {
    const found = (source: string): readonly string[] =>
      forbiddenPatterns(source).map(({ source: pattern }) => pattern.replaceAll('\\x20', ' '));
    assert.deepEqual(found('assert.doesNotMatch(text, /No such key/, "a b c");'), ['No such key']);
    assert.equal(found("assert.ok(!said.includes('No such key'), 'it is said');").length, 1);
    assert.equal(found("assert.notEqual(said[0], 'No such key', 'it is said');").length, 1);
    assert.deepEqual(found("assert.ok(said.includes('No such key'));"), []);
    assert.deepEqual(found("type('My own title'); assert.ok(!said.includes('My own title'));"), []);
  });
});

describe('a sentence of 30 characters or more', () => {
  /** Stories run commands by their titles. */
  const titles = new Set(
    Object.entries(manifest).flatMap(([key, text]) => (key.startsWith('command.') ? [text, text.replace(/…$/, '')] : [])),
  );

  it('is quoted as a whole in at most four test files', () => {
    const repeated = messages.flatMap((message) => {
      if (message.length < 30 || titles.has(message)) return [];
      const quoting = files.filter(({ plain }) => quotes(plain, message)).map(({ file }) => file);
      return quoting.length > 4 ? [`“${message}” in ${quoting.join(', ')}`] : [];
    });
    assert.deepEqual(repeated, []);
  });

  it('is found with any text in its places', () => {
    const sentence = '{0} keys of “{1}” were removed.';
    assert.ok(quotes("said('3 keys of “beta” were removed.')", sentence));
    assert.equal(quotes("said('3 keys of “beta” were added.')", sentence), false);
  });
});

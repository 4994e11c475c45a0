import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.resolve(import.meta.dirname, '..', '..');

interface Entry {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('the lockfiles', () => {
  for (const file of ['package-lock.json', 'test/host/package-lock.json', 'test/host/oldest/package-lock.json']) {
    const { packages } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { packages: Readonly<Record<string, Entry>> };

    // If npm can't find the package of a platform, it omits it silently, and `npm ci` then fails for everybody.
    it(`${file} has an entry for every platform’s package`, () => {
      const known = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')));
      const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
          .filter((name) => !known.has(name))
          .map((name) => `${place}: ${name}`),
      );
      assert.deepEqual(missing, []);
    });

    it(`${file} names no registry`, () => {
      const named = Object.values(packages).filter(({ resolved = '' }) => /^https?:/.test(resolved));
      assert.deepEqual(named, []);
    });
  }
});

/**
 * Tests the borders of src. oxlint checks the rules in test/check/borders.config.ts, and this file checks the others. All
 * violations in test/check/plants.ts must be found. Code that only looks like a violation must not be reported.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lookAlikes, violations } from './check/plants.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const GUARD = /^operations\/productionGuard\.ts$/;

/** What a file of src must not contain, and the files that are exempt. */
const rules: readonly (readonly [name: string, pattern: RegExp, except?: RegExp])[] = [
  ['casts to a permit', /\bas\s+(Write|Request)Permit\b/, GUARD],
  // The tsconfig of the part does not check what is declared there.
  ['declares', /^\s*(export\s+)?declare\s/m, GUARD],
  // Operations ask the guard for a permit first. `(await import('./x.ts')).createFlag(` calls a function of this repository.
  [
    'changes the service',
    /(?<!import\('[^']+'\)\))\??\.(((create|delete|(de)?activate)Segment|uploadKeys(WithComment)?|removeKeys)|(save|replace|merge|delete)Identit(y|ies)|(create|delete|describe|kill|restore)Flag|(create|replace|patch|delete)Definition|(submit|decide)ChangeRequest)\(/,
    /^(api|operations)\//,
  ],
  // Node runs a timer of more than 2^31 - 1 ms at once. One file prevents that. The review page has no Node, and its timers are
  // shorter than a second. A socket has its own idle timeout.
  [
    'starts a timer',
    /(?<!socket\.)\b(set(Timeout|Interval)|AbortSignal\.timeout|scheduler\.wait)\b/,
    /^(time\/clock|webview\/main)\.ts$/,
  ],
  // The catalog reads each list once for everything that shows or searches it. The other files only test an API key.
  [
    'calls a list endpoint',
    /\??\.list(Workspaces|Environments|Segments|ActiveSegments|Flags|Definitions|TrafficTypes|ChangeRequests)\(/,
    /^(api\/|operations\/catalog\/|operations\/changeRequests\/decideRequest\.ts|editor\/connection\/tryApiKey\.ts)/,
  ],
  ['sets a context', /['"`]setContext['"`]/, /^editor\/window\/command\.ts$/],
  ['imports something computed', /\bimport\((?!'[^']+'\))/],
  ['loads at once', /^(import|export)\s(?!type\s)([^;]*from )?'(yaml|(\.\.\/)+(sandbox\/server|api\/client)\.ts)'/m],
  [
    'imports more than types',
    /(?<!^(import|export) type [^;]*|typeof import\()'(\.\.\/)+(api\/model|webview\/protocol)\.ts'/m,
    /^operations\//,
  ],
  ['is in no part', /^/, /^((time|api|domain|storage|operations|editor|webview|sandbox)\/|extension\.ts$)/],
  ['exports more than types', /^export (?!interface |type )/m, /^(?!webview\/protocol\.ts$)/],
];

function broken(file: string, source: string): readonly string[] {
  const code = source.replaceAll(/^\s*(\/\/.*|\/?\*.*)$/gm, '');
  const faults = rules.filter(([, pattern, except]) => !except?.test(file) && pattern.test(code));
  return faults.map(([name]) => `${file} ${name}`);
}

/** Returns the violations that oxlint finds below a folder, as `path: message`. */
function linted(folder: string): readonly string[] {
  const args = ['-c', 'test/check/borders.config.ts', '--format', 'unix', folder];
  const { stdout } = spawnSync(process.execPath, ['node_modules/oxlint/bin/oxlint', ...args], { cwd: root, encoding: 'utf8' });
  assert.match(stdout, /problems?\n*$|^\s*$/);
  return stdout.split('\n').filter((line) => line.includes(' [Error/'));
}

it('src keeps its borders', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => broken(file.replaceAll('\\', '/'), readFileSync(path.join(root, 'src', file), 'utf8')));
  assert.deepEqual([...linted('src'), ...found], []);
});

const folder = mkdtempSync(path.join(tmpdir(), 'plants-'));
let found: readonly string[];
const all = [...violations, ...lookAlikes];
before(() => {
  for (const [index, [file, source]] of all.entries()) {
    const place = path.join(folder, `plant${index}`, 'src', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, source);
  }
  found = linted(folder);
  rmSync(folder, { recursive: true });
});
for (const [index, [file, source]] of all.entries()) {
  const isViolation = index < violations.length;
  it(`${isViolation ? 'refuses' : 'accepts'} ${file}: ${source.split('\n')[0]}`, () => {
    const faults = [...found.filter((line) => line.includes(`plant${index}${path.sep}`)), ...broken(file, source)];
    assert.equal(faults.length > 0, isViolation, faults.join('\n'));
  });
}

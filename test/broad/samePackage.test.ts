/** Tests that packaging twice gives the same bytes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';
import { builtFile, builtFiles, root } from '../manifest/built.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-packaged-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function packaged(name: string, env = process.env): Promise<Buffer> {
  const file = path.join(folder, name);
  await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build', '--out', file], { cwd: root, env });
  return readFileSync(file);
}

it('the package is the same, byte for byte, if it is built again later, elsewhere and with other file modes', async () => {
  builtFiles();
  const first = await packaged('one.vsix');
  const later = new Date(Date.now() + 3_600_000);
  const [file, read] = [builtFile('yaml.js'), path.join(root, 'CHANGELOG.md')];
  utimesSync(file, later, later);
  for (const changed of [file, read]) chmodSync(changed, 0o664);
  assert.ok(first.equals(await packaged('two.vsix', { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' })));
});

/**
 * The browser for the tests, unpacked from its npm package. The fonts come from another package, so that screenshots look the
 * same on each machine.
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright-core';
import { hostDir, workDir } from '../../setup/places.mjs';

const ARGUMENTS = [
  '--no-sandbox', // it opens only pages of the tests, and containers seldom have user namespaces
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** A file that the browser leaves in TMPDIR is removed with this process. */
let temporary;
function temporaryFolder() {
  if (temporary === undefined) {
    temporary = mkdtempSync(path.join(os.tmpdir(), 'browser-'));
    process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  }
  return temporary;
}

/** Starts the browser. `close()` ends it. It also ends with this process. */
export async function launchBrowser() {
  const executablePath = await unpack();
  const env = { ...process.env, TMPDIR: temporaryFolder(), FONTCONFIG_FILE: writeFontSettings() };
  return chromium.launch({ executablePath, args: ARGUMENTS, env });
}

/** Unpacks each version once. The file appears only when it is complete. */
async function unpack() {
  const packageDir = path.join(hostDir, 'node_modules', '@sparticuz', 'chromium');
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const file = path.join(workDir, `chromium-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(workDir, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await pipeline(
    createReadStream(path.join(packageDir, 'bin', 'chromium.br')),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  renameSync(unfinished, file);
  return file;
}

/** Only DejaVu Sans and Sans Mono. Otherwise, plain text would use other families. */
function writeFontSettings() {
  const rejected = ['*Serif*', '*Condensed*', '*ExtraLight*', '*MathTeX*'].map(
    (glob) => `<rejectfont><glob>${glob}</glob></rejectfont>`,
  );
  const families = { 'sans-serif': 'DejaVu Sans', 'system-ui': 'DejaVu Sans', monospace: 'DejaVu Sans Mono' };
  const aliases = Object.entries(families).map(
    ([name, font]) => `<alias><family>${name}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  const file = path.join(workDir, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <selectfont>${rejected.join('')}</selectfont>
  <dir>${path.join(hostDir, 'node_modules', 'dejavu-fonts-ttf', 'ttf')}</dir>
  <cachedir>${path.join(workDir, 'font-cache')}</cachedir>
  ${aliases.join('\n  ')}
</fontconfig>
`,
  );
  return file;
}

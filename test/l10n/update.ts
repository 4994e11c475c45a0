/**
 * Run by `npm run l10n`: rewrites each translation, sorted and without unused messages, and prints missing ones as lines to fill
 * in. Exits with 1 if any are missing.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../manifest/built.ts';
import { inOrder, missingIn, staleIn } from './compare.ts';
import { translations } from './source.ts';

for (const [file, { read, source }] of Object.entries(translations)) {
  const [translated, said] = [read(), source()];
  const stale = new Set(staleIn(translated, said));
  writeFileSync(path.join(root, file), `${JSON.stringify(inOrder(translated, said), undefined, 2)}\n`);
  for (const key of stale) console.log(`${file}: dropped ${JSON.stringify(key)}`);
  const missing = missingIn(translated, said);
  if (missing.length === 0) continue;
  process.exitCode = 1;
  console.log(`${file} lacks ${missing.length}:`);
  for (const key of missing) console.log(`  ${JSON.stringify(key)}: "",${said[key] === key ? '' : ` (${said[key]})`}`);
}

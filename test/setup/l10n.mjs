/** `npm run l10n`: installs dependencies, lists missing translations, and removes unused ones (see test/l10n/update.ts). */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['test/l10n/update.ts']);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

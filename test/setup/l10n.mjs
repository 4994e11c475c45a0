/** `npm run l10n`: installs dependencies, lists missing translations, and removes unused ones (see test/l10n/update.ts). */
import { installAndRun } from './program.mjs';

await installAndRun(['test/l10n/update.ts']);

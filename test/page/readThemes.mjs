/**
 * Reads the variables, body classes and stylesheet that VS Code gives a webview in each of four themes, from a review in the
 * running workbench, and writes them to `themes.json`: `node test/page/readThemes.mjs`, after `npm run package`. The story
 * `themes` fails when this must be repeated.
 */
import { writeFileSync } from 'node:fs';
import { openReview, readThemes } from './workbenchThemes.mjs';
import { themesFile } from './themes.mjs';
import { openWorkbench } from '../host/driver/workbench.mjs';

const workbench = await openWorkbench({ name: 'read-themes' });
try {
  await openReview(workbench);
  const themes = await readThemes(workbench);
  writeFileSync(themesFile, `${JSON.stringify(themes, undefined, 2)}\n`);
  process.stdout.write(`${Object.keys(themes.variables).length} variables of ${themes.names.length} themes\n`);
} finally {
  await workbench.close();
}

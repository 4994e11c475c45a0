/**
 * Run this by hand if a picture has changed. Draws `media/icon.png` from its SVG, and copies the pictures of the README from the
 * screenshots of the stories, if these exist (`npm test -- browser --pictures`).
 */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, workDir } from '../setup/places.mjs';
import { launchBrowser } from './driver/chromium.mjs';

const pictures = path.join(root, 'docs', 'pictures');

/** Each picture with its story and the title of the screenshot. */
const SCREENSHOTS = {
  'review.png': ['approval', 'review-as-approver'],
  'upload.png': ['uploads', 'confirm'],
  'definition.png': ['definitions', 'problem'],
};

for (const [picture, [story, title]] of Object.entries(SCREENSHOTS)) {
  const folder = path.join(workDir, 'shots', story);
  const numbered = new RegExp(`^\\d+-${title}\\.png$`);
  const shot = existsSync(folder) ? readdirSync(folder).find((file) => numbered.test(file)) : undefined;
  if (shot) copyFileSync(path.join(folder, shot), path.join(pictures, picture));
  process.stdout.write(shot ? `${picture}: ${shot}\n` : `${picture}: as it was, its story has left no screenshot\n`);
}

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.setContent(readFileSync(path.join(pictures, 'icon.svg'), 'utf8'));
  await page.locator('svg').screenshot({ path: path.join(root, 'media', 'icon.png'), omitBackground: true });
} finally {
  await browser.close();
}

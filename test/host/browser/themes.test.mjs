/** The page tests show the page with what VS Code hands to a webview; here that is compared with what it really hands over. */
import assert from 'node:assert/strict';
import { readThemeData } from '../../page/themes.mjs';
import { openReview, readThemes } from '../../page/workbenchThemes.mjs';
import { storesNoApiKey, story } from '../driver/story.mjs';

story('themes', {}, (step) => {
  step('opens a review', openReview);

  step('gives the page the variables, classes and rules that are kept in test/page/themes.json', async (workbench) => {
    const [kept, now] = [readThemeData(), await readThemes(workbench)];
    const { variables: keptVariables, ...keptRest } = kept;
    const { variables, ...rest } = now;
    const hint = 'run: node test/page/readThemes.mjs';
    const different = Object.keys({ ...keptVariables, ...variables }).filter(
      (name) => JSON.stringify(keptVariables[name]) !== JSON.stringify(variables[name]),
    );
    assert.deepEqual(different, [], hint);
    assert.deepEqual(rest, keptRest, hint);
  });

  storesNoApiKey(step);
});

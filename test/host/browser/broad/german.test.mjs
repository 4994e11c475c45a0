/** Flag Admin in German, end to end: the display language reaches the manifest, the views, a flow, the review and what is written. */
import assert from 'node:assert/strict';
import { inLanguage, sayIn } from '../../driver/language.mjs';
import { storesNoApiKey, story } from '../../driver/story.mjs';

const say = sayIn('de');
const REQUEST = 'New search: 10 % to 25 %, and the wholesale buyers';

story(
  'german',
  () => inLanguage('de'),
  (step) => {
    let tree;
    let requests;

    step('welcomes, and starts the sandbox', async (workbench) => {
      tree = workbench.treeNamed(say('Workspaces'));
      requests = workbench.treeNamed(say('Change Requests'));
      await workbench.openSideBar();
      await workbench.sideBar.getByRole('button', { name: 'Sandbox ausprobieren', exact: true }).waitFor();
      await workbench.screenshot('welcome');
      await workbench.pressInSideBar('Sandbox ausprobieren');
      await workbench.notifications.waitFor('Die Sandbox läuft in diesem Editor.');
      await tree.expand('Storefront', 'production', 'Segmente');
      await requests.expand('Alle offenen');
      await requests.row('Alle offenen', REQUEST);
      await workbench.screenshot('views');
      await workbench.notifications.clear();
    });

    step('finds commands in the palette by their German titles', async (workbench) => {
      await workbench.page.keyboard.press('F1');
      await workbench.quickInput.type('>Flag Admin: ');
      await workbench.quickInput.row('Flag Admin: API-Schlüssel hinzufügen…').waitFor();
      await workbench.screenshot('palette');
      await workbench.quickInput.cancel();
    });

    step('reviews a change request, with numbers and dates as they are written in German', async (workbench) => {
      await requests.click('Alle offenen', REQUEST);
      const review = await workbench.webview('new-search · production');
      await review.getByRole('heading', { name: say('What would change') }).waitFor();
      assert.equal(await review.locator('html').getAttribute('lang'), 'de');
      let text;
      for (let tries = 0; tries < 100 && !/10\s%\s→ 25\s%/.test(text); tries += 1) {
        text = await review.locator('body').innerText();
        await workbench.page.waitForTimeout(100);
      }
      assert.match(text, /10\s%\s→ 25\s%/);
      assert.match(text, /\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/);
      assert.match(text, /Änderung|ändert|Ändert|Standardregel/);
      await workbench.screenshot('review');
    });

    step('uploads keys into production as a change request', async (workbench) => {
      const { quickInput } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('accounts.txt');
      await workbench.command('Flag Admin: Schlüssel aus aktueller Datei hochladen…');
      await quickInput.choosePlace('beta-accounts', 'production', 'Storefront');
      await quickInput.row('24 Schlüssel hochladen').waitFor();
      await workbench.screenshot('upload');
      await quickInput.choose('24 Schlüssel hochladen');
      await quickInput.waitForText('Geben Sie „production“ ein, um fortzufahren.');
      await quickInput.answer('production');
      await quickInput.submitRow.waitFor();
      await workbench.screenshot('sheet');
      await quickInput.fill('Titel', 'Beta: Anmeldungen vom November');
      await quickInput.fill('Kommentar', 'Sie haben sich für die Beta angemeldet.');
      await quickInput.submit();
      await workbench.notifications.waitFor('Der Änderungsantrag „Beta: Anmeldungen vom November“ ist eingereicht.');
      await workbench.screenshot('submitted');
      await workbench.notifications.clear();
    });

    step('opens a definition with what stands above it', async (workbench) => {
      await tree.click('Storefront', 'development', 'Flags', 'checkout-redesign');
      await workbench.tab('checkout-redesign.yaml').waitFor();
      await workbench.page.locator('.codelens-decoration', { hasText: 'Live' }).first().waitFor();
      await workbench.screenshot('definition');
    });

    storesNoApiKey(step);
  },
);

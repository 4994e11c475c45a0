/** Reads what a webview of the running workbench gets from the theme. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The names of the themes in the settings. All lists here have this order. */
const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

/** Their names in the theme picker and on the page. */
const LABELS = {
  'Default Dark Modern': 'Dark Modern',
  'Default Light Modern': 'Light Modern',
  'Default High Contrast': 'Dark High Contrast',
  'Default High Contrast Light': 'Light High Contrast',
};

const REVIEW = 'new-search · production';

/** Starts the sandbox and opens a review of the sample. */
export async function openReview(workbench) {
  await workbench.openSideBar();
  await workbench.pressInSideBar('Try the Sandbox');
  await workbench.tree.click('Storefront', 'Open Change Requests (7)', 'New search: 10 % to 25 %, and the wholesale buyers');
  const review = await workbench.webview(REVIEW);
  await review.getByText('Default rule', { exact: true }).waitFor();
}

/** @param {import('../host/driver/workbench.mjs').Workbench} workbench  with the review open */
export async function readThemes(workbench) {
  const found = {};
  for (const [name, label] of Object.entries(THEMES)) {
    await chooseTheme(workbench, label);
    const review = await workbench.webview(REVIEW);
    // Until it is notified, the page has the values of the previous theme.
    await review.locator(`body[data-vscode-theme-name="${LABELS[label]}"]`).waitFor();
    found[name] = await settled(() => review.locator('html').evaluate(readGiven));
  }
  const names = Object.keys(found);
  const variables = [...new Set(names.flatMap((name) => Object.keys(found[name].style)))].toSorted();
  return {
    names,
    rules: found.dark.rules,
    bodies: Object.fromEntries(names.map((name) => [name, { classes: found[name].classes, data: found[name].data }])),
    // If a theme does not set a variable, the page uses its own fallback.
    variables: Object.fromEntries(
      variables.map((variable) => [variable, names.map((name) => found[name].style[variable] ?? null)]),
    ),
  };
}

export async function chooseTheme(workbench, label) {
  await workbench.command('Preferences: Color Theme');
  await workbench.quickInput.choose(LABELS[label]);
  await workbench.quickInput.waitUntilClosed();
}

/** Runs in the webview. */
function readGiven(html) {
  const style = {};
  for (const name of html.style) style[name] = html.style.getPropertyValue(name).trim();
  const { body } = html.ownerDocument;
  return {
    style,
    rules: html.ownerDocument.getElementById('_defaultStyles')?.textContent ?? '',
    classes: [...body.classList].toSorted((one, other) => one.localeCompare(other)).join(' '),
    data: { ...body.dataset },
  };
}

/** Waits until two readings in a row are equal. */
async function settled(read) {
  for (let before = ''; ; await sleep(300)) {
    const given = await read();
    const text = JSON.stringify(given);
    if (text === before) return given;
    before = text;
  }
}

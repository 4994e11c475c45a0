/** The four themes as VS Code passes them to a webview. `readThemes.mjs` writes `themes.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/places.mjs';

/**
 * @typedef {object} ThemeData
 * @property {string[]} names
 * @property {string} rules  VS Code's own stylesheet for webviews
 * @property {Record<string, {classes: string, data: Record<string, string>}>} bodies
 * @property {Record<string, (string | null)[]>} variables  in the order of `names`
 */

export const themesFile = path.join(root, 'test', 'page', 'themes.json');

export const readThemeData = () => JSON.parse(readFileSync(themesFile, 'utf8'));

/** Applies this theme to the page like VS Code: variables on the document, classes on the body. */
export async function applyTheme(page, data, name) {
  const place = data.names.indexOf(name);
  const style = Object.entries(data.variables).flatMap(([variable, values]) =>
    values[place] === null ? [] : [[variable, values[place]]],
  );
  await page.evaluate(setTheme, { style, ...data.bodies[name] });
}

/** Runs in the page. Uses the CSSOM, because the policy of the page forbids style attributes. */
function setTheme({ style, classes, data }) {
  const { documentElement: html, body } = document;
  for (const name of Array.from(html.style)) html.style.removeProperty(name);
  for (const [name, value] of style) html.style.setProperty(name, value);
  body.className = classes;
  for (const [name, value] of Object.entries(data)) body.dataset[name] = value;
}

/** `npm run docs`: writes `docs/reference.md` with the commands of the manifest. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './places.mjs';

const FILE = path.join(root, 'docs', 'reference.md');

/** The name of a menu for users. */
const MENUS = {
  'view/title': 'title of a view',
  'view/item/context': 'tree',
  'explorer/context': 'Explorer',
  'editor/context': 'editor',
  'editor/title': 'title of an editor',
  'scm/title': 'Source Control',
  'scm/resourceState/context': 'Source Control',
};

/** The text of the document. */
export function referenceText() {
  const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  const { contributes } = read('package.json');
  const words = read('package.nls.json');
  const inWords = (text = '') => text.replace(/^%(.*)%$/, (_, key) => words[key]);
  return [
    '# Commands',
    'Written by `npm run docs` from `package.json`; a test says when it is out of date.',
    '## Commands',
    'All have the category **Flag Admin**. Those of the palette ask for what they need; in a tree or a file they ask only for the rest.',
    table(
      ['command', 'where', 'id'],
      contributes.commands.map((one) => commandRow(one, contributes, inWords)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function commandRow({ command, title }, { menus, submenus = [] }, inWords) {
  const palette = (menus.commandPalette ?? []).find((entry) => entry.command === command);
  const places = palette?.when === 'false' ? [] : ['palette'];
  for (const [menu, entries] of Object.entries(menus)) {
    const holders = submenus.some(({ id }) => id === menu)
      ? Object.entries(menus).filter(([, others]) => others.some(({ submenu }) => submenu === menu))
      : [[menu, entries]];
    if (!entries.some((entry) => entry.command === command)) continue;
    for (const [holder] of holders) if (MENUS[holder] && !places.includes(MENUS[holder])) places.push(MENUS[holder]);
  }
  // A command in no menu is run by a click on a row of the tree.
  return [inWords(title), places.join(', ') || 'tree', `\`${command}\``];
}

/** Padded in the same way as by Prettier. */
function table(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')));
  const widths = heads.map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)));
  const line = (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function main() {
  const text = referenceText();
  if (!process.argv.includes('--check')) return writeFileSync(FILE, text);
  if (readFileSync(FILE, 'utf8') === text) return undefined;
  process.stderr.write('docs/reference.md is out of date: npm run docs\n');
  process.exitCode = 1;
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

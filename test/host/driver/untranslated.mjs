/** Finds text in the workbench that is not in the display language. */
import { unspoken } from '../../l10n/pseudo.ts';
import { sampleWords } from '../../l10n/sampleWords.ts';

/** Places where text of the extension appears. */
const PLACES = [
  '.sidebar .pane-header .title',
  '.sidebar .customview-tree .label-name',
  '.sidebar .customview-tree .label-description',
  '.sidebar .customview-tree .action-label',
  '.sidebar .welcome-view-content',
  '.scm-view .monaco-list-row',
  '.quick-input-titlebar',
  '.quick-input-header',
  '.quick-input-message',
  '.quick-input-list .label-name',
  '.quick-input-list .label-description',
  '.quick-input-list-label-meta',
  '.quick-input-list-separator',
  '.quick-input-list .action-label',
  '.notification-list-item-message',
  '.notification-list-item-buttons-container',
  '.monaco-dialog-box .dialog-message-container',
  '.monaco-dialog-box .dialog-buttons',
  '[id^="flag-admin.flag-admin"].statusbar-item',
  '.tabs-container .tab .label-name',
  '.codelens-decoration',
  '.monaco-hover',
  '.marker-widget',
  '.monaco-menu',
];

/** Text of the workbench itself in these places, and text that needs no translation. */
const ITS_OWN = [
  /\(Press 'Enter' to confirm.*?'Escape' to cancel\)/g,
  /\b\d+ (Selected|Results)\b/g,
  /^(Back|OK|Cancel|Source Control.*|Changes|Welcome|More Actions\.{3}|Toggle all checkboxes|View Problem.*|No quick fixes available)$/gm,
  /Flag Admin\s*\(\w+\)/g, // the code of a problem
  /\b[\da-f]{64}\b/g, // a fingerprint
  /^(Ctrl|Control|Alt|Shift)\+.*$/gm,
];

/** Names of files and file types. */
const NAMES = ['https', 'flag', 'admin', 'accounts', 'csv', 'txt', 'yaml', 'json', 'md'];
const known = new Set([...NAMES, ...sampleWords()]);

/**
 * Returns the shown words that are not in the display language, which must be the pseudo-language.
 * @returns {Promise<string[]>} each with its line
 */
export async function untranslatedTexts(workbench) {
  const lines = await workbench.page.evaluate(readPlaces, PLACES);
  return untranslatedLines(lines.join('\n'));
}

/** The same for a webview. */
export async function untranslatedIn(webview) {
  return untranslatedLines(await webview.locator('body').innerText());
}

/** The same for a text, such as that of a document. */
export function untranslatedLines(text) {
  const ours = ITS_OWN.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  return ours.split('\n').flatMap((line) => {
    const words = unspoken(line, known);
    return words.length > 0 ? [`${words.join(' ')}  in: ${line.trim()}`] : [];
  });
}

/** Runs in the page. */
function readPlaces(places) {
  const said = [];
  for (const element of document.querySelectorAll(places.join(','))) {
    if (!element.checkVisibility()) continue;
    said.push(element.innerText, element.getAttribute('aria-label') ?? '');
    for (const input of element.querySelectorAll('input, textarea')) said.push(input.placeholder, input.title);
  }
  return said;
}

/** What the first items of a YAML list look like by their lines: a parser says later what they are. */
import type { ListSample } from './guessList.ts';

const MAX_LINES = 1000;
const FIELD = /^(?:"([^"]+)"|'([^']+)'|([^\s'"#[\]{}&*!|>%@`,][^:#]*?)) *:(?: +(.*))?$/;

/** Of the first list in the text. */
export function sampleYaml(text: string): ListSample {
  const fields: string[] = [];
  const rows: string[][] = [];
  let row: string[] | undefined;
  let indent = -1;
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const [, spaces = '', dash, rest = ''] = /^( *)(- +)?(.*)$/.exec(line)!;
    const begin = spaces.length + (dash?.length ?? 0);
    if (dash !== undefined && indent === -1) indent = begin;
    if (rest !== '' && begin < indent) break;
    if (dash !== undefined && begin === indent) {
      row = [];
      rows.push(row);
    }
    if (!row || begin !== indent) continue;
    const [, double, single, plain, value = ''] = FIELD.exec(rest) ?? [];
    const name = double ?? single ?? plain;
    if (name === undefined) continue;
    const index = fields.indexOf(name);
    row[index === -1 ? fields.push(name) - 1 : index] = valueOf(value);
  }
  return { fields, rows };
}

/** Empty for what is no scalar on this line. */
function valueOf(written: string): string {
  const quoted = /^(["'])(.*)\1 *(?:#.*)?$/.exec(written);
  if (quoted) return quoted[2]!.trim();
  return /^[[{&*!|>]/.test(written) ? '' : written.replace(/(?:^| )#.*$/, '').trim();
}

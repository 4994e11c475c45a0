/** What the first items of a YAML list look like by their lines: a parser says later what they are. */
import type { ListSample } from './guessList.ts';
import { flowList, flowMapping } from './yamlFlow.ts';

const MAX_LINES = 1000;
/** Lines of one flow mapping, or of the beginning of a list of them. */
const MAX_FLOW = 50;
/** A list in brackets, as it is or in a field. */
const FLOW_LIST = /^(?:[^\s#'"[\]{}-][^:#]*:)?\s*\[/;
const FIELD = /^(?:"([^"]+)"|'([^']+)'|([^\s'"#[\]{}&*!|>%@`,][^:#]*?)) *:(?: +(.*))?$/;

/** Of the first list in the text. */
export function sampleYaml(text: string): ListSample {
  const fields: string[] = [];
  const rows: string[][] = [];
  let row: string[] | undefined;
  let indent = -1;
  const lines = text.split(/\r?\n/, MAX_LINES);
  const put = (into: string[], name: string, value: string): void => {
    const index = fields.indexOf(name);
    into[index === -1 ? fields.push(name) - 1 : index] = value;
  };
  for (const [at, line] of lines.entries()) {
    const list = indent === -1 ? FLOW_LIST.exec(line) : null;
    if (list) {
      for (const mapping of flowList(lines.slice(at, at + MAX_FLOW).join('\n'), list[0].length - 1, MAX_LINES)) {
        const into: string[] = [];
        for (const [name, value] of mapping) put(into, name, value);
        rows.push(into);
      }
      // One of scalars is not the list that has fields.
      if (rows.length > 0) break;
      continue;
    }
    const [, spaces = '', dash, rest = ''] = /^( *)(- +)?(.*)$/.exec(line)!;
    const begin = spaces.length + (dash?.length ?? 0);
    if (dash !== undefined && indent === -1) indent = begin;
    if (rest !== '' && begin < indent) break;
    if (dash !== undefined && begin === indent) {
      row = [];
      rows.push(row);
    }
    if (!row || begin !== indent) continue;
    if (dash !== undefined && rest.startsWith('{')) {
      const { fields: flow } = flowMapping([rest, ...lines.slice(at + 1, at + MAX_FLOW)].join('\n'), 0);
      for (const [name, value] of flow) put(row, name, value);
      continue;
    }
    const [, double, single, plain, value = ''] = FIELD.exec(rest) ?? [];
    const name = double ?? single ?? plain;
    if (name === undefined) continue;
    put(row, name, valueOf(value));
  }
  return { fields, rows };
}

/** Empty for what is no scalar on this line. */
function valueOf(written: string): string {
  const quoted = /^(["'])(.*)\1 *(?:#.*)?$/.exec(written);
  if (quoted) return quoted[2]!.trim();
  return /^[[{&*!|>]/.test(written) ? '' : written.replace(/(?:^| )#.*$/, '').trim();
}

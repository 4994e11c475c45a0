/** The first items of the lists in a JSON text. */
import type { ListSample } from './guessList.ts';
import { createJsonReader, type JsonVisitor } from './jsonReader.ts';

const MAX_ITEMS = 200;

/** In the order of the text; a broken text has what stands before the fault. */
export function sampleJson(text: string, isCut: boolean, isLined: boolean): readonly ListSample[] {
  const lists: { depth: number; fields: string[]; rows: string[][] }[] = [];
  const kinds: boolean[] = [];
  let list: (typeof lists)[number] | undefined;
  let row: string[] | undefined;
  let column = -1;

  function begin(depth: number): void {
    list = { depth, fields: [], rows: [] };
    lists.push(list);
  }
  function take(value: string): void {
    if (row && kinds.length - 1 === list?.depth && column !== -1) row[column] = value;
  }

  const visitor: JsonVisitor = {
    open(isArray) {
      if (list && kinds.length === list.depth && !isArray) {
        row = [];
        list.rows.push(row);
      }
      kinds.push(isArray);
      if (isArray && !list && kinds.filter(Boolean).length === 1) begin(kinds.length);
    },
    close() {
      if (list && kinds.length === list.depth) list = undefined;
      else if (list && kinds.length - 1 === list.depth) row = undefined;
      kinds.pop();
    },
    wantsString: () => row !== undefined && kinds.length - 1 === list?.depth,
    passPlain: () => -1,
    string: (value) => take(value.trim()),
    other: (written) => take(/^[a-z]/.test(written) ? '' : written),
    name(written, start, end) {
      if (!row || !list || kinds.length - 1 !== list.depth) return;
      const name = JSON.parse(written.slice(start - 1, end + 1)) as string;
      column = list.fields.indexOf(name);
      if (column === -1) column = list.fields.push(name) - 1;
    },
    blankLine: () => undefined,
  };
  if (isLined) begin(0);
  const reader = createJsonReader(visitor, isLined);
  for (let position = 0; !reader.fault() && (list?.rows.length ?? 0) < MAX_ITEMS;) {
    const next = reader.read(text, position, position + 1000, !isCut);
    if (next === position) break;
    position = next;
  }
  return lists.filter(({ rows }, index) => index === 0 || rows.length > 0);
}

/** The rows as a table for people to read. */
import type { Row } from './row.ts';

const COLUMNS = ['what', 'value', 'ratio', 'spread', 'against', 'aim', ''] as const;
/** Columns of numbers are aligned to the right. */
const RIGHT = new Set<number>([1, 2, 3]);

export function tableOf(rows: readonly Row[]): string {
  const lines = [COLUMNS, ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells.map((cell, column) => (RIGHT.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

function cellsOf({ what, value, unit, ratio, spread, against, aim, isMet }: Row): readonly string[] {
  const [low, high] = spread.map(short);
  return [
    what,
    `${short(value)} ${unit}`,
    ratio === undefined ? '' : `${short(ratio)}×`,
    `${low}–${high}`,
    against ?? '',
    aim ? `≤ ${aim.atMost}${aim.of === 'ratio' ? '×' : ''}` : '',
    aim ? (isMet ? 'met' : 'NOT MET') : '',
  ];
}

/** Three significant digits. */
function short(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 3));
}

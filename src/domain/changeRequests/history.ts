/** The history of a change request as data for other programs: JSON with each entry as the service gave it, CSV with one row for each entry. */
import type { ChangeRequest } from '../../api/model.ts';

/** In the order of creation, as `comments` are. */
export function historyAsJson(request: ChangeRequest): string {
  const { id, title, status, operationType, workspace, segment, flag, comments } = request;
  const head = { id, title, status, operationType, segment: segment?.name, flag: flag?.name, workspaceId: workspace?.id };
  return `${JSON.stringify({ ...head, comments }, undefined, 2)}\n`;
}

const COLUMNS = ['id', 'title', 'time', 'user', 'role', 'comment'] as const;

/** RFC 4180; times as ISO 8601 in UTC, empty where the service gave none. */
export function historyAsCsv({ id, title, comments }: ChangeRequest): string {
  const rows = comments.map(({ timestamp, user, role, comment }) => [
    id,
    title ?? '',
    timeOf(timestamp),
    user ?? '',
    role ?? '',
    comment ?? '',
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function timeOf(timestamp: number | null | undefined): string {
  const time = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** A spreadsheet runs a cell that begins like a formula; a quote in front keeps it a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

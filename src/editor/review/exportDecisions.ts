/** Export Decisions…: exports one row for each change request that was decided in a period. Meant for reports and audits. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { hasStatus } from '../../api/errors.ts';
import {
  APPROVED_STATUSES,
  compareByDecision,
  DECIDED_STATUSES,
  decisionRecordOf,
  mayBeDecidedIn,
  type DecisionRecord,
  type Period,
} from '../../domain/changeRequests/decisionRecord.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { askChoice, askSeveral, type Answer } from '../ask/ask.ts';
import { workspaceOptions } from '../ask/placeOptions.ts';
import type { Connected } from '../window/connected.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { markdownText } from '../words/escape.ts';
import { localDay } from '../words/localTime.ts';
import { formatMoment, formatNumber, operationSentence, statusStyle } from '../words/requestWords.ts';
import { csvText, isoTime } from './csv.ts';
import { exportAs } from './exportAs.ts';

const { t } = vscode.l10n;

/** A row of the export. `workspace` is the name of the workspace, and empty if the name is not known. */
interface Row extends DecisionRecord {
  readonly workspace: string;
  readonly what: string;
}

export async function exportDecisions({ connections, serviceFacts, log }: Services): Promise<void> {
  const title = t('Export Decisions');
  const connected = await connections.orAsk();
  if (!connected) return;
  const period = await askPeriod(title, Date.now());
  if (typeof period !== 'object') return;
  const names = await chosenWorkspaces(title, connected);
  if (!names) return;
  const requests = await tellProgress(
    t('Reading the decided change requests…'),
    (progress, signal) => readDecided(connected, (count) => progress.report({ message: formatNumber(count) }), signal),
    { cancellable: true },
  );
  const all = requests
    .map((request): Row => {
      const record = decisionRecordOf(request, serviceFacts.environmentOf(connected.origin, request.id));
      return { ...record, workspace: names.get(record.workspaceId ?? '') ?? '', what: operationSentence(request) };
    })
    // A request without a workspace might belong to one of the chosen workspaces.
    .filter((row) => mayBeDecidedIn(row, period) && (row.workspaceId === undefined || names.has(row.workspaceId)));
  if (all.length === 0) return tellRefusal(t('No change request was decided in this period.'));
  const rows = (await chosenEnvironments(title, all))?.toSorted(compareByDecision);
  if (!rows) return;
  await exportAs(log, {
    title: t('{0}: {1}', title, rows.length === 1 ? t('1 change request') : t('{0} change requests', formatNumber(rows.length))),
    // The user chose the period in local time.
    name: `decisions-${localDay(period.from)}`,
    copied: t('The decisions are copied as Markdown.'),
    texts: { markdown: () => asMarkdown(rows), json: () => asJson(rows), csv: () => asCsv(rows) },
  });
}

/**
 * Asks for the period. Last month is the first answer, because reports are usually about it. Months and years are in the time
 * zone of this computer.
 */
function askPeriod(title: string, now: number): Promise<Answer<Period>> {
  const today = new Date(now);
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const between = (from: Date, to: Date): Period => ({ from: from.getTime(), to: to.getTime() });
  const end = new Date(year, month, today.getDate() + 1);
  const periods: readonly (readonly [string, Period])[] = [
    [t('Last month'), between(new Date(year, month - 1, 1), new Date(year, month, 1))],
    [t('This month'), between(new Date(year, month, 1), end)],
    [t('The last three months'), between(new Date(year, month - 3, today.getDate() + 1), end)],
    [t('This year'), between(new Date(year, 0, 1), end)],
    [t('Last year'), between(new Date(year - 1, 0, 1), new Date(year, 0, 1))],
    [t('Everything that the service lists'), between(new Date(0), end)],
  ];
  return askChoice<Period>({
    title,
    isFirstActive: true,
    placeholder: t('Decisions from which period?'),
    options: periods.map(([label, value]) => ({ label, icon: new vscode.ThemeIcon('calendar'), value })),
  });
}

/** Asks for the workspaces and returns their names by id. Undefined if the user cancelled. */
async function chosenWorkspaces(title: string, connected: Connected): Promise<ReadonlyMap<string, string> | undefined> {
  // Reads the list of workspaces again, so that the export contains the decisions of a new workspace.
  const { workspaces } = catalogOf(connected.client);
  await workspaces.read({ newerThan: systemClock.now() });
  const options = await workspaceOptions(connected);
  const named = (values: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> =>
    new Map(values.map(({ id, name }) => [id, name]));
  if (options.length <= 1) return named(options.map(({ value }) => value));
  const ticked = await askSeveral({
    title,
    placeholder: t('In which workspaces?'),
    options: options.map((option) => ({ ...option, isTicked: true })),
  });
  return Array.isArray(ticked) ? named(ticked) : undefined;
}

/** Asks for the environments and returns their rows. Undefined if the user cancelled. */
async function chosenEnvironments(title: string, rows: readonly Row[]): Promise<readonly Row[] | undefined> {
  const nameOf = ({ environment }: Row): string => environment?.name ?? '';
  const names = [...new Set(rows.map(nameOf))].toSorted();
  if (names.length === 1) return rows;
  const ticked = await askSeveral<string>({
    title,
    placeholder: t('In which environments?'),
    options: names.map((name) => ({ label: name === '' ? t('environment unknown') : name, value: name, isTicked: true })),
  });
  return Array.isArray(ticked) ? rows.filter((row) => (ticked as readonly string[]).includes(nameOf(row))) : undefined;
}

/**
 * Reads the decided requests. Skips a status that the service does not know. Calls `report` with the number of requests that
 * were read so far.
 */
async function readDecided(
  { client }: Connected,
  report: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly ChangeRequest[]> {
  const catalog = catalogOf(client);
  const lists = [...DECIDED_STATUSES, ...APPROVED_STATUSES].map((status) => ({ status, list: catalog.requests({ status }) }));
  const listener = catalog.onDidChange(() => report(lists.reduce((sum, { list }) => sum + list.items.length, 0)));
  try {
    for (const { list } of lists) list.expire();
    const read = lists.map(async ({ status, list }): Promise<readonly ChangeRequest[]> => {
      try {
        await list.read({ signal });
      } catch (error) {
        const isOptional = APPROVED_STATUSES.some((one) => one === status);
        if (isOptional && REFUSALS.some((code) => hasStatus(error, code))) return [];
        throw error;
      }
      // A service that ignores an unknown status lists its open requests. The filter removes them.
      return list.items.filter((request) => request.status === status);
    });
    return (await Promise.all(read)).flat();
  } finally {
    listener.dispose();
  }
}

/** The HTTP statuses with which services refuse a request status that they don't know. */
const REFUSALS = [400, 404, 405, 422];

const FIELDS = [
  'id',
  'status',
  'title',
  'what',
  'workspace',
  'environment',
  'submittedBy',
  'submittedAt',
  'decidedBy',
  'decidedAt',
  'reason',
] as const;

const fieldsOf = (row: Row): Readonly<Record<(typeof FIELDS)[number], string | undefined>> => ({
  ...row,
  workspace: row.workspace || row.workspaceId,
  environment: row.environment?.name,
  submittedAt: isoTime(row.submittedAt),
  decidedAt: isoTime(row.decidedAt),
});

/** Writes the rows as JSON. A value that the service does not report is null. */
const asJson = (rows: readonly Row[]): string =>
  `${JSON.stringify(
    rows.map((row) => Object.fromEntries(FIELDS.map((field) => [field, fieldsOf(row)[field] || null]))),
    undefined,
    2,
  )}\n`;

/** Writes the rows as CSV. A value that the service does not report is an empty cell. */
const asCsv = (rows: readonly Row[]): string =>
  csvText([FIELDS, ...rows.map((row) => FIELDS.map((field) => fieldsOf(row)[field]))]);

function asMarkdown(rows: readonly Row[]): string {
  const untimed = rows.filter(({ decidedAt }) => decidedAt === undefined).length;
  const lines = rows.map((row) => {
    const { title, what, reason, decidedBy, decidedAt, submittedBy, status } = row;
    const place = [row.environment?.name ?? t('environment unknown'), row.workspace].filter(Boolean).join(' · ');
    const decided = [
      statusStyle(status).label,
      decidedBy ?? t('unknown'),
      decidedAt === undefined ? t('time unknown') : formatMoment(decidedAt),
    ];
    return [
      `- **${markdownText(title ?? what)}** (${markdownText(place)})`,
      `  - ${markdownText(what)}`,
      `  - ${markdownText(decided.join(' · '))}`,
      `  - ${markdownText(t('submitted by {0}', submittedBy ?? t('unknown')))}`,
      ...(reason === undefined ? [] : [`  - > ${markdownText(reason.replaceAll(/\s+/g, ' '))}`]),
    ].join('\n');
  });
  const note = t(
    'For {0} of these requests, the service does not report when they were decided. They might belong to a different period.',
    formatNumber(untimed),
  );
  return [`## ${markdownText(t('Decisions'))}`, ...lines, ...(untimed > 0 ? [markdownText(note)] : [])].join('\n\n').concat('\n');
}

/**
 * The command “Which Flags Can Go?”: a report of the flags whose code can be removed, from the definitions of the critical
 * environments.
 */
import * as vscode from 'vscode';
import { removalsOf, type Removal } from '../../domain/flagUses/removal.ts';
import { readRemovalFacts } from '../../operations/definitions/readRemovalFacts.ts';
import { askChoice } from '../ask/ask.ts';
import { tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { flagFrom } from '../window/target.ts';
import { inSlices } from '../words/inSlices.ts';
import { commandStep } from '../words/nextSteps.ts';
import { formatNumber } from '../words/requestWords.ts';
import type { CodeContext } from './codeContext.ts';
import { quotedPattern } from './findUses.ts';
import { flagCommand, type CodePlace } from './places.ts';
import { briefText, reportText } from './reportText.ts';

const { t } = vscode.l10n;

export async function writeReport({ folders, places, reports, services }: CodeContext): Promise<void> {
  const title = t('Which Flags Can Go?');
  const all = [...folders.all.values()];
  const use = commandStep(t('Use Flags in Code…'), 'flagAdmin.code.use');
  if (all.length === 0) return tellRefusal(t('No folder of this window uses flags in code.'), use);
  const options = all.map((value) => ({ label: value.workspace, description: value.file.fsPath, value }));
  const question = { title, placeholder: t('For which folder?'), isFirstActive: true, options };
  const folder = all.length === 1 ? all[0] : await askChoice(question);
  if (typeof folder !== 'object' || !(await services.connections.orAsk())) return;
  const place = await places.of(folder);
  if (!place || place.critical.length < Math.max(1, folder.criticalEnvironments?.length ?? 0)) {
    // The file shows which name does not exist.
    await vscode.window.showTextDocument(folder.file);
    return tellRefusal(t('The workspace or its critical environments don’t exist: correct this file first.'));
  }
  const removals = await tellProgress(
    title,
    (progress, signal) => readRemovals(place, (message) => progress.report({ message }), signal),
    { cancellable: true },
  );
  const { text, ...report } = reportText(place, removals);
  const uri = await services.texts.open(`${title} – ${folder.workspace}.txt`, text);
  reports.set(uri.toString(), report);
}

async function readRemovals(
  { connected: { client }, workspace, critical, pinned }: CodePlace,
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<readonly Removal[]> {
  const where = { workspaceId: workspace.id, environments: critical, pinned };
  const tell = (environment: string, read: number, all: number): void =>
    report(t('{0}: {1} of {2} flags', environment, formatNumber(read), formatNumber(all)));
  const { flags, environments, requested } = await readRemovalFacts(client, where, tell, signal);
  return inSlices(removalsOf(flags, environments, requested), signal);
}

/** Above each row: Find Uses and Copy Cleanup Brief. */
export function reportLenses(reports: CodeContext['reports'], uri: vscode.Uri): vscode.CodeLens[] {
  const report = reports.get(uri.toString());
  if (!report) return [];
  return [...report.rows].flatMap(([line, { flag }]) => {
    const range = new vscode.Range(line, 0, line, 0);
    return [
      new vscode.CodeLens(range, { title: t('Find Uses'), ...flagCommand(report.place, flag, 'findUses') }),
      new vscode.CodeLens(range, { title: t('Copy Cleanup Brief'), ...flagCommand(report.place, flag, 'copyBrief') }),
    ];
  });
}

/** Copies the facts that somebody needs to remove a flag from the code. If this window has no report yet, creates one instead. */
export async function copyBrief(parts: CodeContext, argument: unknown): Promise<void> {
  const target = flagFrom(argument);
  const report = [...parts.reports.values()].findLast(({ place }) => !target || place.workspace.id === target.workspace.id);
  if (!report) return writeReport(parts);
  const all = [...report.rows.values()];
  const options = all.map((value) => ({ label: value.flag, value }));
  const removal =
    all.find(({ flag }) => flag === target?.name) ??
    (await askChoice({ title: t('Copy Cleanup Brief'), placeholder: t('For which flag?'), isFirstActive: true, options }));
  if (typeof removal !== 'object') return;
  await vscode.env.clipboard.writeText(briefText(removal, report.place, quotedPattern(removal.flag)));
  tellDone(t('The brief for {0} is copied.', removal.flag));
}

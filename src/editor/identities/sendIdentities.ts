/** Sends identities and reports the result: what was saved, what the service did not accept, and how to continue. */
import * as vscode from 'vscode';
import type { IdentityRow } from '../../domain/identities/identitiesFrom.ts';
import { isAnswerLost } from '../../operations/lostAnswer.ts';
import { saveIdentitiesInBatches, type FailedIdentity, type SaveOutcome } from '../../operations/identities/saveIdentities.ts';
import { ownProblem } from '../words/escape.ts';
import { formatNumber } from '../words/requestWords.ts';
import { describeFailure } from '../words/failureWords.ts';
import { inPlace } from '../words/placeWords.ts';
import { reportFailure, runStep, tellDone, tellError, tellProgress, tellRefusal } from '../window/notifications.ts';
import type { NextStep } from '../words/nextSteps.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { apiKeyForAction } from '../ask/apiKeyForAction.ts';
import { askPermit } from '../ask/permit.ts';
import type { Connected } from '../window/connected.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { Services } from '../window/services.ts';
import { currentRows } from './currentRows.ts';
import type { FoundIdentities, SourceFile } from './readIdentities.ts';

const { t } = vscode.l10n;

export interface IdentityTarget {
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly trafficType: { readonly id: string; readonly name: string };
}

/** The values that all batches of an upload share. */
export interface IdentityUpload {
  /** The connection that was in use when the upload started. */
  readonly connection: Pick<Connected, 'connectionId' | 'connectionName'>;
  readonly target: IdentityTarget;
  /** The identities that were read from the file before they were sent. */
  readonly found: FoundIdentities;
  readonly problems: vscode.DiagnosticCollection;
  readonly title: string;
}

type Failed = readonly FailedIdentity<IdentityRow>[];

/** The results of the earlier attempts, if an interrupted upload continues with the remaining identities. */
interface EarlierAttempts {
  readonly sent: number;
  readonly failed: Failed;
}

/**
 * Sends identities. Each attempt asks for a permit and uses the API key in use at that time, because the user may have replaced
 * a refused API key. Returns false if the user cancelled before anything was sent.
 */
export async function sendIdentities(
  services: Services,
  upload: IdentityUpload,
  identities: readonly IdentityRow[],
  before: EarlierAttempts = { sent: 0, failed: [] },
): Promise<boolean> {
  const { connection, target, title } = upload;
  const { workspace, environment, trafficType } = target;
  const inUse = await services.connections.orAsk();
  if (!inUse) return false;
  if (inUse.connectionId !== connection.connectionId) {
    const tell = (): void => {
      const goOn = reofferedStep(services, t('Go On…'), () => sendIdentities(services, upload, identities, before), tell);
      tellRefusal(wrongConnectionMessage(services.connections, connection), goOn);
    };
    tell();
    return true;
  }
  const connected = await apiKeyForAction({ ...services, connected: inUse, ability: 'change', environment, title });
  const permit =
    connected && (await askPermit(connected, { workspaceId: workspace.id, environment, workspaceName: workspace.name }, title));
  if (!permit) return false;
  const place = { environmentId: environment.id, trafficTypeId: trafficType.id };
  const outcome = await tellProgress(
    title,
    (progress, signal) => {
      const all = identities.length;
      let reported = 0;
      return saveIdentitiesInBatches(connected.client, place, identities.slice(before.sent), {
        permit,
        signal,
        onProgress: (sentNow) => {
          const sent = before.sent + sentNow;
          progress.report({
            message: `${formatNumber(sent)} / ${formatNumber(all)}`,
            increment: ((sent - reported) / all) * 100,
          });
          reported = sent;
        },
      });
    },
    { cancellable: true },
  );
  const failed = [...before.failed, ...outcome.failed];
  const areMarked = await markFailedRows(upload, failed);
  tellOutcome(services, upload, { outcome, identities, sent: before.sent + outcome.sent, failed, areMarked });
  return true;
}

/**
 * Returns a button of a notification. If the action of the button fails or returns false, `again` shows the notification again:
 * pressing a button closes the notification, and without it the user could not continue the upload.
 */
const reofferedStep = (
  { log }: Pick<Services, 'log'>,
  label: string,
  act: () => Promise<boolean>,
  again: () => void,
): NextStep => ({
  label,
  log,
  async run() {
    const isOver = await act().catch((error: unknown) => {
      reportFailure(error, log);
      return false;
    });
    if (!isOver) again();
  },
});

/** True if the file still has the text that was read. */
const isUnchanged = ({ document, text }: SourceFile): Thenable<boolean> =>
  vscode.workspace.openTextDocument(document.uri).then(
    (now) => now.getText() === text,
    () => false,
  );

/**
 * Shows the failed identities as problems on the lines of the file, if the file still has the text that was read. Returns true
 * if problems are shown. The problems remain until the next upload, or until the file is closed.
 */
async function markFailedRows({ found: { file }, problems }: IdentityUpload, failed: Failed): Promise<boolean> {
  problems.delete(file.document.uri);
  if (failed.length === 0 || !(await isUnchanged(file))) return false;
  // Shows the file in a tab, because the editor soon closes a document without a tab, and its problems are then removed.
  const { document } = await vscode.window.showTextDocument(file.document.uri, { preserveFocus: true, preview: false });
  const all = failed.map(({ identity, message }) =>
    ownProblem(document.lineAt(identity.line - 1).range, problemSentence(identity.key, message)),
  );
  problems.set(document.uri, all);
  return true;
}

const problemSentence = (key: string, message = ''): string =>
  t('The service did not confirm the identity {0}. {1}', key, message).trim();

interface Result extends EarlierAttempts {
  readonly outcome: SaveOutcome<IdentityRow>;
  readonly identities: readonly IdentityRow[];
  readonly areMarked: boolean;
}

function tellOutcome(services: Services, upload: IdentityUpload, result: Result): void {
  const { outcome, identities, sent, failed } = result;
  const place = inPlace(upload.target.trafficType.name, upload.target);
  const [saved, all] = [formatNumber(sent - failed.length), formatNumber(identities.length)];
  const again = (): void => tellOutcome(services, upload, result);
  const send = (): Promise<boolean> => sendIdentities(services, upload, identities, { sent, failed });
  const goOn = reofferedStep(services, t('Go On…'), send, again);
  // If the answer to a call was lost, it is not known if the call succeeded.
  const isLost = outcome.outcome === 'cancelled' || (outcome.outcome === 'stopped' && isAnswerLost(outcome.error));
  const sentence = isLost
    ? t('At least {0} of {1} identities were saved for the traffic type {2}.', saved, all, place)
    : t('{0} of {1} identities are saved for the traffic type {2}.', saved, all, place);
  const some = `${sentence} ${failedSentence(result, upload)}`.trim();
  switch (outcome.outcome) {
    case 'saved':
      if (failed.length > 0) tellRefusal(some, ...failedSteps(services, upload, result, again));
      else tellDone(some);
      return;
    case 'cancelled':
      return tellRefusal(some, goOn);
    case 'stopped': {
      const failure = describeFailure(outcome.error);
      services.log.warn(failure.detail);
      const steps = failure.steps.map((step) =>
        reofferedStep(services, step.label, () => runStep(step).then(() => false), again),
      );
      return tellError(`${some} ${failure.sentence}`, goOn, ...steps);
    }
    default:
      outcome satisfies never;
  }
}

/** Describes the failed identities. Empty if every identity was saved. */
function failedSentence({ failed, areMarked }: Result, { found: { file } }: IdentityUpload): string {
  const [first] = failed;
  if (!first) return '';
  const count = formatNumber(failed.length);
  if (areMarked) return t('Identities that were not saved: {0}. They are marked in {1} with the reason.', count, file.name);
  return t(
    'Identities that were not saved: {0}. The first one is {1}. {2}',
    count,
    first.identity.key,
    first.message ?? '',
  ).trim();
}

function failedSteps(
  services: Services,
  upload: IdentityUpload,
  { failed, areMarked }: Result,
  again: () => void,
): readonly NextStep[] {
  const rows = failed.map(({ identity }) => identity);
  const retry = async (): Promise<boolean> => {
    const now = await currentRows(services, upload.found, rows, upload.title);
    if (now === 'left') return false;
    return now === undefined || sendIdentities(services, { ...upload, found: now }, now.identities);
  };
  const show = async (): Promise<boolean> => {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
    return false;
  };
  return [
    reofferedStep(services, t('Retry Unsaved Identities'), retry, again),
    ...(areMarked ? [reofferedStep(services, t('Show Problems'), show, again)] : []),
  ];
}

/** Sends identities and tells how it ended: what is saved, what the service did not take, and how to go on. */
import * as vscode from 'vscode';
import type { IdentityRow } from '../../domain/identities/identitiesFrom.ts';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import { saveIdentities, type FailedIdentity, type SaveOutcome } from '../../operations/saveIdentities.ts';
import { tellFailure } from '../command.ts';
import type { Connected } from '../service/connected.ts';
import { describeFailure } from '../messages/failure.ts';
import { keyForAction } from '../prompts/keyForAction.ts';
import { ofAnother } from '../messages/otherConnection.ts';
import { askPermit } from '../prompts/permit.ts';
import type { Log } from '../log.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { commandStep, tellDone, tellError, tellProgress, tellRefusal, type NextStep } from '../messages/notifications.ts';
import type { IdentityTarget } from './choosePlace.ts';
import type { IdentitiesDeps } from './index.ts';
import type { Problems } from './problems.ts';
import { isUnchanged, type SourceFile } from './readDocument.ts';

const { t } = vscode.l10n;

/** The same from the first batch to the last retry. */
export interface IdentityUpload {
  /** The connection it was begun with. */
  readonly begun: Pick<Connected, 'connectionId' | 'connectionName'>;
  readonly target: IdentityTarget;
  readonly file: SourceFile;
  readonly problems: Problems;
  readonly title: string;
}

type Failed = readonly FailedIdentity<IdentityRow>[];
type Outcome = SaveOutcome<IdentityRow>;

/** What of the identities was answered before, where this goes on with the rest. */
interface Before {
  readonly sent: number;
  readonly failed: Failed;
}

/** Each time with the API key that is in use by then, as the one before may be refused and replaced; and with a permit. */
export async function sendIdentities(
  deps: IdentitiesDeps,
  upload: IdentityUpload,
  identities: readonly IdentityRow[],
  before: Before = { sent: 0, failed: [] },
): Promise<void> {
  const { begun, target, title } = upload;
  const { workspace, environment, trafficType } = target;
  const inUse = await deps.connections.orAsk();
  if (!inUse) return;
  if (inUse.connectionId !== begun.connectionId) {
    tellRefusal(
      ofAnother(deps.connections, begun),
      runStep(deps, t('Go On…'), () => sendIdentities(deps, upload, identities, before)),
    );
    return;
  }
  const abilities = createKeyAbilities(deps.memory);
  const connected = await keyForAction({ ...deps, abilities, connected: inUse, ability: 'change', environment, title });
  const permit = connected && (await askPermit(connected, { workspaceId: workspace.id, environment }, title));
  if (!permit) return;
  const place = { environmentId: environment.id, trafficTypeId: trafficType.id };
  const outcome = await tellProgress(
    t('Saving identities in {0} / {1}', workspace.name, environment.name),
    (progress, signal) => {
      const all = identities.length;
      let shown = 0;
      return saveIdentities(connected.client, place, identities.slice(before.sent), {
        permit,
        signal,
        onProgress: (sentNow) => {
          const sent = before.sent + sentNow;
          const message = t('{0} of {1} identities', formatNumber(sent), formatNumber(all));
          progress.report({ message, increment: ((sent - shown) / all) * 100 });
          shown = sent;
        },
        onWait: (seconds) => progress.report({ message: t('the service asks to wait {0} s', seconds) }),
      });
    },
    { cancellable: true },
  );
  const failed = [...before.failed, ...outcome.failed];
  const areMarked = await mark(upload, failed);
  tellOutcome(deps, upload, { outcome, identities, sent: before.sent + outcome.sent, failed, areMarked });
}

/** On the lines of the file, as long as those are what was sent. */
async function mark({ file, problems }: IdentityUpload, failed: Failed): Promise<boolean> {
  problems.clear(file.document.uri);
  if (failed.length === 0 || !(await isUnchanged(file))) return false;
  // A file that nobody looks at is closed by the editor in a while, and its problems with it.
  const { document } = await vscode.window.showTextDocument(file.document.uri, { preserveFocus: true, preview: false });
  problems.show(document, failed);
  return true;
}

interface Result {
  readonly outcome: Outcome;
  readonly identities: readonly IdentityRow[];
  readonly sent: number;
  readonly failed: Failed;
  readonly areMarked: boolean;
}

function tellOutcome(deps: IdentitiesDeps, upload: IdentityUpload, result: Result): void {
  const { outcome, identities, sent, failed } = result;
  const { workspace, environment, trafficType } = upload.target;
  const place = t('{0} in {1} / {2}', trafficType.name, workspace.name, environment.name);
  const [saved, all] = [formatNumber(sent - failed.length), formatNumber(identities.length)];
  const goOn = runStep(deps, t('Go On…'), () => sendIdentities(deps, upload, identities, { sent, failed }));
  switch (outcome.outcome) {
    case 'saved':
      if (failed.length === 0) {
        tellDone(
          identities.length === 1 ? t('The identity is saved: {0}.', place) : t('All {0} identities are saved: {1}.', all, place),
        );
      } else {
        const sentence = t('{0} of {1} identities are saved: {2}.', saved, all, place);
        tellRefusal(`${sentence} ${failedSentence(result, upload)}`, ...failedSteps(deps, upload, result));
      }
      return;
    case 'cancelled':
      tellRefusal(
        [
          t('Cancelled: {0} of {1} identities are saved, or a few more, if a part was on its way.', saved, all),
          failedSentence(result, upload),
        ]
          .join(' ')
          .trim(),
        goOn,
      );
      return;
    case 'stopped': {
      const { sentence, detail, steps } = describeFailure(outcome.error);
      deps.log.warn(detail);
      const so = t('{0} of {1} identities were saved before that.', saved, all);
      tellError([sentence, so, failedSentence(result, upload)].join(' ').trim(), goOn, ...steps);
      return;
    }
    default:
      outcome satisfies never;
  }
}

function failedSentence({ failed, areMarked }: Result, { file }: IdentityUpload): string {
  if (failed.length === 0) return '';
  const count = formatNumber(failed.length);
  if (areMarked) {
    return failed.length === 1
      ? t('1 was not taken: it is marked in {0}, with the reason.', file.name)
      : t('{0} were not taken: they are marked in {1}, with the reasons.', count, file.name);
  }
  const [first] = failed;
  if (failed.length === 1) {
    return t(
      '{0} was not taken, and {1} has changed meanwhile, so it can’t be marked in it: {2}',
      first?.identity.key ?? '',
      file.name,
      first?.message ?? '',
    );
  }
  return t(
    '{0} were not taken, and {1} has changed meanwhile, so they can’t be marked in it. The first was {2}: {3}',
    count,
    file.name,
    first?.identity.key ?? '',
    first?.message ?? '',
  );
}

function failedSteps(deps: IdentitiesDeps, upload: IdentityUpload, result: Result): readonly NextStep[] {
  const rows = result.failed.map(({ identity }) => identity);
  return [
    runStep(deps, t('Retry Only Those'), () => retry(deps, upload, rows)),
    runStep(deps, t('Show Problems'), async () => {
      await vscode.commands.executeCommand('workbench.actions.view.problems');
      // A button closes its notification, and the retry would be gone with it.
      tellOutcome(deps, upload, result);
    }),
  ];
}

/** The same rows again; a file that was changed is read anew instead, because the rows in it may be others. */
async function retry(deps: IdentitiesDeps, upload: IdentityUpload, rows: readonly IdentityRow[]): Promise<void> {
  if (await isUnchanged(upload.file)) return sendIdentities(deps, upload, rows);
  tellRefusal(
    t(
      '{0} has changed since: its rows may be others now. Upload it again; what is saved already only gets the same attributes.',
      upload.file.name,
    ),
    commandStep(t('Upload Identities…'), 'flagAdmin.identity.upload', upload.file.document.uri),
  );
}

/** A button of a notification that goes on with the work; if that fails, it is told once, as for a command. */
function runStep({ log }: { readonly log: Log }, label: string, run: () => Promise<void>): NextStep {
  return { label, run: () => run().catch((error: unknown) => tellFailure(error, log)) };
}

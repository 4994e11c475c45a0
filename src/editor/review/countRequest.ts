/**
 * Count Accounts… from the tree and the command palette: asks for a change request, reads the live object, and counts for how
 * many keys the flag's result changes.
 */
import * as vscode from 'vscode';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { locateRequest } from '../../operations/changeRequests/findEnvironment.ts';
import { reviewOf } from '../../operations/changeRequests/readReview.ts';
import { countAccounts } from '../changes/countAccounts.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { requestFrom } from '../window/target.ts';
import { requestTitle } from '../words/requestWords.ts';
import type { ReviewContext } from './reviewContext.ts';
import { chooseRequest } from './openReview.ts';
import { requestTarget } from './requestTarget.ts';

const { t } = vscode.l10n;

export async function countRequest(deps: ReviewContext, argument: unknown): Promise<void> {
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps, t('Count Accounts')));
  const connected = id === undefined ? undefined : await deps.connections.orAsk();
  if (id === undefined || !connected) return;
  const { client, origin } = connected;
  const likely = deps.serviceFacts.environmentOf(origin, id);
  const read = async (_progress: unknown, signal: AbortSignal) => {
    const request = await client.readChangeRequest(id, { signal });
    const located = await locateRequest(client, request, { signal, likely: likely?.id, withDefinition: true });
    const environment = located?.environment ?? likely;
    const [reviewed, workspace] = await Promise.all([
      reviewOf(client, request, environment?.id, { signal, definition: located?.definition }),
      request.workspace ? catalogOf(client).workspaces.findNew(request.workspace.id, { signal }) : undefined,
    ]);
    return { environment, reviewed, workspace };
  };
  const { environment, reviewed, workspace } = await tellProgress(t('Reading the change request…'), read, { cancellable: true });
  const { request, live } = reviewed;
  const target = requestTarget(request, environment, workspace?.name);
  if (target?.kind !== 'flag') {
    const title = requestTitle(request);
    tellRefusal(
      request.flag
        ? t('There is nothing to count, because the environment of “{0}” is not known.', title)
        : t('There is nothing to count, because “{0}” is not about a flag.', title),
    );
    return;
  }
  await countAccounts(deps.texts, { client, target, request, live });
}

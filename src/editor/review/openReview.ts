/** Review Change Request…: opens the panel of a request, or brings it to the front. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { askChoice } from '../ask.ts';
import { ageInWords, operationSentence, statusLook, titleOf } from '../requestWords.ts';
import { requestFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import type { ReviewDeps } from './index.ts';
import { submitterOf } from '../../domain/changeRequests/decisions.ts';
import { newPanel } from './newPanel.ts';
import { attachReview } from './reviewPanel.ts';

const { t } = vscode.l10n;

/** More open requests than this are found through the tree. */
const MAX_LISTED = 500;

export async function openReview(deps: ReviewDeps, argument: unknown): Promise<void> {
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps));
  if (id === undefined) return;
  const panel = newPanel(deps, { kind: 'request', id }, t('Change Request'));
  if (panel) attachReview(deps, panel, id);
}

async function chooseRequest({ connections }: ReviewDeps): Promise<string | undefined> {
  const connected = await connections.orAsk();
  if (!connected) return undefined;
  const requests: ChangeRequest[] = [];
  let marker: string | undefined;
  do {
    const page = await connected.client.listChangeRequests(marker === undefined ? {} : { marker: { next: marker } });
    requests.push(...page.data);
    marker = page.data.length === 0 || page.nextMarker === marker ? undefined : page.nextMarker;
  } while (marker !== undefined && requests.length < MAX_LISTED);
  if (requests.length === 0) {
    tellRefusal(t('Nothing waits for a decision: there is no open change request that this API key may see.'));
    return undefined;
  }
  const answer = await askChoice<string>({
    title: t('Review Change Request'),
    placeholder: t('Which change request?'),
    options: requests.map((request) => {
      const submitter = submitterOf(request);
      return {
        label: titleOf(request),
        description: operationSentence(request),
        detail: submitter ? t('Submitted by {0}, {1}', submitter.name, ageInWords(submitter.timestamp)) : t('Submitter unknown'),
        icon: new vscode.ThemeIcon(statusLook(request.status).icon),
        value: request.id,
      };
    }),
  });
  return typeof answer === 'string' ? answer : undefined;
}

/** Review Change Request…: opens the panel of a request, or brings it to the front. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { requestIdIn } from '../../domain/changeRequests/requestId.ts';
import { askChoice, askText } from '../ask.ts';
import { ageInWords, operationSentence, statusLook, titleOf } from '../requestWords.ts';
import { requestFrom } from '../target.ts';
import type { ReviewDeps } from './index.ts';
import { submitterOf } from '../../domain/changeRequests/decisions.ts';
import { showPanel } from './newPanel.ts';
import { attachReview } from './reviewPanel.ts';

const { t } = vscode.l10n;

/** More open requests than this are found through the tree. */
const MAX_LISTED = 500;
/** Requests asked for with one call. */
const PAGE = 100;

export async function openReview(deps: ReviewDeps, argument: unknown): Promise<void> {
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps));
  if (id === undefined) return;
  await showPanel(deps, { kind: 'request', id }, t('Change Request'), (panel, bound) => attachReview(deps, panel, id, bound));
}

async function chooseRequest({ connections }: ReviewDeps): Promise<string | undefined> {
  const connected = await connections.orAsk();
  if (!connected) return undefined;
  const requests: ChangeRequest[] = [];
  let marker: string | undefined;
  do {
    const page = await connected.client.listChangeRequests({
      limit: PAGE,
      ...(marker !== undefined && { marker: { next: marker } }),
    });
    requests.push(...page.data);
    marker = page.data.length === 0 || page.nextMarker === marker ? undefined : page.nextMarker;
  } while (marker !== undefined && requests.length < MAX_LISTED);
  const other = Symbol('other');
  const answer = await askChoice<string | typeof other>({
    title: t('Review Change Request'),
    placeholder: requests.length === 0 ? t('No change request is open that this API key may see') : t('Which change request?'),
    options: [
      ...requests.map((request) => {
        const submitter = submitterOf(request);
        return {
          label: titleOf(request),
          description: operationSentence(request),
          detail: submitter
            ? t('Submitted by {0}, {1}', submitter.name, ageInWords(submitter.timestamp))
            : t('Submitter unknown'),
          icon: new vscode.ThemeIcon(statusLook(request.status).icon),
          value: request.id,
        };
      }),
      { label: t('By its id, or a link to it…'), icon: new vscode.ThemeIcon('link'), value: other },
    ],
  });
  if (typeof answer === 'string') return answer;
  return answer === other ? askId() : undefined;
}

/** In any status: those that are decided are in no list of open ones. */
async function askId(): Promise<string | undefined> {
  const answer = await askText({
    title: t('Review Change Request'),
    prompt: t('Paste the id of a change request, or a link to it in the service’s own pages'),
    validate: (text) => (requestIdIn(text) === undefined ? t('There is no id in it. An id looks like {0}.', EXAMPLE) : undefined),
  });
  return typeof answer === 'string' ? requestIdIn(answer) : undefined;
}

const EXAMPLE = '73f32061-754e-4c22-8f40-a77b65f9e708';

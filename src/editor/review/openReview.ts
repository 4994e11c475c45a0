/** Review Change Request…: opens the panel of a request, or brings it to the front. */
import * as vscode from 'vscode';
import { askChoice, type Option } from '../ask/ask.ts';
import { requestRow } from '../ask/requestRow.ts';
import { operationSentence, submittedSentence } from '../words/requestWords.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { isLink } from '../window/objectLink.ts';
import { requestFrom } from '../window/target.ts';
import type { ReviewAction, ReviewContext } from './reviewContext.ts';
import { openPanel } from './panels.ts';

const { t } = vscode.l10n;

/**
 * Opens a review. `action`: the decision that the user wants to make. Its name is the title of the question for a request. If
 * the command has no argument, presses the button of the review in front, because the user sees that review.
 */
export async function openReview(deps: ReviewContext, argument: unknown, action: ReviewAction = 'open'): Promise<void> {
  const titles = { approve: t('Approve'), withdraw: t('Withdraw'), reject: t('Reject'), open: t('Review Change Request') };
  const front = [...deps.panels].find(({ panel, refill }) => panel.active && refill);
  if (action !== 'open' && front && argument === undefined) return front.press(action);
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps, titles[action]));
  if (id === undefined) return;
  await openPanel(deps, { kind: 'request', id });
}

/** Milliseconds. When the question opens, a list that is older than this is read again. */
const MAX_AGE = 60_000;

const more = Symbol('more');
type Choice = { readonly id: string } | { readonly link: string } | typeof more;

/** Asks for a change request. Undefined = nothing was chosen. `title`: the title of the question. */
export async function chooseRequest({ connections, serviceFacts }: ReviewContext, title: string): Promise<string | undefined> {
  const connected = await connections.orAsk();
  if (!connected) return undefined;
  const list = catalogOf(connected.client).requests();
  const newerThan = systemClock.now() - MAX_AGE;
  // `count`: the number of requests that the list had before. After “Load more…”, the first new request becomes the active row.
  let text = '';
  for (let count = 0; ;) {
    // A list that is read again gets as many requests as before, because a view may show them.
    const read = list.read({ count: Math.max(count + 1, list.items.length), newerThan });
    const before = count;
    const answer = await askChoice<Choice>({
      title,
      isFirstActive: true,
      placeholder: t('Choose a change request, or paste its id or a link to it'),
      options: read.then(() => {
        count = list.items.length;
        const rows = list.items.map((request, index) => ({
          ...requestRow(connected, serviceFacts, request),
          detail: `${operationSentence(request)} · ${submittedSentence(request)}`,
          isActive: text === '' && before > 0 && index === before,
          value: { id: request.id },
        }));
        const loadMore = { label: t('Load more…'), icon: new vscode.ThemeIcon('ellipsis'), isAlwaysShown: true };
        return [
          ...(rows.length > 0 ? rows : [{ separator: t('No change request is open') }]),
          ...(list.hasMore ? [{ ...loadMore, value: more } as const] : []),
        ];
      }),
      typed: optionFor,
      text,
      onType: (typed) => (text = typed),
    });
    if (answer === more) continue;
    if (typeof answer === 'object' && 'link' in answer) {
      await vscode.commands.executeCommand('flagAdmin.link.open', answer.link);
      return undefined;
    }
    return typeof answer === 'object' ? answer.id : undefined;
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Finds the id of a change request in pasted text: the id itself, or a link to it in the service's web console. Ids are UUIDs
 * (admin-api.md, Change request). A link begins with the ids of the organisation and of the workspace, so its last id is that
 * of the request.
 */
export function requestIdIn(text: string): string | undefined {
  const behind = /change-?requests?[/=]([^?#]*)/i.exec(text)?.[1];
  return (behind?.match(ID)?.[0] ?? text.match(ID)?.at(-1))?.toLowerCase();
}

/**
 * Returns a row for a typed link or id. The request need not be in the list. Undefined if the text contains neither a link nor
 * an id.
 */
function optionFor(text: string): Option<Choice> | undefined {
  // Opens the link and not only its id, because the link may lead to a different service.
  if (isLink(text)) return { label: t('Open the link'), icon: new vscode.ThemeIcon('link'), value: { link: text } };
  const id = requestIdIn(text);
  if (id === undefined) return undefined;
  return { label: t('Open {0}', id), icon: new vscode.ThemeIcon('link'), value: { id } };
}

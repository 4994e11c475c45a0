/** Review Change Request…: opens the panel of a request, or brings it to the front if it is open. */
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
 * Opens a review. `action` is the decision that the user wants to make. If the command has no argument and a review is in
 * front, presses the button for this decision there. Otherwise asks for a request if the argument contains none.
 */
export async function openReview(deps: ReviewContext, argument: unknown, action: ReviewAction = 'open'): Promise<void> {
  const titles = { approve: t('Approve'), withdraw: t('Withdraw'), reject: t('Reject'), open: t('Review Change Request') };
  const front = [...deps.panels].find(({ panel, refill }) => panel.active && refill);
  if (action !== 'open' && front && argument === undefined) return front.press(action);
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps, titles[action]));
  if (id === undefined) return;
  await openPanel(deps, { kind: 'request', id });
}

/**
 * The maximum age of the list of requests in milliseconds. An older list is read again when the user is asked for a request.
 */
const MAX_AGE = 60_000;

const more = Symbol('more');
type Choice = { readonly id: string } | { readonly link: string } | typeof more;

/** Asks for a change request and returns its id. Undefined if the user chose none. `title` is the title of the question. */
export async function chooseRequest({ connections, serviceFacts }: ReviewContext, title: string): Promise<string | undefined> {
  const connected = await connections.orAsk();
  if (!connected) return undefined;
  const list = catalogOf(connected.client).requests();
  const newerThan = systemClock.now() - MAX_AGE;
  // `count` is the number of rows in the list before the user chose “Load more…”. The first added row becomes the active row.
  // `text` is what the user typed.
  let text = '';
  for (let count = 0; ;) {
    // Reads at least as many requests as the list already has, because a view might show them.
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
 * Returns the id of a change request in pasted text: an id, or a link to the request in the service's web console. Ids are
 * UUIDs (admin-api.md, Change request). If a link has several ids, the one after “changeRequests” or else the last one is that
 * of the request.
 */
export function requestIdIn(text: string): string | undefined {
  const behind = /change-?requests?[/=]([^?#]*)/i.exec(text)?.[1];
  return (behind?.match(ID)?.[0] ?? text.match(ID)?.at(-1))?.toLowerCase();
}

/** Returns a row for a typed link or id, even if the request is not in the list. Undefined if the text contains neither. */
function optionFor(text: string): Option<Choice> | undefined {
  // The row opens the whole link, because the link can lead to a different service than the connection in use.
  if (isLink(text)) return { label: t('Open the link'), icon: new vscode.ThemeIcon('link'), value: { link: text } };
  const id = requestIdIn(text);
  if (id === undefined) return undefined;
  return { label: t('Open {0}', id), icon: new vscode.ThemeIcon('link'), value: { id } };
}

/** Review Change Request…: opens the panel of a request, or brings it to the front. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { KnownEnvironment } from '../../operations/learned/environments.ts';
import { askChoice, type Option } from '../ask/ask.ts';
import { requestPlace, requestRow } from '../words/placeWords.ts';
import { operationSentence, submittedSentence } from '../words/requestWords.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { requestFrom } from '../window/target.ts';
import type { ReviewAction, ReviewContext } from './context.ts';
import { openPanel } from './panels.ts';

const { t } = vscode.l10n;

/** `action` = what is decided once it was read: the questions are asked in its name. */
export async function openReview(deps: ReviewContext, argument: unknown, action: ReviewAction = 'open'): Promise<void> {
  const titles = { approve: t('Approve'), withdraw: t('Withdraw'), reject: t('Reject'), open: t('Review Change Request') };
  const id = requestFrom(argument)?.id ?? (await chooseRequest(deps, titles[action]));
  if (id === undefined) return;
  await openPanel(deps, { kind: 'request', id });
}

const more = Symbol('more');
type Choice = { readonly id: string } | typeof more;

/** Undefined: nothing was chosen. `title` is what it is chosen for. */
export async function chooseRequest({ connections, serviceFacts }: ReviewContext, title: string): Promise<string | undefined> {
  const connected = await connections.orAsk();
  if (!connected) return undefined;
  const list = catalogOf(connected.client).requests();
  // How many were there before: the first of the new ones is where the reader goes on.
  for (let count = 0; ;) {
    const read = list.read({ count: count + 1 });
    const before = count;
    const answer = await askChoice<Choice>({
      title,
      isFirstActive: true,
      placeholder: t('Which change request? Its id or a link to it will do, too'),
      options: read.then(() => {
        count = list.items.length;
        return options(list.items, list.hasMore, before, (request) =>
          requestPlace(request, serviceFacts.environmentOf(connected.origin, request.id)),
        );
      }),
      typed: optionFor,
    });
    if (answer !== more) return typeof answer === 'object' ? answer.id : undefined;
  }
}

function options(
  requests: readonly ChangeRequest[],
  hasMore: boolean,
  firstNew: number,
  placeFor: (request: ChangeRequest) => KnownEnvironment | undefined,
): readonly (Option<Choice> | { readonly separator: string })[] {
  const loadMore = { label: t('Load more…'), icon: new vscode.ThemeIcon('ellipsis'), isAlwaysShown: true };
  return [
    ...requests.map((request, index) => ({
      ...requestRow(request, placeFor(request)),
      description: operationSentence(request),
      detail: submittedSentence(request),
      isActive: firstNew > 0 && index === firstNew,
      value: { id: request.id },
    })),
    ...(requests.length === 0 ? [{ separator: t('No change request is open') }] : []),
    ...(hasMore ? [{ ...loadMore, value: more } as const] : []),
  ];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * The id of a change request in what somebody pasted: the id itself, or a link to it in the service's own pages. Ids are UUIDs
 * (admin-api.md, Change request). Links name organisation and workspace first, so the last one counts.
 */
export function requestIdIn(text: string): string | undefined {
  const behind = /change-?requests?[/=]([^?#]*)/i.exec(text)?.[1];
  return (behind?.match(ID)?.[0] ?? text.match(ID)?.at(-1))?.toLowerCase();
}

/** An id is enough to open a request, whichever list it is in. */
function optionFor(text: string): Option<Choice> | undefined {
  const id = requestIdIn(text);
  if (id === undefined) return undefined;
  return { label: t('Open {0}', id), icon: new vscode.ThemeIcon('link'), value: { id } };
}

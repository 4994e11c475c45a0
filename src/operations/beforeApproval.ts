/** What was there before a request was approved here, kept so that its inverse can be proposed. */
import type { ChangeRequest } from '../api/model.ts';
import type { Before } from '../domain/changeRequests/inverse.ts';
import { keysEffect } from '../domain/changeRequests/requestEffect.ts';
import type { Store } from './learnt.ts';
import type { Live } from './readReview.ts';

const BEFORE = 'requests.before';
/** Requests whose state before is kept, of all services; the oldest are forgotten first. */
const MAX_KEPT = 30;
/** Characters of one of them as JSON. What is larger is not kept: then the inverse is proposed by hand. */
const MAX_CHARACTERS = 200_000;

type Kept = readonly (readonly [origin: string, id: string, before: Before])[];

/** `live` is what the approval was decided on. */
export async function rememberBefore(store: Store, origin: string, request: ChangeRequest, live: Live): Promise<void> {
  const before = beforeFrom(request, live);
  if (!before || JSON.stringify(before).length > MAX_CHARACTERS) return;
  const others = (store.get<Kept>(BEFORE) ?? []).filter(([at, id]) => at !== origin || id !== request.id);
  await store.update(BEFORE, [...others, [origin, request.id, before] as const].slice(-MAX_KEPT));
}

/** Undefined = it was not approved here, or is forgotten. */
export function beforeOf(store: Store, origin: string, requestId: string): Before | undefined {
  return (store.get<Kept>(BEFORE) ?? []).find(([at, id]) => at === origin && id === requestId)?.[2];
}

function beforeFrom(request: ChangeRequest, live: Live): Before | undefined {
  switch (live.kind) {
    case 'definition':
      return { kind: 'definition', definition: live.definition };
    case 'keys':
      return { kind: 'keys', unchanged: keysEffect(request, new Set(live.keys)).unchanged };
    case 'unknown':
      return undefined;
    default:
      return live satisfies never;
  }
}

/**
 * Lists the keys of a segment request by their effect: added, removed, or without effect. Also opens a change as a text diff.
 */
import * as vscode from 'vscode';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { definitionAfter, keysEffect, type KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import type { LiveObject, ReviewedRequest } from '../../operations/changeRequests/readReview.ts';
import type { KeyList } from '../../webview/protocol.ts';
import { definitionText, showTextDiff } from '../window/textDiff.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { baseOf, panelTitle, type ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

/**
 * The effect of each request on the keys, with the object from which it was computed. Stored because drawing a review needs the
 * effect several times.
 */
const effects = new WeakMap<ReviewedRequest, { readonly base: LiveObject; readonly effect: KeysEffect }>();

/** Returns the effect of the request on the keys of its segment. Undefined for a request about a flag. */
export function keysEffectOf(state: ReviewState): KeysEffect | undefined {
  const { request } = state.reviewed;
  const base = baseOf(state);
  if (!request.segment) return undefined;
  const known = effects.get(state.reviewed);
  // True if the effect need not be computed again: the object is still unknown, and the effect is known or the request is still
  // open.
  const isUnknown = base.kind === 'unknown' && known?.base.kind === 'unknown' && (known.effect.isKnown || !isFinal(request));
  if (known && (known.base === base || isUnknown)) return known.effect;
  const effect = effectOn(state, base);
  effects.set(state.reviewed, { base, effect });
  return effect;
}

function effectOn(state: ReviewState, base: LiveObject): KeysEffect {
  const { request } = state.reviewed;
  if (base.kind === 'keys') return keysEffect(request, new Set(base.keys));
  const asked = keysEffect(request, undefined);
  const remembered = isFinal(request) ? state.remembered() : undefined;
  if (remembered?.kind !== 'keys') return asked;
  const unchanged = new Set(remembered.unchanged);
  const others = (keys: readonly string[]): readonly string[] => keys.filter((key) => !unchanged.has(key));
  return { added: others(asked.added), removed: others(asked.removed), unchanged: [...unchanged], isKnown: true };
}

/**
 * Returns the lists of keys that are not empty. Their titles do not depend on whether the change was made, because the status
 * of the request shows that.
 */
export function keyLists(state: ReviewState): readonly KeyList[] {
  const effect = keysEffectOf(state);
  if (!effect) return [];
  const unchanged = effect.isKnown ? t('Keys that the request leaves unchanged') : t('Keys of the request');
  const lists: readonly KeyList[] = [
    { id: 'added', title: t('Keys that the request adds'), change: 'added', keys: effect.added },
    { id: 'removed', title: t('Keys that the request removes'), change: 'removed', keys: effect.removed },
    { id: 'unchanged', title: unchanged, change: 'same', keys: effect.unchanged },
  ];
  return lists.filter(({ keys }) => keys.length > 0);
}

/** Open as Text Diff: compares the object before the change with the object after it. */
export async function openTextDiff(texts: ReadOnlyText, state: ReviewState): Promise<void> {
  const { request } = state.reviewed;
  const base = baseOf(state);
  if (base.kind === 'unknown') return;
  const title = panelTitle(state);
  const side = isFinal(request) ? t('Before') : t('Now');
  const isDefinition = base.kind === 'definition';
  const [before, after] = isDefinition
    ? await Promise.all([base.definition, definitionAfter(request, base.definition)].map(definitionText))
    : [base.keys, keysAfter(base.keys, keysEffectOf(state))].map(keysText);
  const extension = isDefinition ? 'yaml' : 'txt';
  await showTextDiff(
    texts,
    `${title}: ${side} ↔ ${t('After the change')}`,
    { name: `${title} – ${side}.${extension}`, text: before! },
    { name: `${title} – ${t('After the change')}.${extension}`, text: after! },
  );
}

function keysAfter(keys: readonly string[], effect: KeysEffect | undefined): readonly string[] {
  const removed = new Set(effect?.removed);
  return [...keys.filter((key) => !removed.has(key)), ...(effect?.added ?? [])];
}

/** Writes the keys in the order of their character codes, so that equal sets of keys give equal texts. */
const keysText = (keys: readonly string[]): string => (keys.length === 0 ? '' : `${keys.toSorted().join('\n')}\n`);

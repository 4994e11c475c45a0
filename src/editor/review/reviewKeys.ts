/** The keys of a segment request, by what becomes of them. */
import * as vscode from 'vscode';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { keysEffect, type KeysEffect } from '../../domain/changeRequests/requestEffect.ts';
import type { KeyList } from '../../webview/protocol.ts';
import { baseOf, type Shown } from './shown.ts';

const { t } = vscode.l10n;

/** What the request does to the keys; undefined for a request of a flag. */
export function keysEffectOf(shown: Shown): KeysEffect | undefined {
  const { request } = shown.reviewed;
  const base = baseOf(shown);
  if (!request.segment) return undefined;
  if (base.kind === 'keys') return keysEffect(request, new Set(base.keys));
  const asked = keysEffect(request, undefined);
  const remembered = isFinal(request) ? shown.remembered() : undefined;
  if (remembered?.kind !== 'keys') return asked;
  const unchanged = new Set(remembered.unchanged);
  const others = (keys: readonly string[]): readonly string[] => keys.filter((key) => !unchanged.has(key));
  return { added: others(asked.added), removed: others(asked.removed), unchanged: [...unchanged], isKnown: true };
}

/** The panel shows how many there are; lists without a key are left out. */
export function keyLists(shown: Shown): readonly KeyList[] {
  const effect = keysEffectOf(shown);
  if (!effect) return [];
  const titles = titlesFor(shown, effect.isKnown);
  const lists: readonly KeyList[] = [
    { id: 'added', title: titles.added, change: 'added', keys: effect.added },
    { id: 'removed', title: titles.removed, change: 'removed', keys: effect.removed },
    { id: 'unchanged', title: titles.unchanged, change: 'same', keys: effect.unchanged },
  ];
  return lists.filter(({ keys }) => keys.length > 0);
}

function titlesFor({ reviewed: { request } }: Shown, isKnown: boolean): Readonly<Record<KeyList['id'], string>> {
  const unchanged = isFinal(request) ? t('Keys that changed nothing') : t('Keys that change nothing');
  if (!isKnown) {
    return isFinal(request)
      ? { added: t('Keys it asked to add'), removed: t('Keys it asked to remove'), unchanged: t('Keys of the request') }
      : { added: t('Keys to add'), removed: t('Keys to remove'), unchanged: t('Keys of the request') };
  }
  if (request.status === 'PUBLISHED')
    return { added: t('Keys that were added'), removed: t('Keys that were removed'), unchanged };
  return isFinal(request)
    ? { added: t('Keys that would have been added'), removed: t('Keys that would have been removed'), unchanged }
    : { added: t('Keys that would be added'), removed: t('Keys that would be removed'), unchanged };
}

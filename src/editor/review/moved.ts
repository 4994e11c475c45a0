/** What moved between two readings of a review: the request, the object, or both; as a notice and as sections of the diff. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';
import type { Live, Reviewed } from '../../operations/readReview.ts';
import type { Notice, Section } from '../../webview/protocol.ts';
import { definitionSections } from '../changeTexts/diffWords.ts';
import { formatNumber, formatTime, statusStyle } from '../formats/requestWords.ts';

const { t } = vscode.l10n;

interface Part {
  readonly line: string;
  /** Only what differs. */
  readonly sections: readonly Section[];
}

/** `readAt` = when the earlier one was read, in epoch milliseconds. */
export function changesBetween(
  earlier: Reviewed,
  readAt: number,
  now: Reviewed,
): { readonly notice: Notice; readonly sections: readonly Section[] } {
  const parts = [...requestParts(earlier.request, now.request), ...liveParts(earlier.live, now.live)];
  const lines = parts.length > 0 ? parts.map(({ line }) => line) : [t('Its title, its approvers or its history.')];
  const text = [t('This has changed since it was read ({0}):', formatTime(readAt)), ...lines].join('\n');
  return { notice: { text, tone: 'warning', steps: [] }, sections: parts.flatMap(({ sections }) => sections) };
}

function requestParts(earlier: ChangeRequest, now: ChangeRequest): readonly Part[] {
  const parts: Part[] = [];
  if (earlier.status !== now.status) {
    const [was, is] = [statusStyle(earlier.status).label, statusStyle(now.status).label];
    parts.push({ line: t('The request: {0} → {1}.', was, is), sections: [] });
  } else if (now.comments.length > earlier.comments.length) {
    parts.push({ line: t('There is something new in its history.'), sections: [] });
  }
  const keys = keysDifference(earlier.segment?.keys ?? [], now.segment?.keys ?? []);
  return [
    ...parts,
    ...definitionParts('request', earlier.flag ?? undefined, now.flag ?? undefined),
    ...(keys ? [{ line: t('The request asks for other keys: {0}.', keys), sections: [] }] : []),
  ];
}

function liveParts(earlier: Live, now: Live): readonly Part[] {
  if (earlier.kind === 'definition' && now.kind === 'definition')
    return definitionParts('live', earlier.definition, now.definition);
  const keys = earlier.kind === 'keys' && now.kind === 'keys' ? keysDifference(earlier.keys, now.keys) : '';
  return keys ? [{ line: t('The segment holds other keys: {0}.', keys), sections: [] }] : [];
}

type Definition = Parameters<typeof diffDefinitions>[0];

function definitionParts(what: 'request' | 'live', earlier: Definition, now: Definition): readonly Part[] {
  const diff = diffDefinitions(earlier, now);
  if (isUnchanged(diff)) return [];
  const isLive = what === 'live';
  const sections = definitionSections(diff).map((section): Section => {
    const title = isLive ? t('Changed live: {0}', section.title) : t('Changed in the request: {0}', section.title);
    const sides = { before: t('When it was read'), after: t('Now') };
    return { id: `moved-${what}-${section.id}`, title, sides, rows: section.rows.filter(({ change }) => change !== 'same') };
  });
  const line = isLive
    ? t('The live definition: see “Changed live” below.')
    : t('The definition it asks for: see “Changed in the request” below.');
  return [{ line, sections: sections.filter(({ rows }) => rows.length > 0) }];
}

/** "2 more, 1 fewer"; empty if they are the same. */
function keysDifference(earlier: readonly string[], now: readonly string[]): string {
  const [had, has] = [new Set(earlier), new Set(now)];
  const added = now.filter((key) => !had.has(key)).length;
  const removed = earlier.filter((key) => !has.has(key)).length;
  const parts = [added && t('{0} more', formatNumber(added)), removed && t('{0} fewer', formatNumber(removed))];
  return parts.filter(Boolean).join(', ');
}

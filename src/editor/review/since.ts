/** What moved between two readings of a review: the request, the object, or both; as a notice and as sections of the diff. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';
import type { Live, Reviewed } from '../../operations/readReview.ts';
import type { Notice, Section } from '../../webview/protocol.ts';
import { definitionSections } from '../changeWords/diffWords.ts';
import { formatNumber, formatTime, statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

export interface Moved {
  readonly notice: Notice;
  /** Only what differs. */
  readonly sections: readonly Section[];
}

interface Part {
  readonly line: string;
  readonly sections: readonly Section[];
}

/** `readAt` = when the earlier one was read, in epoch milliseconds. */
export function changesSince(earlier: Reviewed, readAt: number, now: Reviewed): Moved {
  const parts = [...requestParts(earlier.request, now.request), ...liveParts(earlier.live, now.live)];
  const lines = parts.length > 0 ? parts.map(({ line }) => line) : [t('Its title, its approvers or its history.')];
  const text = [t('This has changed since it was read ({0}):', formatTime(readAt)), ...lines].join('\n');
  return { notice: { text, tone: 'warning', steps: [] }, sections: parts.flatMap(({ sections }) => sections) };
}

function requestParts(earlier: ChangeRequest, now: ChangeRequest): readonly Part[] {
  const parts: Part[] = [];
  if (earlier.status !== now.status) {
    const [was, is] = [statusLook(earlier.status).label, statusLook(now.status).label];
    parts.push({ line: t('The request: {0} → {1}.', was, is), sections: [] });
  } else if (now.comments.length > earlier.comments.length) {
    parts.push({ line: t('There is something new in its history.'), sections: [] });
  }
  const flag = definitionPart('request', earlier.flag ?? undefined, now.flag ?? undefined);
  if (flag) parts.push(flag);
  const keys = keysPart(earlier.segment?.keys ?? [], now.segment?.keys ?? []);
  if (keys) parts.push({ line: t('The request asks for other keys: {0}.', keys), sections: [] });
  return parts;
}

function liveParts(earlier: Live, now: Live): readonly Part[] {
  if (earlier.kind === 'definition' && now.kind === 'definition') {
    const part = definitionPart('live', earlier.definition, now.definition);
    return part ? [part] : [];
  }
  if (earlier.kind === 'keys' && now.kind === 'keys') {
    const keys = keysPart(earlier.keys, now.keys);
    return keys ? [{ line: t('The segment holds other keys: {0}.', keys), sections: [] }] : [];
  }
  return [];
}

type Definition = Parameters<typeof diffDefinitions>[0];

function definitionPart(what: 'request' | 'live', earlier: Definition, now: Definition): Part | undefined {
  const diff = diffDefinitions(earlier, now);
  if (isUnchanged(diff)) return undefined;
  const isLive = what === 'live';
  const sections = definitionSections(diff).map((section): Section => {
    const title = isLive ? t('Changed live: {0}', section.title) : t('Changed in the request: {0}', section.title);
    const sides = { before: t('When it was read'), after: t('Now') };
    return { id: `since-${what}-${section.id}`, title, sides, rows: section.rows.filter(({ change }) => change !== 'same') };
  });
  return {
    line: isLive
      ? t('The live definition: see “Changed live” below.')
      : t('The definition it asks for: see “Changed in the request” below.'),
    sections: sections.filter(({ rows }) => rows.length > 0),
  };
}

/** "2 more, 1 fewer". */
function keysPart(earlier: readonly string[], now: readonly string[]): string | undefined {
  const [had, has] = [new Set(earlier), new Set(now)];
  const come = now.filter((key) => !had.has(key)).length;
  const gone = earlier.filter((key) => !has.has(key)).length;
  const parts = [come > 0 ? t('{0} more', formatNumber(come)) : '', gone > 0 ? t('{0} fewer', formatNumber(gone)) : ''].filter(
    Boolean,
  );
  return parts.length > 0 ? parts.join(', ') : undefined;
}

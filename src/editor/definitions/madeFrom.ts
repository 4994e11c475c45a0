/**
 * From which live definition the texts were made that the editor had of each document. An undo can bring one back that was made
 * from another than what is there now, as after a rebase: taken for one that was made from that, it would revert, unasked, what
 * somebody else has published.
 */
import { createHash } from 'node:crypto';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/sameDefinition.ts';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import type { Store } from '../../operations/learnt.ts';
import { openPlaces } from './shownPlaces.ts';

type Definition = FlagDefinition | undefined;

export interface MadeFrom {
  /** The document had or has this text, which was made from that. */
  had(id: string, text: string, definition: Definition): void;
  /** An undo or redo has brought this text: what is typed after it comes from it, too. */
  broughtBack(id: string, text: string): void;
  /** What the text in the editor was made from, where an undo or redo has brought it back. */
  of(id: string): { readonly definition?: Definition } | undefined;
  /** What the editor has is what was saved or read. */
  rest(id: string): void;
  /** The user's own change has made `to` of `from`: what was made from that knows it. */
  moved(id: string, from: Definition, to: Definition): void;
  forget(id: string): void;
}

interface Versions {
  /** Each with the marks of its texts. */
  readonly origins: { definition?: Definition; texts: string[] }[];
  /** Which of them an undo or redo has brought back. */
  back?: number;
}

const MADE_FROM = 'definitions.madeFrom';
/** Of a document that is open for days, so many outlast the extension host. */
const MAX_KEPT = 20;

/** `memory` outlasts the extension host, as the editor's undo does where that alone is started anew. */
export function createMadeFrom(memory: Store): MadeFrom {
  const all = new Map(memory.get<readonly (readonly [string, Versions])[]>(MADE_FROM));

  function keep(): void {
    const open = new Set(openPlaces().map(draftId));
    const kept = [...all]
      .filter(([id, { origins }]) => open.has(id) && origins.length > 1)
      .map(([id, its]) => [id, newest(its)] as const);
    void memory.update(MADE_FROM, kept).then(undefined, () => undefined);
  }

  return {
    had(id, text, definition) {
      const mark = markOf(text);
      const its: Versions = all.get(id) ?? { origins: [] };
      all.set(id, its);
      const { origins } = its;
      const known = origins.find((origin) => isSameDefinition(origin.definition, definition));
      if (known?.texts.includes(mark)) return;
      for (const origin of origins) origin.texts = origin.texts.filter((one) => one !== mark);
      if (known) known.texts.push(mark);
      else origins.push({ definition, texts: [mark] });
      if (origins.length > 1) keep();
    },
    broughtBack(id, text) {
      const its = all.get(id);
      if (!its || its.origins.length < 2) return;
      const mark = markOf(text);
      const back = its.origins.findIndex(({ texts }) => texts.includes(mark));
      if (back === -1) return;
      its.back = back;
      keep();
    },
    of: (id) => all.get(id)?.origins[all.get(id)?.back ?? -1],
    rest(id) {
      const its = all.get(id);
      if (its?.back === undefined) return;
      delete its.back;
      keep();
    },
    moved(id, from, to) {
      for (const origin of all.get(id)?.origins ?? []) if (isSameDefinition(origin.definition, from)) origin.definition = to;
      keep();
    },
    forget(id) {
      if (all.delete(id)) keep();
    },
  };
}

function newest({ origins, back }: Versions): Versions {
  const kept = origins.filter((_, place) => place === back || place >= origins.length - MAX_KEPT);
  return { origins: kept, ...(back !== undefined && { back: kept.indexOf(origins[back]!) }) };
}

/** The editor has one kind of line end in a document, and no mark before it. */
export const plain = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');

const markOf = (text: string): string => createHash('sha256').update(plain(text)).digest('hex').slice(0, 16);

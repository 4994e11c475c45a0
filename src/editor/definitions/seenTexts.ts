/**
 * What the editor was given of each document last, or has written. What is typed and not saved was made from that; the editor
 * keeps it over a reload without reading the document again, so this is kept as well.
 */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import type { Store } from '../../operations/learnt.ts';
import { addressOf, type DefinitionPlace } from '../definitionUri.ts';
import { documentOf } from './chooseDraft.ts';
import type { SaidDefinition } from './live.ts';

/** The text, with the live definition that it says or, as a draft's, was made from. */
export interface Seen extends SaidDefinition {
  /** False = it was the live definition's. */
  readonly isDraft: boolean;
}

export interface SeenTexts extends vscode.Disposable {
  of(id: string): Seen | undefined;
  set(id: string, seen: Seen): void;
  /** The live definition that is being changed and has no draft yet. */
  typedOver(place: DefinitionPlace): Seen | undefined;
}

const TYPED_OVER = 'definitions.typedOver';

/** `rested` is told where what was typed over the live definition is taken back. */
export function createSeenTexts(memory: Store, rested: (place: DefinitionPlace) => void): SeenTexts {
  const all = new Map(memory.get<readonly (readonly [string, Seen])[]>(TYPED_OVER));
  let kept: readonly string[] = [];

  function keep(changed?: string): void {
    const ids = vscode.workspace.textDocuments.flatMap(({ uri, isDirty, isClosed }) => {
      const address = isDirty && !isClosed ? addressOf(uri) : undefined;
      return address?.version === 'own' ? [draftId(address.place)] : [];
    });
    const isOther = ids.join() !== kept.join() || (changed !== undefined && ids.includes(changed));
    kept = ids;
    if (!isOther) return;
    const texts = [...all].filter(([id]) => ids.includes(id));
    void memory.update(TYPED_OVER, texts).then(undefined, () => undefined);
  }
  function look({ uri, isDirty }: vscode.TextDocument): void {
    const address = addressOf(uri);
    if (address?.version !== 'own') return;
    const id = draftId(address.place);
    const wasTyped = kept.includes(id);
    keep();
    if (wasTyped && !isDirty && all.get(id)?.isDraft === false) rested(address.place);
  }
  const registered = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      keep();
      const address = addressOf(uri);
      // Where its language is changed, it is there all the same.
      if (address?.version === 'own' && !documentOf(address.place)) all.delete(draftId(address.place));
    }),
  );
  return {
    of: (id) => all.get(id),
    set(id, seen) {
      all.set(id, seen);
      keep(id);
    },
    typedOver(place) {
      const seen = all.get(draftId(place));
      return seen?.isDraft === false && documentOf(place)?.isDirty === true ? seen : undefined;
    },
    dispose: () => void registered.dispose(),
  };
}

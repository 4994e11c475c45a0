/**
 * What the editor was given of each document last, or has written. What is typed and not saved was made from that; the editor
 * keeps it over a reload without reading the document again, so this is kept as well.
 */
import * as vscode from 'vscode';
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { Store } from '../../operations/learnt.ts';
import { addressOf, type DefinitionPlace } from '../definitionUri.ts';
import { documentOf } from './chooseDraft.ts';
import type { SaidDefinition } from './live.ts';
import { plain, type MadeFrom } from './madeFrom.ts';

/** The text, with the live definition that it says or, as a draft's, was made from. */
export interface Seen extends SaidDefinition {
  /** False = it was the live definition's. */
  readonly isDraft: boolean;
}

export interface SeenTexts extends vscode.Disposable {
  of(id: string): Seen | undefined;
  /** The editor has this text now. */
  set(id: string, seen: Seen): void;
  /** The editor was given it. What something is typed over is also read to be compared: that counts once the document says it. */
  given(place: DefinitionPlace, seen: Seen): void;
  /** The same text may be made from another definition by now, as when what was submitted is live. */
  based(draft: DefinitionDraft): void;
  /** The live definition that is being changed and has no draft yet. */
  typedOver(place: DefinitionPlace): Seen | undefined;
}

const TYPED_OVER = 'definitions.typedOver';

/**
 * `rested` is told where what was typed over the live definition is taken back, `settled` where a document has nothing any more
 * that is not saved.
 */
export function createSeenTexts(
  memory: Store,
  madeFrom: MadeFrom,
  rested: (place: DefinitionPlace) => void,
  settled: (id: string) => void,
): SeenTexts {
  const all = new Map(memory.get<readonly (readonly [string, Seen])[]>(TYPED_OVER));
  /** By draft: what was read of it while something was typed over another text. */
  const read = new Map<string, Seen>();
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
  function is(id: string, seen: Seen): void {
    all.set(id, seen);
    madeFrom.had(id, seen.text, seen.definition);
    keep(id);
  }
  function set(id: string, seen: Seen): void {
    read.delete(id);
    is(id, seen);
    settled(id);
  }
  function look({ document, reason }: vscode.TextDocumentChangeEvent): void {
    const { uri, isDirty, getText } = document;
    const address = addressOf(uri);
    if (address?.version !== 'own') return;
    const id = draftId(address.place);
    const wasTyped = kept.includes(id);
    if (!isDirty) {
      const given = read.get(id);
      read.delete(id);
      if (given && plain(given.text) === plain(getText())) is(id, given);
      settled(id);
    }
    // With an undo, the editor may tell only a moment later that something is not saved now.
    if (reason === undefined ? !isDirty : plain(getText()) === plain(all.get(id)?.text ?? '')) madeFrom.rest(id);
    else if (reason !== undefined) madeFrom.broughtBack(id, getText());
    keep();
    if (wasTyped && !isDirty && all.get(id)?.isDraft === false) rested(address.place);
  }
  const registered = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(look),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      keep();
      const address = addressOf(uri);
      // Where its language is changed, it is there all the same.
      if (address?.version !== 'own' || documentOf(address.place)) return;
      const id = draftId(address.place);
      all.delete(id);
      read.delete(id);
      madeFrom.forget(id);
      settled(id);
    }),
  );
  return {
    of: (id) => all.get(id),
    set,
    given(place, seen) {
      const [id, document] = [draftId(place), documentOf(place)];
      const before = all.get(id);
      // What is typed may be about to go, and an undo brings it back.
      if (document?.isDirty === true && before) madeFrom.had(id, document.getText(), (madeFrom.of(id) ?? before).definition);
      if (document?.isDirty === true && before?.text !== seen.text) read.set(id, seen);
      else set(id, seen);
      // Also of what went with its window, unsaved.
      if (document?.isDirty !== true) madeFrom.rest(id);
    },
    based({ id, text, base }) {
      const seen = all.get(id);
      if (seen?.isDraft === true && seen.text === text) is(id, { ...seen, definition: base });
    },
    typedOver(place) {
      const seen = all.get(draftId(place));
      return seen?.isDraft === false && documentOf(place)?.isDirty === true ? seen : undefined;
    },
    dispose: () => void registered.dispose(),
  };
}

/** The parts of this feature in a window: drafts, live definitions, their file system, and the views of their state. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitions/drafts/draft.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { setContext } from '../window/command.ts';
import type { Services } from '../window/services.ts';
import { contextKeys } from '../window/names.ts';
import { placeOfDraft } from './chooseDefinition.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { showProblems } from './diagnostics.ts';
import { openPlaces, editablePlace, saveUnsaved, visiblePlaces } from './documents.ts';
import { reviewDraft } from './draftReview.ts';
import { createFiles, type DefinitionFiles } from './files.ts';
import { createKnownNames } from './knownNames.ts';
import { registerLanguage } from './languages.ts';
import { showLenses } from './lenses.ts';
import { createLiveDefinitions, type LiveDefinition } from './live.ts';
import { markDrafts, markProduction } from './marks.ts';
import { showSourceControl } from './sourceControl.ts';

export interface DefinitionsFeature {
  readonly files: DefinitionFiles;
  readonly context: DefinitionsContext;
  refresh(): Promise<void>;
  refreshRequests(isDifferent: boolean): Promise<void>;
  dispose(): void;
}

export async function openDefinitionsFeature(
  services: Services,
  tellEditor: (changes: vscode.FileChangeEvent[]) => void,
): Promise<DefinitionsFeature> {
  const changed = (...uris: readonly vscode.Uri[]): void =>
    tellEditor(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  const warn = (error: unknown): void => services.log.warn(String(error));
  const { connections, events } = services;
  const stateChanged = new vscode.EventEmitter<void>();
  const live = createLiveDefinitions(services, {
    async onRead(place, hasChanged) {
      if (hasChanged) changed(definitionUri(place), definitionUri(place, 'live'));
      stateChanged.fire();
      await reviewDraft(context, place).catch(warn);
    },
    // Saves the user's text before the document is locked, because it could not be saved afterwards.
    beforeLock: saveUnsaved,
  });
  const drafts = await services.definitionDrafts.open();
  const shown = showSourceControl({ connections, drafts, events });
  const { messageOf } = shown;
  const known = createKnownNames(connections);
  const context: DefinitionsContext = { ...services, drafts, live, known, ask: drafts.ask, messageOf };
  const files = createFiles({ drafts, live, changed });

  /**
   * Reads definitions again: those of the connection in use for which `isAffected` returns true. Definitions of a different
   * connection remain as they were read.
   */
  async function readAgain(isAffected: (place: DocumentPlace) => boolean): Promise<void> {
    const chosen = connections.chosen()?.id;
    const all = [...visiblePlaces(), ...drafts.all().map((draft) => placeOfDraft(context, draft))];
    const places = new Map(all.map((place) => [draftId(place), place])).values();
    const wanted = [...places].filter((place) => place.connectionId === chosen && isAffected(place));
    const readings = wanted.map((place) => live.read(place).catch(() => stateChanged.fire()));
    await Promise.all([drafts.refresh(), ...readings]);
    // Forgets only definitions in `wanted`. Another definition might have been read for a document that is just being opened.
    live.forgetClosed(wanted);
  }

  async function refreshRequests(isDifferent: boolean): Promise<void> {
    if (isDifferent) live.forgetClosed();
    const isLocked = (place: DocumentPlace): boolean =>
      live.known(place)?.openRequestId !== undefined || drafts.find(place)?.submitted !== undefined;
    // A draft is unreviewed, for example, after a reload during which the service failed.
    const isUnreviewed = (place: DocumentPlace): boolean => drafts.find(place)?.isReviewed === false;
    await readAgain((place) => isDifferent || isLocked(place) || isUnreviewed(place));
  }

  function refresh(): Promise<void> {
    known.forget();
    return refreshRequests(true);
  }

  const registered = vscode.Disposable.from(
    stateChanged,
    shown,
    showLenses(context, stateChanged.event),
    stateChanged.event(() => narrowTitleMenus(context)),
    showProblems(context, stateChanged.event),
    registerLanguage(context),
    markDrafts(context),
    // Comes after markDrafts, because the editor uses the colour of the last file decoration that has one. If a lock icon hides
    // the badges, the colour shows production.
    markProduction(context, stateChanged.event),
    files,
    events.on(['drafts'], ({ ids }) => {
      stateChanged.fire();
      for (const place of visiblePlaces().filter((one) => ids.includes(draftId(one)))) {
        changed(definitionUri(place), definitionUri(place, 'base', 'live'), definitionUri(place, 'base', 'own'));
        reviewDraft(context, place).catch(warn);
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const place = editablePlace(uri);
      if (place) live.forget(place);
    }),
    connections.onDidChange(() => {
      // Updates the views of all definitions. The refresh reads only those of the connection now in use.
      stateChanged.fire();
      void refresh().catch(() => undefined);
    }),
  );
  // Finds out which drafts are submitted, and which are live.
  readAgain((place) => drafts.find(place) !== undefined).catch(warn);

  return {
    files,
    context,
    refresh,
    refreshRequests,
    dispose: () => void registered.dispose(),
  };
}

/**
 * Hides the entries in the menu of an open definition that are known not to apply. Before the definition was read, the menu
 * shows all of them.
 */
function narrowTitleMenus({ live, drafts }: DefinitionsContext): void {
  const urisWhere = (holds: (place: DocumentPlace, known: LiveDefinition | undefined) => boolean): readonly string[] => {
    const places = openPlaces().filter((place) => holds(place, live.known(place)));
    return places.map((place) => definitionUri(place).toString());
  };
  const isKilled = ({ definition }: LiveDefinition): boolean => definition?.killed === true;
  const unserved = urisWhere((_, known) => known !== undefined && (!known.definition || isKilled(known)));
  void setContext(contextKeys.unserved, unserved);
  const unkilled = urisWhere((_, known) => known !== undefined && !isKilled(known));
  void setContext(contextKeys.unkilled, unkilled);
  const undrafted = urisWhere((place) => !drafts.find(place));
  void setContext(contextKeys.undrafted, undrafted);
}

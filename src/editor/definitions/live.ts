/** The live definitions of open documents. Each is read only once, unless a caller asks to read it again. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { draftId } from '../../operations/definitions/drafts/draft.ts';
import { beginCreationSearch, type CreationSearch } from '../../operations/changeRequests/findCreation.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Connections } from '../window/connected.ts';
import type { DocumentPlace } from '../window/definitionUri.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { documentText } from './documentText.ts';
import { openPlaces } from './documents.ts';

const { t } = vscode.l10n;

/**
 * True if the document of a definition is read-only: a change request is open on the definition, or it contains a number that
 * can't be sent exactly.
 */
export const isReadOnly = ({ openRequestId, definition }: LiveDefinition): boolean =>
  Boolean(openRequestId) || definition?.largeNumber !== undefined;

export interface LiveDefinition {
  /** Undefined = the environment has no definition, or the API key can't see it. */
  readonly definition: FlagDefinition | undefined;
  /** The text of the document. If there is no definition, the text is a first definition to start from. */
  readonly text: string;
  /** The change request that is open on the definition, or that adds it. Undefined = no such request is visible. */
  readonly openRequestId: string | undefined;
  /** When this window first read this text, in epoch milliseconds. */
  readonly readAt: number;
}

export interface LiveDefinitions {
  /** Returns the definition as it was last read. Undefined if it was not read. Makes no calls. */
  known(place: DocumentPlace): LiveDefinition | undefined;
  /**
   * Returns the definition as it was last read, or reads it if it was not read. Rejects with the errors of the client, or with
   * a FileSystemError if the document's connection is not in use.
   */
  of(place: DocumentPlace): Promise<LiveDefinition>;
  /** Reads the definition again. Always makes a new call, even if the definition is already being read. */
  read(place: DocumentPlace): Promise<LiveDefinition>;
  forget(place: DocumentPlace): void;
  /**
   * Forgets definitions that have no open document (only those in `places`, if given), because a document that is opened
   * later must not show an old version. Call this after you have read definitions that might have no open document. Skips
   * definitions that are being read, because whoever reads them calls this afterwards.
   */
  forgetClosed(places?: readonly DocumentPlace[]): void;
}

export interface LiveEvents {
  /**
   * Called after a definition was read. `read` waits for the returned promise. `hasChanged`: true if the result differs from the
   * previous one. If there is no previous result, true only if an earlier reading has failed.
   */
  onRead(place: DocumentPlace, hasChanged: boolean): Promise<void>;
  /** Called before a document becomes read-only. The document can still be saved until the returned promise settles. */
  beforeLock(place: DocumentPlace): Promise<unknown>;
}

export function createLiveDefinitions(
  { connections, serviceFacts }: { readonly connections: Connections; readonly serviceFacts: ServiceFacts },
  events: LiveEvents,
): LiveDefinitions {
  const all = new Map<string, LiveDefinition>();
  const reading = new Map<string, Promise<LiveDefinition>>();
  /** The number of the last call of `read` or `forget`. */
  let count = 0;
  /**
   * By definition: the number of the last call of `forget`, or of the newest call of `read` that was answered. Answers to calls
   * with a lower number are outdated.
   */
  const latest = new Map<string, number>();
  const failed = new Set<string>();

  async function ask(place: DocumentPlace, look: CreationSearch): Promise<Omit<LiveDefinition, 'readAt'>> {
    // Checks first whether a different connection is in use. An error about that connection, such as a missing API key, would
    // not help the user.
    if (connections.chosen()?.id !== place.connectionId)
      throw vscode.FileSystemError.Unavailable(wrongConnectionMessage(connections, place));
    const { client, origin } = (await connections.inUse())!;
    const { workspace, environment, flagName } = place;
    const definition = await client.readDefinition(workspace.id, flagName, environment.id).catch(unlessMissing);
    // An address that somebody else created could contain the name of one environment and the id of a different one.
    const name = definition?.environment?.name;
    if (name !== undefined && name !== environment.name) {
      throw vscode.FileSystemError.Unavailable(
        t(
          'The address of this document names the environment “{0}”, but contains the ID of “{1}”. Open the definition again.',
          environment.name,
          name,
        ),
      );
    }
    const at = { workspaceId: workspace.id, environmentId: environment.id, flagName };
    const openRequestId = definition
      ? definition.openChangeRequestId
      : await look
          .find(client, at, (id) => serviceFacts.environmentOf(origin, id))
          .catch(() => {
            // Some API keys can read definitions but not list requests. If a request was found earlier, it still counts as
            // open, because nothing proves that it was decided.
            const before = all.get(draftId(place));
            return before?.definition ? undefined : before?.openRequestId;
          });
    return {
      definition,
      openRequestId: openRequestId ?? undefined,
      text: await documentText(place, definition ?? firstDefinition(flagName)),
    };
  }

  async function take(place: DocumentPlace, answer: Omit<LiveDefinition, 'readAt'>, mine: number): Promise<LiveDefinition> {
    const id = draftId(place);
    const before = all.get(id);
    const live = { ...answer, readAt: before?.text === answer.text ? before.readAt : Date.now() };
    if ((latest.get(id) ?? 0) > mine) return before ?? live;
    latest.set(id, mine);
    if (isReadOnly(live) && !(before && isReadOnly(before))) {
      all.set(id, before ?? { ...live, openRequestId: undefined });
      await events.beforeLock(place);
      if (latest.get(id) !== mine) return all.get(id) ?? live;
    }
    all.set(id, live);
    serviceFacts.rememberCreationRequest(place, !live.definition && live.openRequestId !== undefined);
    const hasChanged = before?.text !== live.text || before.openRequestId !== live.openRequestId;
    await events.onRead(place, (failed.delete(id) || before !== undefined) && hasChanged);
    return live;
  }

  function read(place: DocumentPlace): Promise<LiveDefinition> {
    const id = draftId(place);
    const mine = (count += 1);
    const look = beginCreationSearch();
    const asked = ask(place, look)
      .then((live) => take(place, live, mine))
      .catch((error: unknown) => {
        failed.add(id);
        throw error;
      })
      .finally(() => {
        if (reading.get(id) === asked) reading.delete(id);
      });
    reading.set(id, asked);
    return asked;
  }

  function forget(id: string): void {
    latest.set(id, (count += 1));
    all.delete(id);
  }

  return {
    known: (place) => all.get(draftId(place)),
    of: async (place) => all.get(draftId(place)) ?? reading.get(draftId(place)) ?? read(place),
    read,
    forget: (place) => forget(draftId(place)),
    forgetClosed(places) {
      const open = new Set(openPlaces().map(draftId));
      for (const id of places?.map(draftId) ?? all.keys()) if (!open.has(id) && !reading.has(id)) forget(id);
    },
  };
}

/** Returns a definition to start from, for a flag that has none: nobody gets a treatment other than off. */
const firstDefinition = (name: string): FlagDefinition => ({
  name,
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [{ treatment: 'off', size: 100 }],
});

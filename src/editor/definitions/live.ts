/** The live definitions of open documents. Each is read once, until the caller asks to read it again. */
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

/** True if its document is read-only: a change request is open on it, or it contains a number that can't be sent exactly. */
export const isReadOnly = ({ openRequestId, definition }: LiveDefinition): boolean =>
  Boolean(openRequestId) || definition?.largeNumber !== undefined;

export interface LiveDefinition {
  /** Undefined = the environment has no definition, or the API key may not see it. */
  readonly definition: FlagDefinition | undefined;
  /** The text of the document. If there is no definition, it is a first one to start from. */
  readonly text: string;
  /** The change request that is open on the definition, or that adds it. Undefined = no such request is visible. */
  readonly openRequestId: string | undefined;
  /** Milliseconds: when this window first read this text. */
  readonly readAt: number;
}

export interface LiveDefinitions {
  /** Returns the last reading. Makes no calls. */
  known(place: DocumentPlace): LiveDefinition | undefined;
  /**
   * Returns the last reading, or reads. Rejects like the client, and with a FileSystemError if the document's connection is not in
   * use.
   */
  of(place: DocumentPlace): Promise<LiveDefinition>;
  /** Reads again. Its call starts after this, even if another reading is already under way. */
  read(place: DocumentPlace): Promise<LiveDefinition>;
  forget(place: DocumentPlace): void;
  /**
   * Drops readings without an open document, of `places` or of all places, because a document that is opened later would show an
   * old version. Call it after each reading of such places. A place that is being read again remains, because that caller will call
   * this, too.
   */
  keepOpen(places?: readonly DocumentPlace[]): void;
}

export interface LiveEvents {
  /**
   * Called after a reading, which waits for the result. `isOther` = it differs from the previous reading, or the previous one
   * failed.
   */
  onRead(place: DocumentPlace, isOther: boolean): Promise<void>;
  /** Called before a document becomes read-only. Until the result, the document can be saved. */
  beforeLock(place: DocumentPlace): Promise<unknown>;
}

export function createLiveDefinitions(
  { connections, serviceFacts }: { readonly connections: Connections; readonly serviceFacts: ServiceFacts },
  events: LiveEvents,
): LiveDefinitions {
  const all = new Map<string, LiveDefinition>();
  const reading = new Map<string, Promise<LiveDefinition>>();
  /**
   * Counts the readings. An answer is outdated if its call started before a newer answer arrived, or before its place was
   * forgotten.
   */
  let count = 0;
  const latest = new Map<string, number>();
  const failed = new Set<string>();

  async function ask(place: DocumentPlace, look: CreationSearch): Promise<Omit<LiveDefinition, 'readAt'>> {
    // For a different connection, it would not help to report that its sandbox is stopped or its API key is missing.
    if (connections.chosen()?.id !== place.connectionId)
      throw vscode.FileSystemError.Unavailable(wrongConnectionMessage(connections, place));
    const { client, origin } = (await connections.inUse())!;
    const { workspace, environment, flagName } = place;
    const definition = await client.readDefinition(workspace.id, flagName, environment.id).catch(unlessMissing);
    // An address that somebody else created could name one environment and lead to a different one.
    const name = definition?.environment?.name;
    if (name !== undefined && name !== environment.name) {
      throw vscode.FileSystemError.Unavailable(
        t('This address names the environment “{0}”, but leads to “{1}”. Open the definition again.', environment.name, name),
      );
    }
    const at = { workspaceId: workspace.id, environmentId: environment.id, flagName };
    const openRequestId = definition
      ? definition.openChangeRequestId
      : await look
          .find(client, at, (id) => serviceFacts.environmentOf(origin, id))
          .catch(() => {
            // An API key that may not list requests may still read definitions. Nothing proves that a request found earlier is
            // decided, so it still counts.
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
    serviceFacts.rememberCreated(place, !live.definition && live.openRequestId !== undefined);
    const isOther = before?.text !== live.text || before.openRequestId !== live.openRequestId;
    await events.onRead(place, (failed.delete(id) || before !== undefined) && isOther);
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
    keepOpen(places) {
      const open = new Set(openPlaces().map(draftId));
      for (const id of places?.map(draftId) ?? all.keys()) if (!open.has(id) && !reading.has(id)) forget(id);
    },
  };
}

/** Returns the start for a flag without a definition: nobody gets a treatment other than off. */
const firstDefinition = (name: string): FlagDefinition => ({
  name,
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [{ treatment: 'off', size: 100 }],
});

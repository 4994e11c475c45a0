/** Show Keys: shows the keys of a segment as a read-only text. The first page appears at once. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import { createKeyPages, type KeyPages, type KeysSoFar } from '../../operations/keys/keyPages.ts';
import { back } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { formatNumber } from '../words/requestWords.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { segmentFrom, type SegmentTarget } from '../window/target.ts';
import { tellError, tellProgress, tellRefusal } from '../window/notifications.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { registerList, setListAddress } from './keysLens.ts';
import { countMismatchSentence, emptySentence, missingSentence } from './messages.ts';
import { uploadStep } from './steps.ts';
import { keysText } from './source/source.ts';

const { t } = vscode.l10n;

const UPDATE_MILLISECONDS = 5_000;

export async function showKeys(deps: SegmentsContext, [argument]: readonly unknown[]): Promise<void> {
  const { connections, memory } = deps;
  const connected = await connections.orAsk();
  if (!connected) return;
  const target = segmentFrom(argument) ?? (await chooseSegmentPlace({ connected, title: t('Show Keys'), memory }));
  if (!target || target === back) return;
  await read(deps, { target, connected, pages: createKeyPages(target.environment.id, target.name) });
}

/** The reading of a segment's keys. `pages` remembers what was read, so that the reading can continue after a failure. */
interface KeyReading {
  readonly target: SegmentTarget;
  readonly connected: Connected;
  readonly pages: KeyPages;
}

/**
 * Reads the pages until all keys are read, the user cancels or closes the document, or the service fails. The keys that were
 * read so far remain visible.
 */
async function read(deps: SegmentsContext, reading: KeyReading): Promise<void> {
  const { target, connected, pages } = reading;
  const { name, workspace, environment } = target;
  const list = registerList(deps, { target, connectionId: connected.connectionId });
  const document = openKeys(deps.texts, `${name} – ${workspace.name}, ${environment.name}.txt`, connected.connectionId);
  try {
    const error = await readPages(reading, document);
    if (document.closed.aborted) return;
    const { soFar } = pages;
    if (!soFar) {
      if (!hasStatus(error, 404)) throw error;
      return tellNoKeys(missingSentence({ target }), target);
    }
    if (soFar.keys.length === 0 && soFar.count === 0) return tellNoKeys(emptySentence({ target }), target);
    const isStopped = error !== undefined;
    if (isStopped) list.partial = { read: soFar.keys.length, all: soFar.count };
    await document.show(soFar.keys, isStopped ? stoppedNote(soFar) : incompleteSentence(soFar));
    if (isCancelled(error)) return;
    if (isStopped) return await tellStopped(deps, reading, soFar, error);
    const sentence = incompleteSentence(soFar);
    if (sentence !== undefined) tellRefusal(sentence);
  } finally {
    setListAddress(deps.changes, list, document.address());
    document.dispose();
  }
}

/** Reads the pages. Returns the error that stopped the reading, or undefined. */
function readPages({ target, connected: { client }, pages }: KeyReading, document: OpenKeys): Thenable<unknown> {
  return tellProgress(
    t('Reading {0}', target.name),
    async (progress, cancelled) => {
      const signal = AbortSignal.any([cancelled, document.closed]);
      let updated = -Infinity;
      try {
        for (let soFar = await pages.next(client, { signal }); soFar; soFar = await pages.next(client, { signal })) {
          const [read, all] = [formatNumber(soFar.keys.length), formatNumber(soFar.count)];
          const message = t('{0} of {1} keys', read, all);
          progress.report({ message });
          // The editor replaces the whole text with each update, so updates after the first one are rare.
          if (soFar.isComplete || soFar.keys.length === 0 || performance.now() - updated < UPDATE_MILLISECONDS) continue;
          await document.show(soFar.keys, message);
          updated = performance.now();
        }
        return undefined;
      } catch (error) {
        return error;
      }
    },
    { cancellable: true },
  );
}

/** Reports a failure and how many keys were read, and offers to read the rest. */
async function tellStopped(deps: SegmentsContext, reading: KeyReading, soFar: KeysSoFar, error: unknown): Promise<void> {
  const { describeFailure } = await import('../words/failureWords.ts');
  const { sentence, detail, steps } = describeFailure(error);
  deps.log.warn(detail);
  tellError(
    `${sentence} ${stoppedNote(soFar)}`,
    { label: t('Go On…'), log: deps.log, run: () => continueReading(deps, reading) },
    // Shows at most three buttons, because the editor cuts off the labels of four.
    ...steps.slice(0, 2),
  );
}

/** Continues the reading with the API key that is in use now, which may be a different one. */
async function continueReading(deps: SegmentsContext, reading: KeyReading): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  if (connected.connectionId === reading.connected.connectionId) await read(deps, { ...reading, connected });
  else tellRefusal(wrongConnectionMessage(deps.connections, reading.connected));
}

const stoppedNote = ({ keys, count }: KeysSoFar): string =>
  t('{0} of {1} keys were read. Run “Show Keys” again to read them all.', formatNumber(keys.length), formatNumber(count));

/**
 * Returns why the list may be incomplete. Undefined if the service returned as many keys as it counts, and nobody changed the
 * segment during the reading.
 */
function incompleteSentence({ keys, count, hasChanged }: KeysSoFar): string | undefined {
  if (hasChanged)
    return t('Somebody changed the segment while it was being read, so this list might be wrong. Run “Show Keys” again.');
  return keys.length === count ? undefined : countMismatchSentence(count, keys.length);
}

/** Reports that there are no keys, and offers an upload. */
const tellNoKeys = (sentence: string, target: SegmentTarget): void => tellRefusal(sentence, uploadStep(target));

/** The document that shows the keys while they are being read. */
interface OpenKeys extends vscode.Disposable {
  /** Shows the keys. The first call opens the document. Does nothing after the document was closed. */
  show(keys: readonly string[], note?: string): Promise<void>;
  /** Aborts when the user closes the document, or reads the same segment again. */
  readonly closed: AbortSignal;
  /** The address of the document. Undefined if it was never opened, or is closed. */
  address(): string | undefined;
}

/** The controllers that abort the running readings, by the id of the document that shows the keys. */
const runningReads = new Map<string, AbortController>();

/** Opens a document. `connectionId` distinguishes segments with the same name. */
function openKeys(texts: ReadOnlyText, name: string, connectionId: string): OpenKeys {
  const id = `${connectionId}/${name}`;
  const closing = new AbortController();
  runningReads.get(id)?.abort();
  runningReads.set(id, closing);
  let address: string | undefined;
  const listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === address)) closing.abort();
  });
  return {
    closed: closing.signal,
    address: () => (closing.signal.aborted ? undefined : address),
    async show(keys, note) {
      if (closing.signal.aborted) return;
      const text = keysText(keys, note);
      if (address === undefined) address = (await texts.open(name, text, { query: connectionId })).toString();
      else await texts.keep(name, text, connectionId);
    },
    dispose() {
      listener.dispose();
      if (runningReads.get(id) === closing) runningReads.delete(id);
    },
  };
}

/** Points out, once in a window and after its first use, what was left half way; and the next part of a queue once it may be submitted. */
import * as vscode from 'vscode';
import type { KeyJournal } from '../../../operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { nextPart, type NextPart } from '../../../operations/keyWork/requestQueue.ts';
import { undoOf } from '../../../operations/keyWork/undoable.ts';
import { keepDecided } from '../../../operations/keyWork/updateWork.ts';
import type { Connected } from '../../connected.ts';
import { formatNumber, keysWords, titleOf } from '../../requestWords.ts';
import { commandStep, tellDone, tellRefusal } from '../../tell.ts';
import type { SegmentsDeps } from '../index.ts';
import { strangerTo } from './belongs.ts';
import { receiptStep } from './steps.ts';
import { tellPublished } from './tellPublished.ts';
import { isLeft } from './unfinished.ts';
import { journalOf } from './workRoom.ts';
import { nameOf, placeOf, progressSentence } from './workWords.ts';

const { t } = vscode.l10n;

/** After a reload the window before may take a moment to end: it is looked again, but not for ever. */
const LOOK_AGAIN = 5_000;
const MAX_LOOKS = 4;

/** `decided` is the id of a change request that was decided in this window just now. Throws what the service or the disk refuses. */
export async function pointOut(deps: SegmentsDeps, decided?: string): Promise<void> {
  const connected = await deps.connections.inUse();
  if (!connected || connected.isReadOnly) return;
  const journal = await journalOf(deps.room);
  const all = await journal.list();
  const own = all.filter((work) => !strangerTo(work, connected));
  // Of what is changed back nothing more is to be sent.
  const going = own.filter((work) => undoOf(all, work) === undefined);
  if (decided === undefined) await pointOutLeft(deps, journal, going, 1);
  for (const work of own) {
    const isOpen = work.parts.some(({ state, requestId }) => state === 'open' && (decided ?? requestId) === requestId);
    // A single request has nothing to be offered after it: it is looked at when it is decided here, or asked for.
    const isLookedAt = isOpen
      ? decided !== undefined || work.parts.length > 1
      : decided === undefined && isBetween(work) && going.includes(work);
    if (isLookedAt) await pointOutNext(deps, connected, journal, work);
  }
}

/** A part is published, and the next one was not submitted yet. */
const isBetween = ({ way, state, parts }: KeyWork): boolean =>
  way === 'request' && state === 'waiting' && parts.some((part) => part.state === 'published') && isUnfinishedPart(parts);

const isUnfinishedPart = (parts: KeyWork['parts']): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'sending') && parts.every(({ state }) => state !== 'open');

/** Those whose window was closed or killed. Who cancelled one, or saw it stop, was told then. */
async function pointOutLeft(deps: SegmentsDeps, journal: KeyJournal, own: readonly KeyWork[], looks: number): Promise<void> {
  const { keys, offered } = deps.room;
  const left: KeyWork[] = [];
  let isAnyRunning = false;
  for (const work of own) {
    if (work.state !== 'running' || !isLeft(work) || keys.has(work.id)) continue;
    if (await journal.isRunning(work.id)) isAnyRunning = true;
    else left.push(work);
  }
  const news = left.filter(({ id }) => !offered.has(id));
  for (const { id } of news) offered.add(id);
  if (news.length > 0) tellLeft(news);
  if (!isAnyRunning || looks >= MAX_LOOKS) return;
  const again = async (): Promise<void> => {
    const works = await Promise.all(own.map(({ id }) => journal.read(id)));
    await pointOutLeft(
      deps,
      journal,
      works.filter((work) => work !== undefined),
      looks + 1,
    );
  };
  setTimeout(() => void again().catch((error: unknown) => deps.log.warn(String(error))), LOOK_AGAIN).unref();
}

function tellLeft(works: readonly KeyWork[]): void {
  const [work] = works;
  if (!work || works.length > 1) {
    tellDone(
      t('{0} uploads or removals were left half way when their windows closed.', formatNumber(works.length)),
      commandStep(t('Resume…'), 'flagAdmin.segment.resumeUpload'),
    );
    return;
  }
  const sentence = t('{0} in {1} was left half way: {2}.', nameOf(work), placeOf(work.target), progressSentence(work));
  if (work.source.uri === undefined) {
    tellRefusal(t('{0} Its keys were in no file, so the rest has to be uploaded again.', sentence), receiptStep(work));
    return;
  }
  tellDone(sentence, commandStep(t('Resume…'), 'flagAdmin.segment.resumeUpload', { work: work.id }));
}

async function pointOutNext(deps: SegmentsDeps, { client }: Connected, journal: KeyJournal, work: KeyWork): Promise<void> {
  const keys = deps.room.keys.get(work.id);
  const next = await nextPart(client, work, keys ? { keys } : {});
  if (next.work !== work) await keepDecided(journal, next.work);
  const { offered } = deps.room;
  const mark = `${work.id}/${next.next}/${'index' in next ? next.index : ''}`;
  if (next.next === 'open' || offered.has(mark)) return;
  offered.add(mark);
  tellNext(next);
}

function tellNext(next: Exclude<NextPart, { next: 'open' }>): void {
  const { work } = next;
  const of = work.parts.length;
  switch (next.next) {
    case 'submit': {
      const { count } = work.parts[next.index]!;
      const published = work.parts.findLastIndex(({ state }) => state === 'published');
      tellDone(
        t(
          'Part {0} of {1} is published. The next {2} for {3} can be submitted now.',
          published + 1,
          of,
          keysWords(count),
          work.target.name,
        ),
        commandStep(t('Submit Part {0} of {1}…', next.index + 1, of), 'flagAdmin.segment.resumeUpload', { work: work.id }),
        receiptStep(work),
      );
      return;
    }
    case 'declined':
      tellRefusal(
        t('“{0}” was not published, so its keys are not changed in {1}.', titleOf(next.request), work.target.name),
        commandStep(t('Submit It Again…'), 'flagAdmin.segment.resumeUpload', { work: work.id }),
      );
      return;
    case 'done':
      // Of a single request the review has said it.
      if (of > 1) tellPublished(work);
      return;
    default:
      next satisfies never;
  }
}

/** Open Receipt…: what a work did, as a read-only text that can be saved. */
import * as vscode from 'vscode';
import { nextPart } from '../../operations/keyWork/requestQueue.ts';
import type { KeyWork } from '../../operations/keyWork/keyWork.ts';
import { keepDecided } from '../../operations/keyWork/updateWork.ts';
import { receiptOf } from '../../operations/keyWork/receipt.ts';
import { marked } from '../ownText.ts';
import { segmentFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import type { SegmentsDeps } from './index.ts';
import { strangerTo } from './work/belongs.ts';
import { chooseWork } from './work/chooseWork.ts';
import { receiptName, receiptText } from './work/receiptText.ts';
import { journalOf, workFrom } from './work/workRoom.ts';

const { t } = vscode.l10n;

/** The argument may name a work, as the button of a message does, or a segment, as its node does. */
export async function openReceipt(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const journal = await journalOf(deps.room);
  const named = workFrom(argument);
  const segment = segmentFrom(argument);
  const works = (await journal.list()).filter(
    ({ id, target }) =>
      (named === undefined || id === named) &&
      (!segment || (target.environment.id === segment.environment.id && target.name === segment.name)),
  );
  const [only] = works;
  if (!only) {
    tellRefusal(
      segment
        ? t('Nothing was uploaded to {0} in {1} or removed from it from here.', segment.name, segment.environment.name)
        : t('There is no receipt: nothing was uploaded or removed from here, or it was long ago.'),
    );
    return;
  }
  const question = { title: t('Open Receipt'), placeholder: t('Of which upload or removal?') };
  const work = works.length === 1 ? only : await chooseWork(works, connected, question);
  if (!work) return;
  const now = strangerTo(work, connected) ? work : await upToDate(work);
  await deps.texts.open(receiptName(now), marked(receiptText(receiptOf(now), now)));

  /** What was decided elsewhere on its change requests; as it was, where the service does not say now. */
  async function upToDate(then: KeyWork): Promise<KeyWork> {
    if (!connected || !then.parts.some(({ state }) => state === 'open')) return then;
    try {
      const { work: read } = await nextPart(connected.client, then);
      return read === then ? read : await keepDecided(journal, read);
    } catch {
      return then;
    }
  }
}

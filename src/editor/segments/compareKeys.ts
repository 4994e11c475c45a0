/**
 * Compare Segment with Current File…: finds the keys that only the segment or only the file contains. Shows these keys as a
 * diff, or makes the segment equal to the file after the user has confirmed a plan.
 */
import * as vscode from 'vscode';
import { keyDifference } from '../../domain/keys/keyPlan.ts';
import { askChoice, back, type Option } from '../ask/ask.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { rememberPlace } from '../ask/recentPlaces.ts';
import { formatNumber, keysWords } from '../words/requestWords.ts';
import { segmentFrom } from '../window/target.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { labelText } from '../words/escape.ts';
import { inPlace } from '../words/placeWords.ts';
import { doubtOptions, titleWithDoubts } from '../ask/askDoubts.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { makeEqual, type ComparedKeys } from './makeEqual.ts';
import { equalTitle, noPlanSentence } from './messages.ts';
import { readContents } from './segmentState.ts';
import { findKeys, applyChoice } from './source/findKeys.ts';
import { lastTarget, rememberFile } from './source/rememberedFile.ts';
import { sourceOptions, type SourceChoice } from './source/sourceOptions.ts';
import { lineWords } from './source/foundWords.ts';
import { readSource } from './source/readSource.ts';

const { t } = vscode.l10n;

/** Compares the keys. A comparison needs no permit. A permit is requested only before a change. */
export async function compareKeys(deps: SegmentsContext, args: readonly unknown[], read = readSource): Promise<void> {
  const source = await read(args);
  const found = source && (await findKeys(source, deps.memory));
  const connected = found && (await deps.connections.orAsk());
  if (!connected) return;
  const title = t('Compare a segment with {0} from {1}', keysWords(found.keys.length), source.description);
  const target =
    segmentFrom(args[0]) ??
    (await chooseSegmentPlace({ connected, title, memory: deps.memory, lastTarget: lastTarget(deps.memory, found, connected) }));
  const contents = target && target !== back && (await readContents(connected, target));
  if (!contents) return;
  await rememberPlace(deps.memory, connected.connectionId, target);
  await rememberFile(deps.memory, found, target, connected.connectionId);
  await askNextAction(deps, { connected, target, found, contents, difference: keyDifference(found.keys, contents) });
}

async function askNextAction(deps: SegmentsContext, compared: ComparedKeys): Promise<void> {
  const { target, found, difference } = compared;
  const { onlyInFile, onlyInSegment, both } = difference;
  const { description } = found.source;
  if (onlyInFile.length + onlyInSegment.length === 0) {
    return tellDone(noPlanSentence({ code: 'alreadyEqual', count: both.length }, target.name, description));
  }
  for (;;) {
    const answer = await askChoice<'diff' | 'equal' | SourceChoice>({
      title: titleWithDoubts(inPlace(target.name, target), found.doubts),
      placeholder: t('Nothing was sent yet'),
      // It is safe to preselect the first row, because a diff or a plan changes nothing yet.
      isFirstActive: true,
      options: options(compared),
    });
    if (answer === undefined || answer === back) return undefined;
    if (answer !== 'diff' && answer !== 'equal') {
      const again = await applyChoice(deps.texts, found, answer);
      if (again)
        return askNextAction(deps, { ...compared, found: again, difference: keyDifference(again.keys, compared.contents) });
      continue;
    }
    if (answer === 'diff') return openKeysAsDiff(deps, compared);
    if ((await makeEqual(deps, compared)) !== back) return undefined;
  }
}

function differenceWords({ target, found, difference: { onlyInFile, onlyInSegment, both } }: ComparedKeys): string {
  const counts = [onlyInFile, onlyInSegment, both].map(({ length }) => formatNumber(length));
  const [file, segment, shared] = counts as [string, string, string];
  const { description } = found.source;
  return t('Only in {0}: {1} · only in {2}: {3} · in both: {4}', description, file, target.name, segment, shared);
}

function options(compared: ComparedKeys): readonly Option<'diff' | 'equal' | SourceChoice>[] {
  const { target, found } = compared;
  return [
    ...doubtOptions(found.doubts, (line) => lineWords(found.source, line)),
    {
      label: t('Open as diff'),
      detail: differenceWords(compared),
      icon: new vscode.ThemeIcon('diff'),
      value: 'diff',
    },
    {
      label: equalTitle(target.name, found.source.description),
      icon: new vscode.ThemeIcon('arrow-swap'),
      value: 'equal',
    },
    ...sourceOptions(found),
  ];
}

/**
 * Makes the segment equal to the file, using the API key that is in use now. If a different connection is in use now, only tells
 * the user so.
 */
async function makeEqualNow(deps: SegmentsContext, compared: ComparedKeys): Promise<unknown> {
  const connected = await deps.connections.orAsk();
  if (!connected) return undefined;
  return connected.connectionId === compared.connected.connectionId
    ? makeEqual(deps, { ...compared, connected })
    : tellRefusal(wrongConnectionMessage(deps.connections, compared.connected));
}

/** Opens the sorted keys of the segment and of the file in the editor's diff view. */
async function openKeysAsDiff(deps: SegmentsContext, compared: ComparedKeys): Promise<void> {
  const { texts } = deps;
  const { target, found, contents } = compared;
  const { name, workspace, environment } = target;
  const { description } = found.source;
  const place = `${workspace.name}, ${environment.name}`;
  const text = (keys: readonly string[]): string => `${keys.toSorted().join('\n')}\n`;
  // The last argument becomes the query of the text's address. It distinguishes this text from other texts with the same name.
  const left = await texts.keep(`${name} – ${place}.txt`, text([...contents]), 'segment');
  const right = await texts.keep(description, text(found.keys), 'file');
  const title = labelText(`${name} (${place}) ↔ ${description}`);
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
  tellDone(differenceWords(compared), {
    label: t('Make Equal…'),
    log: deps.log,
    run: () => makeEqualNow(deps, compared),
  });
}

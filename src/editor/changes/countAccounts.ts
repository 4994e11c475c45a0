/**
 * Count Accounts…: reads the segments that a changed definition names, and counts for how many of their keys the flag's result
 * changes.
 */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { countSteps } from '../../domain/audiences/countKeys.ts';
import { factsNeededFor } from '../../domain/audiences/evaluate.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import type { LiveObject } from '../../operations/changeRequests/readReview.ts';
import { inSlices } from '../words/inSlices.ts';
import { readSegments } from '../../operations/segments/readSegments.ts';
import type { Connected } from '../window/connected.ts';
import { tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { withOwnMark } from '../words/ownText.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import type { FlagTarget } from '../window/target.ts';
import { forWhom, computeForWhom } from '../words/audienceWords.ts';
import { countText } from '../words/countWords.ts';
import { formatNumber } from '../words/requestWords.ts';

const { t } = vscode.l10n;

export interface ChangeToCount {
  readonly client: Connected['client'];
  readonly target: FlagTarget;
  readonly request: ChangeRequest;
  /** The object that the request changes, as it is now. */
  readonly live: LiveObject;
}

/** Counts and opens the report. The user can cancel, because reading a segment takes one call for each page of keys. */
export async function countAccounts(texts: ReadOnlyText, { client, target, request, live }: ChangeToCount): Promise<void> {
  const { name, workspace, environment } = target;
  await computeForWhom(request, live);
  const found = forWhom(request, live);
  if (!found || live.kind !== 'definition') {
    tellRefusal(t('There is nothing to count for {0}: the change request changes nothing, or its changes aren’t known.', name));
    return;
  }
  const [shown, exact] = [found.changed, found.exact].map((lines) => lines.filter(({ line }) => line));
  const lines = [...shown!, ...exact!];
  if (lines.length === 0)
    return tellDone(t('There is no group of keys to count. For the reason, see “For whom” in the review of {0}.', name));
  const notes = found.changed.filter(({ line }) => !line).map(({ text }) => text);
  const versions = { before: live.definition, after: definitionAfter(request, live.definition) };
  const asked = factsNeededFor([versions.before, versions.after]);
  const counted = await tellProgress(
    t('Counting the keys for which the result of {0} changes', name),
    async (progress, signal) => {
      const onPage = (segment: string, read: number, count: number): void =>
        progress.report({ message: t('{0}: {1} of {2}', segment, formatNumber(read), formatNumber(count)) });
      const place = { workspaceId: workspace.id, environmentId: environment.id };
      const contents = await readSegments(client, place, asked.segments, { signal, onPage });
      const segments = new Map(
        [...contents].flatMap(([segment, one]): [string, readonly string[]][] =>
          one.state === 'read' ? [[segment, one.keys]] : one.state === 'inactive' ? [[segment, []]] : [],
        ),
      );
      const counting = { ...versions, segments, lines: lines.flatMap(({ line }) => line ?? []) };
      return { count: await inSlices(countSteps(counting), signal), contents };
    },
    { cancellable: true },
  );
  const { count, contents } = counted;
  if (!count) {
    tellRefusal(t('The definitions of {0} name more than two million keys, which is too many to count.', name));
    return;
  }
  const text = await inSlices(countText({ count, contents, lines, shown: shown!.length, notes, asked, at: Date.now() }));
  const title = t('number of keys for which the result of {0} in {1} / {2} changes', name, workspace.name, environment.name);
  await texts.open(t('{0} – key counts, {1}.txt', name, environment.name), withOwnMark(`${text}\n`, title));
}

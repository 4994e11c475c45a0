/** The segment that keys are for, and where: one of those that are there, or a new one. */
import * as vscode from 'vscode';
import type { Segment } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/transport.ts';
import { allPages } from '../service/allPages.ts';
import { back, type Answer } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { chooseEnvironment, chooseSegmentPlace, type PlaceQuestion } from '../pickers/choosePlace.ts';
import type { SegmentTarget, WorkspaceRef } from '../service/target.ts';
import { askNewSegment } from './newSegment.ts';

const { t } = vscode.l10n;

const PAGE = 200;
const create = Symbol('create');

export async function chooseTarget(question: PlaceQuestion): Promise<Answer<SegmentTarget>> {
  const newOne = { label: t('New segment…'), icon: new vscode.ThemeIcon('add'), value: create } as const;
  for (;;) {
    const answer = await chooseSegmentPlace<typeof create>(question, newOne);
    if (answer !== create) return answer;
    const made = await makeSegment(question);
    if (made !== back) return made;
  }
}

async function makeSegment({ connected, title }: PlaceQuestion): Promise<Answer<SegmentTarget>> {
  for (;;) {
    const place = await chooseEnvironment(connected, { title: t('{0} – new segment', title), canGoBack: true });
    if (place === undefined || place === back) return place;
    const { workspace } = place;
    const reading = new AbortController();
    const segment = await askNewSegment({
      connected,
      workspace,
      known: segmentsOf(connected, workspace, { signal: reading.signal }),
      title,
      canGoBack: true,
    }).finally(() => reading.abort());
    if (segment === undefined) return undefined;
    if (segment !== back) return { kind: 'segment', ...place, name: segment.name, trafficType: segment.trafficType?.name ?? '' };
  }
}

/** The segments of a workspace, as far as a list shows them. */
export const segmentsOf = ({ client }: Connected, workspace: WorkspaceRef, options: CallOptions): Promise<readonly Segment[]> =>
  allPages((offset) => client.listSegments(workspace.id, { offset, limit: PAGE }, options));

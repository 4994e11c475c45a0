/** Create Segment…: workspace → name, traffic type, description → create → offer to activate it. */
import * as vscode from 'vscode';
import { back } from '../prompts/ask.ts';
import { requireWritable } from '../prompts/permit.ts';
import { askWorkspace } from '../prompts/places.ts';
import { workspaceFrom, type WorkspaceSegment } from '../service/target.ts';
import { commandStep, tellDone } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { segmentsOf } from './chooseTarget.ts';
import type { SegmentsDeps } from './index.ts';
import { askNewSegment } from './newSegment.ts';

const { t } = vscode.l10n;

export async function createSegment(deps: SegmentsDeps, argument: unknown): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const given = workspaceFrom(argument);
  const title = t('Create Segment');
  for (;;) {
    const workspace = given?.workspace ?? (await askWorkspace(connected, { title, placeholder: t('In which workspace?') }));
    if (!workspace || workspace === back) return;
    const reading = new AbortController();
    const segment = await askNewSegment({
      connected,
      workspace,
      known: segmentsOf(connected, workspace, { signal: reading.signal }),
      title,
      canGoBack: !given,
    }).finally(() => reading.abort());
    if (segment === back) continue;
    if (!segment) return;
    deps.refresh();
    const target: WorkspaceSegment = {
      kind: 'workspaceSegment',
      workspace,
      name: segment.name,
      trafficType: segment.trafficType?.name ?? '',
      ...(given?.environment && { environment: given.environment }),
    };
    tellDone(
      t(
        'The segment {0} is made in {1}. It can hold keys in each environment where you activate it.',
        segment.name,
        workspace.name,
      ),
      commandStep(t('Activate in Environment…'), 'flagAdmin.segment.activate', { target }),
    );
    return;
  }
}

/**
 * Create Segment…, also as a step of an upload: asks for the workspace, the name and the traffic type, and creates the segment.
 * An upload also asks for the environment.
 */
import * as vscode from 'vscode';
import type { Segment } from '../../api/model.ts';
import { sendNewSegment } from '../../operations/segments/segmentCreation.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { askSteps, askText, back, type Answer, type Position } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { connectedToChange, requestPermit } from '../ask/permit.ts';
import { askTrafficType, askWorkspace } from '../ask/placeOptions.ts';
import { chooseEnvironment, chooseSegmentPlace, type PlaceQuestion } from '../ask/choosePlace.ts';
import { workspaceFrom, type SegmentTarget, type WorkspaceRef, type WorkspaceSegment } from '../window/target.ts';
import { nameSentence } from '../words/nameWords.ts';
import { tellDone, tellProgress } from '../window/notifications.ts';
import { orChangeFailed } from '../changes/attempt.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { commandStep } from '../words/nextSteps.ts';
import type { SegmentsContext } from './segmentsContext.ts';

const { t } = vscode.l10n;

export async function createSegmentCommand(deps: SegmentsContext, argument: unknown): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const given = workspaceFrom(argument);
  const title = t('Create Segment');
  for (;;) {
    const workspace = given?.workspace ?? (await askWorkspace(connected, { title }));
    if (!workspace || workspace === back) return;
    const segment = await askNewSegment(connected, workspace, { title, canGoBack: !given });
    if (segment === back) continue;
    if (!segment) return;
    const place = { object: 'segment', workspaceId: workspace.id, name: segment.name } as const;
    deps.events.fire({ kind: 'object', connection: connected.connectionId, place, isChanged: true });
    const target: WorkspaceSegment = {
      kind: 'workspaceSegment',
      workspace,
      name: segment.name,
      trafficType: segment.trafficType?.name ?? '',
      ...(given?.environment && { environment: given.environment }),
    };
    return tellDone(
      t('{0} was created in {1}.', segment.name, workspace.name),
      commandStep(t('Activate in Environment…'), 'flagAdmin.segment.activate', { target }),
    );
  }
}

const newSegment = Symbol('newSegment');

/** Asks for the segment to which the keys are added, and for its environment. Offers the existing segments and a new one. */
export async function chooseTarget(question: PlaceQuestion): Promise<Answer<SegmentTarget>> {
  const { connected, title } = question;
  const option = { label: t('New segment…'), icon: new vscode.ThemeIcon('add'), value: newSegment } as const;
  for (;;) {
    const answer = await chooseSegmentPlace<typeof newSegment>(question, option);
    if (answer !== newSegment) return answer;
    const place = await chooseEnvironment(connected, { title: t('Create Segment'), canGoBack: true });
    if (place === undefined) return undefined;
    const segment = place === back ? back : await askNewSegment(connected, place.workspace, { title, canGoBack: true });
    if (segment === undefined) return undefined;
    if (segment !== back && place !== back) {
      return { kind: 'segment', ...place, name: segment.name, trafficType: segment.trafficType?.name ?? '' };
    }
  }
}

/**
 * Asks for the name and the traffic type, and creates the segment. No environment requires a change request for a new segment
 * (admin-api.md, Segments, rule 5).
 */
async function askNewSegment(connected: Connected, workspace: WorkspaceRef, position: Position): Promise<Answer<Segment>> {
  const { client } = connected;
  const { title } = position;
  const draft = { name: '', trafficType: '' };
  let hasWalkedBack = false;
  const reading = new AbortController();
  const segments = catalogOf(client).segments(workspace.id);
  // If the segments can't be read, this code can't detect a name that is taken, but the service will refuse that name.
  const read = segments.read({ signal: reading.signal }).catch(() => undefined);
  const validate = (text: string): string | undefined => nameSentence(text, { has: (name) => segments.get(name) !== undefined });
  const isAnswered = await askSteps([
    async (step) => {
      const prompt = t('Name of the new segment in {0}', workspace.name);
      const check = async (text: string): Promise<string | undefined> => read.then(() => validate(text));
      const answer = await askText({ ...step, ...position, prompt, value: draft.name, validate, check });
      hasWalkedBack = answer === back;
      if (typeof answer !== 'string') return undefined;
      draft.name = answer.trim();
      return true;
    },
    async (step) => {
      const answer = await askTrafficType(connected, workspace, { ...step, title }, draft.trafficType);
      if (typeof answer !== 'string') return answer;
      draft.trafficType = answer.trim();
      return true;
    },
  ]).finally(() => reading.abort());
  if (hasWalkedBack) return back;
  const permit = isAnswered ? requestPermit(connected) : undefined;
  if (!permit) return undefined;
  const { trafficType, name } = draft;
  return tellProgress(
    title,
    (_, signal) =>
      orChangeFailed(outcomeSentences(t('Create {0} in {1}', name, workspace.name)), () =>
        sendNewSegment(client, { workspaceId: workspace.id, trafficType }, { name, description: '' }, { permit, signal }),
      ),
    { cancellable: true },
  );
}

/** Workspace → environment → segment, with Back. The target that was used last comes first. */
import * as vscode from 'vscode';
import type { Segment } from '../../api/model.ts';
import type { CallOptions } from '../../api/transport.ts';
import { allPages } from '../allPages.ts';
import { askChoice, askSteps, back, type Answer, type ConditionalStep, type Option, type Step } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { LastTarget } from '../lastTarget.ts';
import { environmentStep, workspaceOptions, workspaceStep } from '../places.ts';
import type { EnvironmentRef, SegmentTarget, WorkspaceRef, WorkspaceSegment } from '../target.ts';
import { askNewSegment } from './newSegment.ts';

const { t } = vscode.l10n;

const PAGE = 200;

export interface TargetQuestion {
  readonly connected: Connected;
  readonly title: string;
  readonly lastTarget: LastTarget;
  /** False = only what is there: there is no “New segment…”. */
  readonly canCreate?: boolean;
  /** There is a question before the first one. */
  readonly canGoBack?: boolean;
}

/** Undefined = the user walked away. */
export async function chooseTarget(question: Omit<TargetQuestion, 'canGoBack'>): Promise<SegmentTarget | undefined> {
  const answer = await chooseTargetOrBack(question);
  return answer === back ? undefined : answer;
}

/** As chooseTarget, where there is a question before. */
export async function chooseTargetOrBack(question: TargetQuestion): Promise<Answer<SegmentTarget>> {
  const { connected, title, lastTarget, canCreate = true, canGoBack = false } = question;
  let workspace: WorkspaceRef | undefined;
  let environment: EnvironmentRef | undefined;
  let target: SegmentTarget | undefined;

  const pickWorkspace: Step = async (position) => {
    const answer = await askChoice<WorkspaceRef | SegmentTarget>({
      ...position,
      title,
      isFirstActive: true,
      placeholder: t('Which workspace?'),
      options: (signal) => withLast(workspaceOptions(connected, { signal }), lastTarget.of(connected.connectionId)),
    });
    if (answer === undefined || answer === back) return answer;
    target = 'kind' in answer ? answer : undefined;
    if (!('kind' in answer)) workspace = answer;
    return true;
  };

  const askEnvironment = environmentStep({
    connected,
    title,
    workspace: () => workspace,
    choose: (chosen) => (environment = chosen),
  });
  const pickEnvironment: Step = async (position) => (target ? true : askEnvironment(position));

  const pickSegment: Step = async (position) => {
    if (target || !workspace || !environment) return true;
    const where = workspace;
    let known: readonly Segment[] = [];
    const create = Symbol('create');
    const answer: Answer<Segment | typeof create> = await askChoice<Segment | typeof create>({
      ...position,
      title,
      isFirstActive: true,
      placeholder: t('Which segment in {0} / {1}?', workspace.name, environment.name),
      options: async (signal) => {
        known = await segmentsOf(connected, where, { signal });
        return [
          ...known.map(segmentOption),
          ...(canCreate
            ? [{ separator: '' }, { label: t('New segment…'), icon: new vscode.ThemeIcon('add'), value: create } as const]
            : []),
        ];
      },
    });
    if (answer === undefined || answer === back) return answer;
    const chosen =
      answer === create
        ? await askNewSegment({ connected, workspace, known: Promise.resolve(known), title, canGoBack: true })
        : answer;
    if (chosen === undefined || chosen === back) return chosen;
    target = { kind: 'segment', workspace, environment, name: chosen.name, trafficType: chosen.trafficType?.name ?? '' };
    return true;
  };

  /** Stands for the question before: it is passed once, and met again by Back alone. */
  let isLeft: boolean | undefined;
  const before: ConditionalStep = {
    applies: () => canGoBack,
    ask: async () => {
      isLeft = isLeft !== undefined;
      return isLeft ? undefined : true;
    },
  };
  if (await askSteps([before, pickWorkspace, pickEnvironment, pickSegment])) return target;
  return isLeft ? back : undefined;
}

/** Workspace → segment, for what is done to a segment as a whole. Undefined = the user walked away. */
export async function chooseSegment(connected: Connected, title: string): Promise<WorkspaceSegment | undefined> {
  let workspace: WorkspaceRef | undefined;
  let chosen: Segment | undefined;
  const isChosen = await askSteps([
    workspaceStep(connected, title, (answer) => (workspace = answer)),
    async (position) => {
      if (!workspace) return undefined;
      const where = workspace;
      const answer = await askChoice<Segment>({
        ...position,
        title,
        isFirstActive: true,
        placeholder: t('Which segment in {0}?', workspace.name),
        options: async (signal) => (await segmentsOf(connected, where, { signal })).map(segmentOption),
      });
      if (answer === undefined || answer === back) return answer;
      chosen = answer;
      return true;
    },
  ]);
  if (!isChosen || !workspace || !chosen) return undefined;
  return { kind: 'workspaceSegment', workspace, name: chosen.name, trafficType: chosen.trafficType?.name ?? '' };
}

/** The segments of a workspace, as far as a list shows them. */
export const segmentsOf = ({ client }: Connected, workspace: WorkspaceRef, options: CallOptions): Promise<readonly Segment[]> =>
  allPages((offset) => client.listSegments(workspace.id, { offset, limit: PAGE }, options));

async function withLast(
  workspaces: Promise<readonly Option<WorkspaceRef>[]>,
  last: SegmentTarget | undefined,
): Promise<readonly (Option<WorkspaceRef | SegmentTarget> | { readonly separator: string })[]> {
  const options = await workspaces;
  if (!last) return options;
  const recent = {
    label: last.name,
    description: `${last.workspace.name} / ${last.environment.name}`,
    icon: new vscode.ThemeIcon('history'),
    value: last,
  };
  return [{ separator: t('used last') }, recent, { separator: t('workspaces') }, ...options];
}

function segmentOption(segment: Segment): Option<Segment> {
  return {
    label: segment.name,
    description: [segment.trafficType?.name, segment.description].filter(Boolean).join(' · '),
    icon: new vscode.ThemeIcon('list-unordered'),
    value: segment,
  };
}

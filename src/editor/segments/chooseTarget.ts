/** Workspace → environment → segment, with Back. The target that was used last comes first. */
import * as vscode from 'vscode';
import type { Environment, Segment, Workspace } from '../../api/model.ts';
import { allPages } from '../allPages.ts';
import { askChoice, askSteps, back, type Answer, type Option, type Step } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { LastTarget } from '../lastTarget.ts';
import type { EnvironmentRef, SegmentTarget, WorkspaceRef } from '../target.ts';
import { askNewSegment } from './createSegment.ts';

const { t } = vscode.l10n;

const PAGE = 200;

export interface TargetQuestion {
  readonly connected: Connected;
  readonly title: string;
  readonly lastTarget: LastTarget;
}

/** Undefined = the user walked away. */
export async function chooseTarget({ connected, title, lastTarget }: TargetQuestion): Promise<SegmentTarget | undefined> {
  const { client } = connected;
  let workspace: WorkspaceRef | undefined;
  let environment: EnvironmentRef | undefined;
  let target: SegmentTarget | undefined;

  const pickWorkspace: Step = async (position) => {
    const answer = await askChoice<Workspace | SegmentTarget>({
      ...position,
      title,
      placeholder: t('Which workspace?'),
      options: workspaceOptions(
        allPages((offset) => client.listWorkspaces({ offset, limit: PAGE })),
        lastTarget.of(connected.connectionId),
      ),
    });
    if (answer === undefined || answer === back) return answer;
    if (isTarget(answer)) target = answer;
    else {
      target = undefined;
      workspace = { id: answer.id, name: answer.name, requiresTitleAndComments: answer.requiresTitleAndComments === true };
    }
    return true;
  };

  const pickEnvironment: Step = async (position) => {
    if (target || !workspace) return true;
    const answer = await askChoice<Environment>({
      ...position,
      title,
      placeholder: t('Which environment of {0}?', workspace.name),
      options: client.listEnvironments(workspace.id).then((all) => all.map(environmentOption)),
    });
    if (answer === undefined || answer === back) return answer;
    environment = { id: answer.id, name: answer.name, isProduction: answer.production !== false };
    return true;
  };

  const pickSegment: Step = async (position) => {
    if (target || !workspace || !environment) return true;
    const place = { workspace, environment };
    const segments = allPages((offset) => client.listSegments(place.workspace.id, { offset, limit: PAGE }));
    const create = Symbol('create');
    const answer: Answer<Segment | typeof create> = await askChoice<Segment | typeof create>({
      ...position,
      title,
      placeholder: t('Which segment in {0} / {1}?', workspace.name, environment.name),
      options: segments.then((all) => [
        ...all.map(segmentOption),
        { separator: '' },
        { label: t('New segment…'), icon: new vscode.ThemeIcon('add'), value: create },
      ]),
    });
    if (answer === undefined || answer === back) return answer;
    const chosen = answer === create ? await askNewSegment({ connected, workspace, known: await segments, title }) : answer;
    if (chosen === undefined || chosen === back) return chosen;
    target = { kind: 'segment', workspace, environment, name: chosen.name, trafficType: chosen.trafficType?.name ?? '' };
    return true;
  };

  if (!(await askSteps([pickWorkspace, pickEnvironment, pickSegment])) || !target) return undefined;
  return target;
}

const isTarget = (answer: Workspace | SegmentTarget): answer is SegmentTarget => 'kind' in answer && answer.kind === 'segment';

async function workspaceOptions(
  workspaces: Promise<readonly Workspace[]>,
  last: SegmentTarget | undefined,
): Promise<readonly (Option<Workspace | SegmentTarget> | { readonly separator: string })[]> {
  const options = (await workspaces).map((workspace) => ({
    label: workspace.name,
    icon: new vscode.ThemeIcon('project'),
    value: workspace,
  }));
  if (!last) return options;
  const recent = {
    label: last.name,
    description: `${last.workspace.name} / ${last.environment.name}`,
    icon: new vscode.ThemeIcon('history'),
    value: last,
  };
  return [{ separator: t('used last') }, recent, { separator: t('workspaces') }, ...options];
}

function environmentOption(environment: Environment): Option<Environment> {
  const isProduction = environment.production !== false;
  return {
    label: environment.name,
    description: isProduction ? t('production') : '',
    icon: new vscode.ThemeIcon(isProduction ? 'shield' : 'server-environment'),
    value: environment,
  };
}

function segmentOption(segment: Segment): Option<Segment> {
  return {
    label: segment.name,
    description: [segment.trafficType?.name, segment.description].filter(Boolean).join(' · '),
    icon: new vscode.ThemeIcon('list-unordered'),
    value: segment,
  };
}

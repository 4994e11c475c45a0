/** A new segment in a workspace, in the middle of an upload: name, traffic type, description. */
import * as vscode from 'vscode';
import type { Segment } from '../../api/model.ts';
import { createSegment } from '../../operations/createSegment.ts';
import { askChoice, askSteps, askText, back, type Answer } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { requestPermit } from '../permit.ts';
import type { WorkspaceRef } from '../target.ts';

const { t } = vscode.l10n;

export interface NewSegment {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  /** The segments that are there: names must be unique, and traffic types are taken from them. */
  readonly known: readonly Segment[];
  readonly title: string;
}

/** Creating a segment needs no change request in any environment (admin-api.md, Segments, rule 5). */
export async function askNewSegment({ connected, workspace, known, title }: NewSegment): Promise<Answer<Segment>> {
  const taken = new Set(known.map(({ name }) => name));
  const trafficTypes = [...new Set(known.flatMap(({ trafficType }) => (trafficType ? [trafficType.name] : [])))].toSorted();
  const draft = { name: '', trafficType: '', description: '' };
  let hasWalkedBack = false;

  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askText({
        ...position,
        canGoBack: true,
        title,
        prompt: t('Name of the new segment in {0}', workspace.name),
        value: draft.name,
        validate: (text) => {
          if (text.trim() === '') return t('Give the segment a name.');
          return taken.has(text.trim()) ? t('There is a segment of this name already.') : undefined;
        },
      });
      if (answer === back) {
        hasWalkedBack = true;
        return undefined;
      }
      if (answer === undefined) return undefined;
      draft.name = answer.trim();
      return true;
    },
    async (position) => {
      const answer =
        trafficTypes.length > 0
          ? await askChoice<string>({
              ...position,
              title,
              placeholder: t('What are its keys?'),
              options: trafficTypes.map((name) => ({ label: name, value: name })),
            })
          : await askText({
              ...position,
              title,
              prompt: t('Traffic type of its keys, such as account or user'),
              validate: (text) => (text.trim() === '' ? t('Give the traffic type.') : undefined),
              value: draft.trafficType,
            });
      if (typeof answer !== 'string') return answer;
      draft.trafficType = answer.trim();
      return true;
    },
    async (position) => {
      const answer = await askText({
        ...position,
        title,
        prompt: t('What is it for? (may stay empty)'),
        value: draft.description,
      });
      if (typeof answer !== 'string') return answer;
      draft.description = answer.trim();
      return true;
    },
  ]);
  if (hasWalkedBack) return back;
  if (!isAnswered) return undefined;
  const permit = requestPermit(connected);
  if (!permit) return undefined;
  const { trafficType, ...segment } = draft;
  return createSegment(connected.client, { workspaceId: workspace.id, trafficType }, segment, { permit });
}

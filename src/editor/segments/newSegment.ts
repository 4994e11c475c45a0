/** The questions for a new segment: name, traffic type, description. Also in the middle of an upload. */
import * as vscode from 'vscode';
import type { Segment } from '../../api/model.ts';
import { nameRefusal, type NameRefusal } from '../../domain/segments/segmentName.ts';
import { createSegment } from '../../operations/createSegment.ts';
import { askSteps, askText, back, type Answer, type Step } from '../prompts/ask.ts';
import { askTrafficType } from '../prompts/places.ts';
import type { Connected } from '../service/connected.ts';
import { requestPermit } from '../prompts/permit.ts';
import type { WorkspaceRef } from '../service/target.ts';
import { tellProgress } from '../messages/notifications.ts';

const { t } = vscode.l10n;

export interface NewSegment {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  /** The segments that are there: names must be unique. They may still be on their way while the name is typed. */
  readonly known: Promise<readonly Segment[]>;
  readonly title: string;
  /** True if there is a question before these. */
  readonly canGoBack: boolean;
}

/** Asks and creates. Creating needs no change request in any environment (admin-api.md, Segments, rule 5). */
export async function askNewSegment({ connected, workspace, known, title, canGoBack }: NewSegment): Promise<Answer<Segment>> {
  const draft = { name: '', trafficType: '', description: '' };
  let hasWalkedBack = false;
  const askName = nameStep(title, workspace, known, draft);

  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askName({ ...position, canGoBack });
      hasWalkedBack = answer === back;
      return hasWalkedBack ? undefined : answer;
    },
    async (position) => {
      const placeholder = t('What are its keys?');
      const prompt = t('Traffic type of its keys, such as account or user, by the name it has at the service');
      const answer = await askTrafficType(connected, workspace, { ...position, title, placeholder, prompt }, draft.trafficType);
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
        onType: (text) => (draft.description = text),
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
  return tellProgress(
    t('Creating {0}', segment.name),
    (_, signal) => createSegment(connected.client, { workspaceId: workspace.id, trafficType }, segment, { permit, signal }),
    { cancellable: true },
  );
}

function nameStep(title: string, workspace: WorkspaceRef, known: NewSegment['known'], draft: { name: string }): Step {
  let taken: ReadonlySet<string> = new Set();
  // Where they can't be read, the service says whether the name is taken.
  const read = known.then(
    (segments) => (taken = new Set(segments.map(({ name }) => name))),
    () => taken,
  );
  const validate = (text: string): string | undefined => {
    const refusal = nameRefusal(text, taken);
    return refusal && nameSentence(refusal, workspace);
  };
  return async (position) => {
    const answer = await askText({
      ...position,
      title,
      prompt: t('Name of the new segment in {0}', workspace.name),
      value: draft.name,
      validate,
      check: async (text) => {
        await read;
        return validate(text);
      },
    });
    if (typeof answer !== 'string') return answer;
    draft.name = answer.trim();
    return true;
  };
}

function nameSentence(refusal: NameRefusal, workspace: WorkspaceRef): string {
  switch (refusal) {
    case 'empty':
      return t('Give the segment a name.');
    case 'taken':
      return t('There is a segment of this name in {0} already. Choose another name.', workspace.name);
    case 'invisible':
      return t('The name has a character that nobody can see, such as a line end. Type it without.');
    case 'notSendable':
      return t('This can’t be a name: no address can carry it. Choose another one.');
    default:
      return refusal satisfies never;
  }
}

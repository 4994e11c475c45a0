/** Changes a flag's definition in an environment: by a change request, or directly if no approval is required. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import { changeDefinition } from '../../operations/definitions/changeFlag.ts';
import { askConfirmation, commentField, type ConfirmationList } from '../ask/confirmationList.ts';
import type { Connected } from '../window/connected.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { logFailure } from '../window/log.ts';
import type { Change, Way, TitleAndComment } from '../changes/change.ts';
import { makeChange } from '../changes/makeChange.ts';
import { objectOf, type Payload } from '../changes/payload.ts';
import { asRequest, summarize, type ChangeSummary } from '../changes/summaryLines.ts';
import { createRequestDrafts } from '../changes/requestDrafts.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, reviewStep, type NextStep } from '../words/nextSteps.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { definitionTitle } from '../words/placeWords.ts';
import { lockedSentence } from './fileErrors.ts';
import type { LiveDefinition } from './live.ts';

const { t } = vscode.l10n;

/** A definition that is being sent to an environment. */
export interface DefinitionToSend {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly place: DocumentPlace;
  readonly wanted: FlagDefinition;
  /** The current definition, as it was last read; undefined = there is none. */
  readonly live: FlagDefinition | undefined;
  /** The rollout status that the text asks for. It is not part of the definition. */
  readonly rolloutStatus: WantedStatus | undefined;
  /** The title as typed so far. It may be empty. */
  readonly title: string;
  /** The comment as typed so far. It may be empty. */
  readonly comment: string;
  /**
   * Whether the command sends the definition directly or as a change request. Absent = as a change request, unless the
   * environment is known to require no approval.
   */
  readonly way?: Way;
  /**
   * True if the user has already agreed to this change, in one question about several environments. Then the user is asked
   * only for missing details.
   */
  readonly isAgreed?: boolean;
}

/** Describes the change: whom it affects, and what changes. */
export const summaryOf = (
  sending: Pick<DefinitionToSend, 'connected' | 'workspace' | 'environment' | 'wanted' | 'live'>,
): Promise<ChangeSummary> =>
  summarize(sending, asRequest({ payload: payloadOf(sending) }), { kind: 'definition', definition: sending.live });

const payloadOf = ({ live, wanted }: Pick<DefinitionToSend, 'wanted' | 'live'>): Payload => ({
  operationType: live ? 'UPDATE' : 'CREATE',
  flag: wanted,
});

/** Sends the definition. False = the user cancelled, or was told why the definition was not sent. */
export async function sendDefinition(context: DefinitionsContext, sending: DefinitionToSend): Promise<boolean> {
  let isSent = false;
  try {
    isSent = (await makeChange(context, definitionChange(context, sending))) === true;
    return isSent;
  } finally {
    // Reads the live definition again, because this change or another one might have changed or locked it.
    const reading = context.live.read(sending.place).catch(() => undefined);
    if (isSent) await reading;
  }
}

/** Creates the change that adds or replaces a definition. */
function definitionChange(context: DefinitionsContext, sending: DefinitionToSend): Change {
  const { connected, workspace, environment, place, wanted, live, rolloutStatus, title, comment, way, isAgreed } = sending;
  const isWritten = title !== '' && comment !== '';
  return {
    connected,
    workspace,
    environment,
    object: objectOf(payloadOf(sending)),
    heading: definitionTitle(place),
    titleAndComment: { title: title || defaultTitle(sending), comment },
    ...((isAgreed || isWritten) && { answered: isAgreed ? 'all' : 'titleAndComment' }),
    direct: {
      // If the environment is known to require an approval, the change becomes a change request, whatever the command says.
      chooseWay: async (requiresApprovals) =>
        requiresApprovals === true ? 'request' : (way ?? (requiresApprovals === false ? 'direct' : 'request')),
      askTitleAndComment: (change) => askTitleAndComment(context, sending, change),
      async send({ connected: { client }, titleAndComment }, permit) {
        const at = { workspaceId: workspace.id, environmentId: environment.id, flagName: place.flagName };
        const { outcome } = await tellProgress(titleAndComment.title, () =>
          changeDefinition(client, at, { wanted, isThere: live !== undefined }, titleAndComment, { permit }),
        );
        if (outcome !== 'done') return { outcome };
        const status =
          rolloutStatus !== undefined && t('The flag’s rollout status was not changed: only a change request can set it.');
        const sentence = live?.killed
          ? t('{0} is changed. It is still killed: everybody gets its default treatment.', definitionTitle(place))
          : t('{0} is changed: its new definition is live.', definitionTitle(place));
        return { outcome, message: [[sentence, status].filter(Boolean).join(' ')] };
      },
    },
    request: async () => ({ payload: payloadOf(sending), rolloutStatus }),
    isStillValid: () => isStillValid(context, sending),
  };
}

/** Asks for the comment of a direct change, and shows the effect of the change. */
async function askTitleAndComment(
  context: DefinitionsContext,
  sending: DefinitionToSend,
  { connected }: Change,
): Promise<TitleAndComment | undefined> {
  const { workspace, environment, place } = sending;
  const { origin, connectionId, keyName } = connected;
  const drafts = createRequestDrafts(context.workspaceMemory);
  const object = objectOf(payloadOf(sending));
  const { lines, comment } = await summaryOf(sending);
  // If the user has typed a title and a comment for a change request, but has not submitted it, these texts are used here.
  const before = drafts.of(connected, environment.id, object)?.typed;
  const title = sending.title || before?.title || defaultTitle(sending);
  // If the workspace requires a comment, none is suggested, because only the user knows the reason.
  const suggested = workspace.requiresTitleAndComments ? '' : comment;
  const typed = { approvers: '', ...before, title, comment: sending.comment || before?.comment || suggested };
  const onType = (): void => {
    const draft = {
      origin,
      connectionId,
      workspace,
      environment,
      object,
      change: undefined,
      typed: { ...typed },
      at: Date.now(),
    };
    logFailure(drafts.save(draft), context.log);
  };
  const list: ConfirmationList = {
    placeholder: t('Press Enter to make the definition live, or choose a row to edit it'),
    submit: {
      label: t('Make the draft live: {0}', definitionTitle(place)),
      description: t('with the API key “{0}”', keyName),
      icon: new vscode.ThemeIcon('zap'),
    },
    fields: () => [
      commentField(
        { typed, heading: title, onType },
        t('Why do you make this change? Your answer is kept in the history.'),
        t('A comment is required.'),
      ),
    ],
    lines,
  };
  const isReady = sending.isAgreed === true && typed.comment !== '';
  if (!isReady && (await askConfirmation(list, { title })) !== true) return undefined;
  return { title, comment: typed.comment.trim() };
}

const defaultTitle = ({ live, place }: DefinitionToSend): string =>
  live ? t('Change {0}', place.flagName) : t('Add a definition of {0}', place.flagName);

/**
 * Returns true if nobody has changed, killed or restored the live definition since the user was asked. Otherwise tells the
 * user.
 */
async function isStillValid(context: DefinitionsContext, { place, live, way }: DefinitionToSend): Promise<boolean> {
  const now = await context.live.read(place);
  if (tellIfLocked(place, now)) return false;
  const isKilled = now.definition?.killed === true;
  const isSame = isSameDefinition(live, now.definition);
  if (isSame && isKilled === (live?.killed === true)) return true;
  const title = definitionTitle(place);
  const killed = isKilled
    ? t('{0} was killed in the meantime. Nothing was sent.', title)
    : t('{0} was restored in the meantime. Nothing was sent.', title);
  tellRefusal(isSame ? killed : t('{0} was changed in the meantime. Nothing was sent.', title), sendStep(place, way));
  return false;
}

/** Returns the button that sends the draft again, in the way that the user chose. */
export const sendStep = (place: DocumentPlace, way: Way | undefined): NextStep =>
  way === 'direct'
    ? commandStep(t('Change Definition at Once…'), 'flagAdmin.flag.changeNow', definitionUri(place))
    : commandStep(t('Submit Change Request…'), 'flagAdmin.flag.submit', definitionUri(place));

/** Returns true and tells the user if the definition can't be changed now. */
export function tellIfLocked(place: DocumentPlace, live: Partial<LiveDefinition>): boolean {
  const sentence = lockedSentence(place, live);
  if (sentence === undefined) return false;
  const { openRequestId } = live;
  tellRefusal(sentence, ...(openRequestId ? [reviewStep(openRequestId)] : []));
  return true;
}

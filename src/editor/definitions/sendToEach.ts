/**
 * Sends a definition to several environments, each by its own answers but for the title and the comment, which are asked once:
 * what fails in one does not keep it from the others.
 */
import * as vscode from 'vscode';
import { isApiError, isCancelled } from '../../api/errors.ts';
import { askChoice } from '../prompts/ask.ts';
import { describeFailure } from '../messages/failure.ts';
import { tellDone, tellRefusal } from '../messages/notifications.ts';
import type { DefinitionsContext } from './context.ts';
import { sendDefinition, type Sending, type Sent } from './sendDefinition.ts';

const { t } = vscode.l10n;

export async function sendToEach(context: DefinitionsContext, sendings: readonly Sending[]): Promise<void> {
  const outcomes = new Map<Sending, Sent | undefined>();
  let said: Partial<Sending> = {};
  const explained = (title: string, comment: string): void => void (said = { title, comment });
  for (const [place, sending] of sendings.entries()) {
    const { sent, isFailed } = await sendOne(context, { ...sending, ...said, explained });
    outcomes.set(sending, sent);
    const left = sendings.slice(place + 1);
    // Whoever walked away is asked whether from this one or from all.
    if (!sent && !isFailed && left.length > 0 && !(await isToGoOn(sending, left))) break;
  }
  if (sendings.length > 1)
    tellOutcomes(sendings, outcomes, (left) =>
      sendToEach(
        context,
        left.map((sending) => ({ ...sending, ...said })),
      ).finally(() => context.live.keepOpen()),
    );
}

interface Outcome {
  readonly sent: Sent | undefined;
  readonly isFailed: boolean;
}

async function sendOne(context: DefinitionsContext, sending: Sending): Promise<Outcome> {
  try {
    return { sent: await sendDefinition(context, sending), isFailed: false };
  } catch (error) {
    if (isCancelled(error)) return { sent: undefined, isFailed: false };
    const sentence = tellFailed(context, sending, error);
    if (sending.way === 'directly' || !mayTakeDirectly(error)) return { sent: undefined, isFailed: true };
    if (!(await isToBeChangedAtOnce(sending, sentence))) return { sent: undefined, isFailed: true };
    return sendOne(context, { ...sending, way: 'directly' });
  }
}

function tellFailed(context: DefinitionsContext, { environment }: Sending, error: unknown): string {
  const { sentence, detail, steps } = describeFailure(error);
  context.log.warn(detail);
  tellRefusal(t('{0}: {1}', environment.name, sentence), ...steps);
  return sentence;
}

/** An environment without change control refuses the request, and no status says so for sure: some say something else. */
const mayTakeDirectly = (error: unknown): boolean =>
  isApiError(error) && error.kind === 'service' && error.status < 500 && ![401, 402, 409, 423, 429].includes(error.status);

async function isToBeChangedAtOnce({ environment, place }: Sending, sentence: string): Promise<boolean> {
  const answer = await askChoice<boolean>({
    title: t('{0} took no change request', environment.name),
    placeholder: sentence,
    options: [
      {
        label: t('Change it at once'),
        detail: t('Where {0} has no change control, {1} needs no request', environment.name, place.flagName),
        icon: new vscode.ThemeIcon('zap'),
        value: true,
      },
      { label: t('Leave {0} as it is', environment.name), icon: new vscode.ThemeIcon('circle-slash'), value: false },
    ],
  });
  return answer === true;
}

async function isToGoOn({ environment }: Sending, left: readonly Sending[]): Promise<boolean> {
  const answer = await askChoice<boolean>({
    title: t('Not sent, as far as is known, to {0}.', environment.name),
    placeholder: t('Go on with the others?'),
    options: [
      { label: t('Go on with {0}', namesOf(left)), icon: new vscode.ThemeIcon('arrow-right'), value: true },
      { label: t('Stop here'), icon: new vscode.ThemeIcon('circle-slash'), value: false },
    ],
  });
  return answer === true;
}

function tellOutcomes(
  sendings: readonly Sending[],
  outcomes: ReadonlyMap<Sending, Sent | undefined>,
  again: (left: readonly Sending[]) => Promise<void>,
): void {
  const those = (isOne: (outcome: Sent | undefined) => boolean): readonly Sending[] =>
    sendings.filter((one) => isOne(outcomes.get(one)));
  const [requested, changed] = [those((sent) => typeof sent === 'object'), those((sent) => sent === 'changed')];
  const none = those((sent) => sent === undefined);
  const said = [
    ...(requested.length > 0 ? [t('Submitted to {0}.', namesOf(requested))] : []),
    ...(changed.length > 0 ? [t('Changed at once in {0}.', namesOf(changed))] : []),
    ...(none.length > 0 ? [t('Not sent, as far as is known, to {0}.', namesOf(none))] : []),
  ].join(' ');
  // What is there is read again in front of each: what came through all the same is not sent twice.
  if (none.length > 0) tellRefusal(said, { label: t('Try Again…'), run: () => again(none) });
  else tellDone(said);
}

const namesOf = (sendings: readonly Sending[]): string => sendings.map(({ environment }) => environment.name).join(', ');

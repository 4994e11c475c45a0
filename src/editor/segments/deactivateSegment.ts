/**
 * Deactivate Segment in Environment…: asks for a segment, checks that it is empty, asks for confirmation, and deactivates the
 * segment if the service can. If the outcome is uncertain, reads the state of the segment.
 */
import * as vscode from 'vscode';
import { isApprovalsRequired } from '../../api/errors.ts';
import { sendSegmentDeactivation, type Deactivation } from '../../operations/segments/segmentActivation.ts';
import { readUse, type SegmentPlace, type SegmentUse } from '../../operations/segments/segmentUse.ts';
import { back } from '../ask/ask.ts';
import { orLogged } from '../window/log.ts';
import { connectedToChange } from '../ask/permit.ts';
import { keysWords } from '../words/requestWords.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { segmentFrom, type SegmentTarget } from '../window/target.ts';
import { confirm, tellDone, tellRefusal } from '../window/notifications.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { errorOfWrite } from '../../operations/lostAnswer.ts';
import { commandStep } from '../words/nextSteps.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';
import { copyNameStep, tellIfApprovalsRequired, permitsFor, tellConflict, tellApprovalsRequired } from './severalEnvironments.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { missingSentence } from './messages.ts';
import { showKeysStep, tryAgainStep } from './steps.ts';

const { t } = vscode.l10n;

export async function deactivateSegmentCommand(deps: SegmentsContext, argument: unknown): Promise<void> {
  const inUse = await connectedToChange(deps.connections);
  if (!inUse) return;
  const { memory } = deps;
  const target =
    segmentFrom(argument) ?? (await chooseSegmentPlace({ connected: inUse, memory, title: t('Deactivate Segment') }));
  if (!target || target === back) return;
  const { workspace, environment, name } = target;
  const again = { command: 'flagAdmin.segment.deactivate', target } as const;
  if (tellIfApprovalsRequired(deps, inUse, [environment], again, argument)) return;
  const place: SegmentPlace = { environmentId: environment.id, segmentName: name };
  if (!canDeactivate(target, await readUse(inUse.client, place))) return;

  const isSure = await confirm(
    t('Deactivate {0} in {1} / {2}?', name, workspace.name, environment.name),
    t('In this environment, flag rules that use the segment will find no keys in it. The segment stays in the workspace.'),
    t('Deactivate'),
  );
  const able = isSure ? await permitsFor(deps, inUse, workspace, [environment], t('Deactivate {0}', name)) : undefined;
  const [permit] = able?.permits ?? [];
  if (!able || !permit) return;
  const { connected } = able;
  let isChanged = false;
  const remember = (requiresApprovals: boolean): Promise<void> =>
    orLogged(deps.serviceFacts.rememberRequiresApprovals(connected.origin, environment.id, requiresApprovals), deps.log);
  try {
    const outcome = await sendSegmentDeactivation(connected.client, place, permit);
    if (outcome.outcome === 'done') {
      isChanged = true;
      await remember(false);
    }
    tellOutcome(target, outcome);
  } catch (error) {
    if (isApprovalsRequired(error)) {
      await remember(true);
      tellApprovalsRequired(name, environment.name);
    } else {
      const outcomes = outcomeSentences(
        t('Deactivate {0}', inPlace(name, target)),
        tryAgainStep('flagAdmin.segment.deactivate', { target }),
      );
      tellConflict(error, name, deps.log, showKeysStep({ target }), outcomes);
    }
  }
  const changed = { object: 'segment', workspaceId: workspace.id, environmentId: environment.id, name } as const;
  deps.events.fire({ kind: 'object', connection: connected.connectionId, place: changed, isChanged });
}

/**
 * Returns true if the segment is empty, or if this API key isn't allowed to read it. Otherwise, a message tells the user why it
 * can't be deactivated.
 */
function canDeactivate(target: SegmentTarget, use: SegmentUse): boolean {
  const { name } = target;
  const place = placeLabel(target);
  if (use.state === 'missing' || use.state === 'inactive') {
    tellRefusal(missingSentence({ target }));
    return false;
  }
  // If this API key can't read the segment, the service decides whether to deactivate it.
  if (use.state === 'refused' || use.count === 0) return true;
  tellRefusal(
    t(
      '{0} contains {1} in {2}. Only an empty segment can be deactivated: remove its keys first.',
      name,
      keysWords(use.count),
      place,
    ),
    commandStep(t('Empty Segment…'), 'flagAdmin.segment.empty', { target }),
    showKeysStep({ target }),
  );
  return false;
}

function tellOutcome(target: SegmentTarget, outcome: Deactivation): void {
  switch (outcome.outcome) {
    case 'done':
      return tellDone(t('{0} is not active in {1}.', target.name, placeLabel(target)));
    case 'missing':
      return tellRefusal(missingSentence({ target }));
    case 'noSuchCall':
      return tellRefusal(
        t('This service’s API can’t deactivate a segment. Use the service’s web console.'),
        copyNameStep(target.name),
      );
    case 'notDone':
    case 'unknown':
      throw errorOfWrite(outcome);
    default:
      outcome satisfies never;
  }
}

/** Code lenses above a definition: its state, and the possible actions. */
import * as vscode from 'vscode';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { hasAllOfLive } from '../../domain/definitions/document/merge.ts';
import type { ListedDraft } from '../../operations/definitions/drafts/draft.ts';
import type { AskText } from '../../operations/definitions/text/askText.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { describeFailure } from '../words/failureWords.ts';
import { definitionScheme } from '../window/names.ts';
import type { CommandId } from '../words/nextSteps.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { iconLabel, labelText } from '../words/escape.ts';
import { formatTime, submittedWords } from '../words/requestWords.ts';
import { editablePlace, showChanges } from './documents.ts';
import type { DefinitionsContext } from './definitionsContext.ts';
import { lockedSentence } from './fileErrors.ts';

const { t } = vscode.l10n;

/** Shows the lenses. `changed` fires when a state may have changed. */
export function showLenses(context: DefinitionsContext, changed: vscode.Event<void>): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: definitionScheme },
    {
      onDidChangeCodeLenses: changed,
      async provideCodeLenses({ uri }) {
        const place = editablePlace(uri);
        if (!place) return [];
        const top = new vscode.Range(0, 0, 0, 0);
        return (await lensesOf(context, place)).map(
          ({ icon, title, ...command }) =>
            new vscode.CodeLens(top, { ...command, title: icon === undefined ? labelText(title) : iconLabel(icon, title) }),
        );
      },
    },
  );
}

interface Lens extends vscode.Command {
  /** Shown in front of the title. */
  readonly icon?: string;
}

const lensesOf = async (context: DefinitionsContext, place: DocumentPlace): Promise<readonly Lens[]> =>
  (await obstacleLenses(context, place)) ?? (await stateOf(context, place));

const stateLens = (icon: string, title: string): Lens => ({ icon, title, command: '' });
const stepLens = (title: string, command: CommandId, about: vscode.Uri | string): Lens => ({
  title,
  command,
  arguments: [about],
});

/**
 * If the text can't be saved or read, returns lenses with the reason and the next step, because the message about it might have
 * disappeared. Otherwise undefined.
 */
async function obstacleLenses(context: DefinitionsContext, place: DocumentPlace): Promise<readonly Lens[] | undefined> {
  if (context.connections.chosen()?.id === place.connectionId) {
    const failure = await context.connections.inUse().then(() => undefined, describeFailure);
    return failure && [stateLens('debug-disconnect', failure.sentence), ...(failure.action ? [failure.action] : [])];
  }
  // If the connection was removed, the draft can be moved to a different connection as a file.
  const isThere = context.connections.nameOf(place.connectionId) !== undefined;
  return [
    stateLens('debug-disconnect', wrongConnectionMessage(context.connections, place)),
    isThere
      ? { title: t('Switch Connection…'), command: 'flagAdmin.connection.switch' }
      : stepLens(t('Export as File…'), 'flagAdmin.flag.export', definitionUri(place)),
  ];
}

async function stateOf({ live, drafts, ask }: DefinitionsContext, place: DocumentPlace): Promise<readonly Lens[]> {
  const uri = definitionUri(place);
  const draft = drafts.find(place);
  const known = live.known(place);
  const definition = known?.definition;
  const killed = definition?.killed === true ? [stateLens('circle-slash', t('Killed'))] : [];
  const submitted = draft?.submitted;
  // If the service does not say which request is open, assumes that it is the submitted one.
  if (submitted && (known?.openRequestId ?? submitted.id) === submitted.id) {
    const review = stepLens(t('Review'), 'flagAdmin.changeRequest.open', submitted.id);
    return [...killed, stateLens('lock', submittedWords(submitted.status, submitted.title)), review];
  }
  // A line has little space, so if there is a draft, only the actions on the draft are shown.
  const compare = stepLens(t('Compare Environments…'), 'flagAdmin.flag.compare', uri);
  const propose = stepLens(t('Propose Definition to Other Environments…'), 'flagAdmin.flag.propose', uri);
  const elsewhere = draft ? [] : [compare, propose];
  if (known?.openRequestId) {
    const review = stepLens(t('A change request is open. Review It'), 'flagAdmin.changeRequest.open', known.openRequestId);
    return [...killed, { ...review, icon: 'lock' }, ...elsewhere];
  }
  const locked = definition && lockedSentence(place, { definition });
  if (locked !== undefined) return [...killed, stateLens('lock', locked)];
  if (!draft && known && !definition)
    return [
      stateLens('circle-outline', t('No definition in this environment, or this API key can’t see it')),
      stepLens(t('Create…'), 'flagAdmin.flag.submit', uri),
    ];
  const restore = stepLens(t('Restore Flag…'), 'flagAdmin.flag.restore', uri);
  if (!draft) return [...(killed.length > 0 ? [...killed, restore] : [stateLens('pass', liveWords(definition))]), ...elsewhere];
  const discard = stepLens(t('Discard Draft…'), 'flagAdmin.flag.discardDraft', uri);
  const { isSame, isBasedOnLive } = await compareWithLive(ask, draft, definition);
  // The draft is the same as the live definition, for example, after its change request was published.
  if (isSame) return [...killed, stateLens('pass', t('Draft with the same content as the live definition')), discard];
  const isOutdated = known !== undefined && !isBasedOnLive;
  return [
    ...killed,
    isOutdated
      ? stateLens('warning', t('Draft, based on an older live definition'))
      : stateLens('edit', t('Draft, not submitted')),
    stepLens(t('Submit Change Request…'), 'flagAdmin.flag.submit', uri),
    showChanges(place),
    stepLens(t('What Would Change'), 'flagAdmin.flag.reviewDraft', uri),
    discard,
  ];
}

interface ComparedDraft {
  readonly live: FlagDefinition | undefined;
  readonly isSame: boolean;
  readonly isBasedOnLive: boolean;
}

/**
 * Stores the results of comparisons, because the editor asks for the lenses after each key stroke, but a draft and its live
 * definition change less often.
 */
const comparisons = new WeakMap<ListedDraft, ComparedDraft>();

async function compareWithLive(ask: AskText, draft: ListedDraft, live: FlagDefinition | undefined): Promise<ComparedDraft> {
  const known = comparisons.get(draft);
  if (known && known.live === live) return known;
  const answer = await ask(draft.text, 'definition', {}, draft.id);
  const mine = typeof answer === 'object' ? answer : undefined;
  const isSame = live !== undefined && mine !== undefined && isSameDefinition(mine, live);
  const isBasedOnLive = mine ? hasAllOfLive(draft.base, live, mine) : isSameDefinition(draft.base, live);
  const result = { live, isSame, isBasedOnLive };
  if (typeof answer !== 'string') comparisons.set(draft, result);
  return result;
}

function liveWords(live: FlagDefinition | undefined): string {
  const time: unknown = live?.['lastUpdateTime'];
  return typeof time === 'number' ? t('Live, changed {0}', formatTime(time)) : t('Live');
}

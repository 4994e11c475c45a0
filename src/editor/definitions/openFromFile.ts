/** Open Draft from File…: a file's definition as the draft of an environment; nothing is sent. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { yamlOfJson } from '../../domain/definitions/document/yamlOfJson.ts';
import { back } from '../ask.ts';
import { definitionUri, type DefinitionPlace } from '../definitionUri.ts';
import { chooseEnvironment } from '../pickers/choosePlace.ts';
import { confirm } from '../tell.ts';
import { documentOf } from './chooseDraft.ts';
import { definitionIn } from './definitionIn.ts';
import { idWords } from './documentText.ts';
import { draftTitle } from './draftPlace.ts';
import { orTold } from './fileErrors.ts';
import { namesEnvironment } from './fileNames.ts';
import type { Connected } from '../connected.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

export async function openFromFile(room: Room, argument: unknown): Promise<void> {
  const connected = await room.connections.orAsk();
  const file = connected && (await chooseFile(argument));
  if (!connected || !file) return;
  const name = file.path.split('/').at(-1) ?? '';
  // As the editor has it: in its encoding, and with what is typed and not saved.
  const document = await vscode.workspace.openTextDocument(file);
  // What was never saved has no name to tell that it is JSON.
  const text = document.languageId.startsWith('json') ? yamlOfJson(document.getText()) : document.getText();
  const definition = await definitionIn(room, text, name);
  const place = definition && (await choosePlace(connected, definition.name, name));
  if (place) await keep(room, place, text).finally(() => room.live.keepOpen());
}

async function chooseFile(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const title = t('Open Draft from File');
  return (await vscode.window.showOpenDialog({ title, filters: { [t('Definitions')]: ['yaml', 'yml', 'json', 'jsonc'] } }))?.[0];
}

/** The flag is the one that the definition names; the environment is likely the one that the file's name tells of. */
async function choosePlace(connected: Connected, flagName: string, fileName: string): Promise<DefinitionPlace | undefined> {
  const { connectionId, connectionName } = connected;
  const title = t('Open Draft of {0} from File', flagName);
  const chosen = await chooseEnvironment(connected, { title }, ({ name }) => namesEnvironment(fileName, name));
  if (chosen === undefined || chosen === back) return undefined;
  const { workspace, environment } = chosen;
  return {
    connectionId,
    connectionName,
    workspace: { id: workspace.id, name: workspace.name },
    environment: { id: environment.id, name: environment.name },
    flagName,
  };
}

async function keep(room: Room, place: DefinitionPlace, text: string): Promise<void> {
  const live = await room.live.read(place);
  const id = draftId(place);
  const before = room.drafts.find(id);
  if (before || documentOf(place)?.isDirty === true) {
    const isAgreed = await confirm(
      t('Replace the draft of {0}?', draftTitle({ place })),
      t('What was written there is gone for good.'),
      t('Replace'),
    );
    if (!isAgreed) return;
  }
  const { connectionName: _, ...stored } = place;
  const draft = {
    id,
    place: stored,
    text: ofHere(text, live.text, place.flagName),
    base: live.definition,
    stamp: (before?.stamp ?? 0) + 1,
    message: before?.message ?? '',
  };
  // Where it is not saved, the text stands in the file, and in no editor.
  if (!(await orTold(place, room.drafts.save(draft, before?.text)))) return;
  await vscode.window.showTextDocument(definitionUri(place));
  // What was typed there goes, as agreed.
  if (documentOf(place)?.isDirty === true) await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** What an export wrote above its text tells of where it came from. */
function ofHere(text: string, live: string, flagName: string): string {
  const [first = '', ...rest] = text.split('\n');
  const isOurs = first.replace(/^# /, '').startsWith(t('{0} in {1}', flagName, '')) && first.includes(' / ');
  // A note of the user's may begin with the flag's name, too.
  if (!isOurs) return text;
  const ours = [idWords(), t('It is killed: everybody gets the default treatment.')];
  while (ours.some((words) => rest[0]?.includes(words))) rest.shift();
  return `${/^(?:#.*\n)*/.exec(live)![0]}${rest.join('\n')}`;
}

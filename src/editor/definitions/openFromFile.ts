/** Open Draft from File…: makes the definition in a file the draft of an environment. Sends nothing. */
import * as vscode from 'vscode';
import { back } from '../ask/ask.ts';
import { baseName } from '../ask/currentFile.ts';
import { definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { chooseEnvironment } from '../ask/choosePlace.ts';
import { tellRefusal } from '../window/notifications.ts';
import { definitionOfText } from '../window/definitionOfText.ts';
import { placeOfFlag } from './chooseDefinition.ts';
import { withoutHeader } from './documentText.ts';
import { documentOf } from './documents.ts';
import { confirmDiscard, replaceOrTell } from './fileErrors.ts';
import { namesEnvironment } from './exportDefinition.ts';
import type { Connected } from '../window/connected.ts';
import type { DefinitionsContext } from './definitionsContext.ts';

const { t } = vscode.l10n;

export async function openFromFile(context: DefinitionsContext, argument: unknown): Promise<void> {
  const connected = await context.connections.orAsk();
  const file = connected && (await chooseFile(argument));
  if (!connected || !file) return;
  const name = baseName(file);
  // Reads the text from the editor, with its encoding and with unsaved changes.
  const document = await vscode.workspace.openTextDocument(file);
  // The language of the document decides, because a text that was never saved has no file name that would identify it as JSON.
  const text = document.languageId.startsWith('json') ? yamlOfJson(document.getText()) : document.getText();
  const definition = await definitionOfText(context.ask, text, name);
  if (typeof definition === 'string') return tellRefusal(definition);
  const place = await choosePlace(connected, definition.name, name);
  if (place) await openAsDraft(context, place, text).finally(() => context.live.forgetClosed());
}

async function chooseFile(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const title = t('Open Draft from File');
  return (await vscode.window.showOpenDialog({ title, filters: { 'YAML, JSON': ['yaml', 'yml', 'json', 'jsonc'] } }))?.[0];
}

/**
 * Asks for the environment, and suggests the one that the file's name contains. The flag is the one that the definition names.
 */
async function choosePlace(connected: Connected, flagName: string, fileName: string): Promise<DocumentPlace | undefined> {
  const title = t('Open Draft of {0} from File', flagName);
  const chosen = await chooseEnvironment(connected, { title }, ({ name }) => namesEnvironment(fileName, name));
  if (chosen === undefined || chosen === back) return undefined;
  return placeOfFlag(connected, { kind: 'flag', ...chosen, name: flagName });
}

async function openAsDraft(context: DefinitionsContext, place: DocumentPlace, text: string): Promise<void> {
  const { definition: base } = await context.live.read(place);
  const before = context.drafts.find(place);
  if ((before || documentOf(place)?.isDirty === true) && !(await confirmDiscard(place))) return;
  const next = { place, text: withoutHeader(text), base, message: before?.message ?? '' };
  // If the draft can't be saved, nothing is lost, because the text is still in the file.
  if (!(await replaceOrTell(context.drafts, place, before?.text, () => next))) return;
  await vscode.window.showTextDocument(definitionUri(place));
  // Discards the unsaved text of the document, because the user agreed to that.
  if (documentOf(place)?.isDirty === true) await vscode.commands.executeCommand('workbench.action.files.revert');
}

/**
 * The parts of JSON that matter here: a text in quotes, which remains unchanged; a comment with the rest of its line; white
 * space with tabs at the beginning of a line.
 */
const JSON_PARTS = /"(?:[^"\\\n]|\\.)*"|\/\/([^\r\n]*)|\/\*([^]*?)\*\/([ \t]*\r?\n)?|^[ \t]*\t[ \t]*/gm;

/** Converts JSON to YAML. JSON is YAML, except for comments, and for tabs at the beginning of lines. */
function yamlOfJson(text: string): string {
  return text.replaceAll(JSON_PARTS, (part, line: string | undefined, block: string | undefined, end = '\n') => {
    if (line !== undefined) return ` #${line}`;
    if (block !== undefined) return block.replaceAll(/^[ \t]*/gm, ' # ') + end;
    // Only white space can contain a tab here, because JSON allows none in a text in quotes.
    return part.replaceAll('\t', '  ');
  });
}

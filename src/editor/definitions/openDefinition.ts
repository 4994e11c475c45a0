/** Open Flag Definition…: opens the draft or the live definition as a document. */
import * as vscode from 'vscode';
import { back } from '../ask/ask.ts';
import { definitionUri } from '../window/definitionUri.ts';
import { chooseFlagPlace } from '../ask/choosePlace.ts';
import { pinUnlisted } from '../../operations/learned/pinnedFlags.ts';
import { flagFrom, isObject } from '../window/target.ts';
import { placeOfFlag } from './chooseDefinition.ts';
import { offerFirstDefinition } from './fileErrors.ts';
import type { DefinitionsContext } from './definitionsContext.ts';

const { t } = vscode.l10n;

export async function openDefinition(context: DefinitionsContext, argument: unknown): Promise<void> {
  const connected = await context.connections.orAsk();
  if (!connected) return;
  const given = flagFrom(argument);
  const { memory } = context;
  const target = given ?? (await chooseFlagPlace({ connected, memory, title: t('Open Flag Definition') }));
  if (!target || target === back) return;
  const place = placeOfFlag(connected, target);
  const draft = context.drafts.find(place);
  // Reads the definition before the document opens. A failure can then be reported in full, whereas a document shows only one
  // line of it.
  const now = await context.live.read(place).catch((error: unknown) => {
    if (draft) return undefined;
    throw error;
  });
  if (now?.definition || now?.openRequestId || draft || isNew(argument)) {
    await vscode.window.showTextDocument(definitionUri(place));
    const { workspace, name } = target;
    if (given || !(await pinUnlisted(memory, connected, workspace.id, name))) return;
    const pinned = { object: 'flag', workspaceId: workspace.id, name } as const;
    return context.events.fire({ kind: 'object', connection: connected.connectionId, place: pinned, isChanged: true });
  }
  offerFirstDefinition(context, place);
}

/** True if the flag was just created, so that the user already knows that it has no definition. */
const isNew = (argument: unknown): boolean => isObject(argument) && argument.isNew === true;

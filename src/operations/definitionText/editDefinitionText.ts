/** A definition's text, made to say another definition. */
import type { FlagDefinition } from '../../api/model.ts';
import { isSame } from '../../domain/definitions/sameValue.ts';
import type { DefinitionText } from '../../domain/definitions/document/located.ts';
import { editsTo } from '../../domain/definitions/document/rewrite.ts';
import { definitionShape } from '../../domain/definitions/document/shapes.ts';
import { applyEdits, lineMark } from '../../domain/definitions/document/textEdits.ts';
import { sendable, writeDefinitionText } from '../../domain/definitions/document/writeDefinition.ts';
import { readDefinitionText } from './readDefinitionText.ts';

/**
 * The text with only that rewritten which says something else than `definition`: the user's comments, order, layout and
 * response-only fields stay. A comment goes with what it stands above or beside: it goes where that is removed. A text that
 * can't be edited like that is written anew, below the comment that it begins with.
 */
export async function editDefinitionText(text: string, definition: FlagDefinition): Promise<string> {
  const read = await readDefinitionText(text);
  const body = sendable(definition);
  return (await edited(read, body)) ?? `${firstComment(text)}${writeDefinitionText(body)}`.replaceAll(/\r?\n/g, lineMark(text));
}

/** Undefined = what came of it says something else, as it may where YAML is at its strangest. */
async function edited(read: DefinitionText, body: FlagDefinition): Promise<string | undefined> {
  const { text, root, definition } = read;
  if (!root || !definition) return undefined;
  if (isSame(definition, body)) return text;
  const after = applyEdits(text, editsTo(text, root, definitionShape, body));
  const again = await readDefinitionText(after);
  return again.definition && isSame(again.definition, body) ? after : undefined;
}

function firstComment(text: string): string {
  return /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text)![0];
}

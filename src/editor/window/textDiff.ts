/** Compares two read-only texts, for example two definitions, in the editor's diff editor. */
import * as vscode from 'vscode';
import type { ReadOnlyText } from './readOnlyText.ts';
import { labelText } from '../words/escape.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { RESPONSE_ONLY_FIELDS } from '../../domain/definitions/definitionDiff.ts';
import { isFields } from '../../domain/definitions/document/shapes.ts';
import { writeFields } from '../../operations/definitions/text/writeDefinitionText.ts';

/** `name` is the text's title and decides its language. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Opens the diff editor with two texts. Their names must differ, because the names identify the texts. */
export async function showTextDiff(texts: ReadOnlyText, title: string, before: NamedText, after: NamedText): Promise<void> {
  const [left, right] = [await texts.keep(before.name, before.text), await texts.keep(after.name, after.text)];
  await vscode.commands.executeCommand('vscode.diff', left, right, labelText(title), { preview: false });
}

/** Writes a definition as text. Returns an empty text if there is no definition. Loads the YAML library. */
export async function definitionText(definition: FlagDefinition | undefined): Promise<string> {
  if (!definition) return '';
  const fields = Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field));
  return writeFields(withoutNulls(Object.fromEntries(fields)) as object);
}

/** Removes null fields. Null and missing mean the same to the service (service-beyond.md). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}

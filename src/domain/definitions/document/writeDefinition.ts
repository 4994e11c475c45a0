/** A definition as a text to edit: its own fields in their own order, and what only the service writes not among them. */
import type { FlagDefinition } from '../../../api/model.ts';
import type { TextFormat } from './located.ts';
import { definitionShape, isResponseOnly } from './shapes.ts';
import { lineMark } from './textEdits.ts';
import { jsonValue } from './writeJson.ts';
import { yamlFields } from './writeYaml.ts';

/**
 * `header`: finished lines, written as a comment above the text, and never sent. None = no comment, so that JSON is JSON to
 * every reader; with one it is the editor's `jsonc`, for what the service says of a flag (that it is killed, for one) has
 * to be read beside its definition, and a note of the user's has to have a place.
 */
export function writeDefinitionText(definition: FlagDefinition, format: TextFormat, header: readonly string[] = []): string {
  const body = sendable(definition);
  const text = format === 'json' ? jsonValue(body, 0) : yamlFields(body, definitionShape, 0);
  return `${headerText(header, format)}${text}\n`;
}

/** The lines as a comment with an empty line below it; empty for none. */
function headerText(header: readonly string[], format: TextFormat): string {
  const mark = format === 'json' ? '//' : '#';
  // A name of the service's must not end the comment.
  const lines = header.flatMap((line) => line.split(/[\r\n\u0085\u2028\u2029]+/));
  const written = lines.map((line) => `${mark} ${line.replaceAll(/[\p{Cc}\p{Cs}\ufeff]/gu, ' ').trim()}`.trimEnd());
  return written.length === 0 ? '' : `${written.join('\n')}\n\n`;
}

/** The text with another header where it still begins with `before`; a header that the user changed is the user's. */
export function replaceHeader(text: string, format: TextFormat, before: readonly string[], after: readonly string[]): string {
  const mark = lineMark(text);
  const [old, now] = [before, after].map((header) => headerText(header, format).replaceAll('\n', mark)) as [string, string];
  return old !== '' && text.startsWith(old) ? now + text.slice(old.length) : text;
}

/** The body that the service takes: without what only it writes. */
export function sendable(definition: FlagDefinition): FlagDefinition {
  return Object.fromEntries(
    Object.entries(definition).filter(([field]) => !isResponseOnly('definition', field)),
  ) as FlagDefinition;
}

/** What `sendable` leaves out, for the header: `killed` and the like, as the service sent them. */
export function responseOnlyFields(definition: FlagDefinition): readonly { readonly field: string; readonly value: unknown }[] {
  return Object.entries(definition)
    .filter(([field]) => isResponseOnly('definition', field))
    .map(([field, value]) => ({ field, value }));
}

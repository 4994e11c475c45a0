/** A definition as a text to edit: its own fields in one fixed order, and what only the service writes not among them. */
import type { FlagDefinition } from '../../../api/model.ts';
import { asMatcherType, definitionShape, fieldsOfKind, isResponseOnly, type ValueShape } from './shapes.ts';
import { lineMark } from './textEdits.ts';
import { innerShape, isFields, itemShape, yamlFields } from './writeYaml.ts';

/** `header`: finished lines, written as a comment above the text, and never sent. None = no comment. */
export function writeDefinitionText(definition: FlagDefinition, header: readonly string[] = []): string {
  const body = inOrder(sendable(definition), definitionShape) as FlagDefinition;
  const text = yamlFields(body, definitionShape, 0);
  return `${headerText(header)}${text}\n`;
}

/**
 * The fields in the order in which they are best written, and those that are not known here by their names: the service may
 * send the same definition in another order, and no comparison is to show that.
 */
function inOrder(value: unknown, shape: ValueShape): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, itemShape(shape)));
  if (!isFields(value)) return value;
  const known = knownFields(value, shape).filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !known.includes(name));
  const names = [...known, ...others.toSorted()];
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name], innerShape(shape, value, name))]));
}

function knownFields({ type }: Readonly<Record<string, unknown>>, shape: ValueShape): readonly string[] {
  if (shape.kind !== 'map') return [];
  return Object.keys(fieldsOfKind(shape.of, typeof type === 'string' ? asMatcherType(type) : undefined));
}

/** The lines as a comment with an empty line below it; empty for none. */
function headerText(header: readonly string[]): string {
  // A name of the service's must not end the comment.
  const lines = header.flatMap((line) => line.split(/[\r\n\u0085\u2028\u2029]+/));
  const written = lines.map((line) => `# ${line.replaceAll(/[\p{Cc}\p{Cs}\ufeff]/gu, ' ').trim()}`.trimEnd());
  return written.length === 0 ? '' : `${written.join('\n')}\n\n`;
}

/** The text with another header where it still begins with `before`; a header that the user changed is the user's. */
export function replaceHeader(text: string, before: readonly string[], after: readonly string[]): string {
  const mark = lineMark(text);
  const [old, now] = [before, after].map((header) => headerText(header).replaceAll('\n', mark)) as [string, string];
  return old !== '' && text.startsWith(old) ? now + text.slice(old.length) : text;
}

/** The body that the service takes: without what only it writes. */
export function sendable(definition: FlagDefinition): FlagDefinition {
  return Object.fromEntries(
    Object.entries(definition).filter(([field]) => !isResponseOnly('definition', field)),
  ) as FlagDefinition;
}

/** What `sendable` leaves out, for the header: `killed` and the like, as the service sent them. */
export function responseOnlyFields(definition: object): readonly { readonly field: string; readonly value: unknown }[] {
  return Object.entries(definition)
    .filter(([field]) => isResponseOnly('definition', field))
    .map(([field, value]) => ({ field, value }));
}

/** Reads the rollout status from a definition's text. It is not a part of the definition. */
import type { Known } from './known.ts';
import { fieldIn, writtenText, type LocatedNode } from './located.ts';
import type { DefinitionText } from './problem.ts';

export interface WantedStatus {
  /** The name at the service. If the status is unknown, the written name or ID. */
  readonly name: string;
  /** Undefined if the status is unknown. */
  readonly id?: string;
}

interface WrittenStatus {
  readonly by: 'id' | 'name';
  readonly text: string;
  readonly node: LocatedNode;
}

/** Returns undefined if the text contains no status. */
export function writtenStatus({ root }: DefinitionText): WrittenStatus | undefined {
  const value = fieldIn(root, 'rolloutStatus')?.value;
  const by = fieldIn(value, 'id') ? 'id' : 'name';
  const node = value?.kind === 'map' ? fieldIn(value, by)?.value : value;
  const text = writtenText(node);
  return node && text !== undefined ? { by, text, node } : undefined;
}

export function wantedStatus(document: DefinitionText, { rolloutStatuses }: Known): WantedStatus | undefined {
  const written = writtenStatus(document);
  const { id, name = written?.text } = rolloutStatuses?.find((one) => one[written?.by ?? 'id'] === written?.text) ?? {};
  return name === undefined ? undefined : { name, ...(id !== undefined && { id }) };
}

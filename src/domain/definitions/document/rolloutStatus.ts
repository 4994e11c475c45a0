/** The rollout status that a definition's text asks for beside the definition. */
import type { Known } from './known.ts';
import { fieldIn, writtenText, type LocatedNode } from './located.ts';
import type { DefinitionText } from './problem.ts';

export interface WantedStatus {
  /** As the service calls it; as it is written where it is not known. */
  readonly name: string;
  /** Undefined where it is not known. */
  readonly id?: string;
}

interface WrittenStatus {
  readonly by: 'id' | 'name';
  readonly text: string;
  readonly node: LocatedNode;
}

/** Undefined where none is written. */
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

/** A definition as the text of a document. */
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftFormat } from '../../operations/definitionDrafts/draft.ts';
import { definitionText } from '../definitionText.ts';

export async function documentText(definition: FlagDefinition, format: DraftFormat): Promise<string> {
  return format === 'yaml' ? definitionText(definition) : `${JSON.stringify(definition, undefined, 2)}\n`;
}

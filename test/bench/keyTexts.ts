/** The same keys in each text format. */
import type { KeySource } from '../../src/domain/keys/keySource.ts';
import { makeKeys } from './sample.ts';

export interface KeyText {
  readonly text: string;
  readonly source: KeySource;
}

export function makeKeyTexts(count: number): Readonly<Record<'lines' | 'csv' | 'json' | 'yaml', KeyText>> {
  const keys = makeKeys(count);
  return {
    lines: { text: keys.join('\n'), source: { format: 'lines' } },
    csv: {
      text: ['name,key,country', ...keys.map((key, index) => `Account ${index},${key},de`)].join('\n'),
      source: { format: 'csv', delimiter: ',', column: 1, hasHeader: true },
    },
    json: { text: JSON.stringify(keys, undefined, 1), source: { format: 'json', field: undefined } },
    yaml: { text: keys.map((key) => `- ${key}`).join('\n'), source: { format: 'yaml', field: undefined } },
  };
}

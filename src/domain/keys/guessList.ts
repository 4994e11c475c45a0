/** Whether the items of a list are keys, or have fields, and which field most likely holds the key. */
import { describeColumns, type Guess } from './guessColumn.ts';
import { sampleJson } from './jsonSample.ts';
import { sampleYaml } from './yamlSample.ts';

/** What the first items of a list have: a row for each, with a text for each of the fields; no fields if they are no objects. */
export interface ListSample {
  readonly fields: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function guessList(text: string, isCut: boolean, format: 'json' | 'ndjson' | 'yaml'): Guess {
  const lists = format === 'yaml' ? [sampleYaml(text)] : sampleJson(text, isCut, format === 'ndjson');
  const guesses = lists.map(({ fields, rows }) => {
    const { columns, best } = describeColumns(fields, rows);
    return { source: { format, field: columns[best]?.name }, columns };
  });
  // Of several lists, the one whose items have something that looks like keys.
  const best = guesses.find(({ source, columns }) =>
    columns.some(({ name, looksLikeKeys }) => name === source.field && looksLikeKeys),
  );
  return {
    source: (best ?? guesses[0])?.source ?? { format, field: undefined },
    // Which of several lists it is comes first, and then which of its fields.
    columns: guesses.length === 1 ? guesses[0]!.columns : [],
  };
}

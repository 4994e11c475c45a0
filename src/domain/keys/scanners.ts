/** The scanner for each form of text. */
import { createCsvScanner } from './csvScanner.ts';
import { createJsonScanner } from './jsonScanner.ts';
import type { KeyCollector } from './keyCollector.ts';
import type { KeyScanner } from './keyScanner.ts';
import type { KeySource } from './keySource.ts';
import { createLineScanner } from './lineScanner.ts';
import { createSeparatedScanner } from './separatedScanner.ts';
import { createYamlScanner } from './yamlScanner.ts';

export function createScanner(source: KeySource, collector: KeyCollector): KeyScanner {
  switch (source.format) {
    case 'lines':
      return createLineScanner(collector);
    case 'separated':
      return createSeparatedScanner(collector);
    case 'csv':
      return createCsvScanner(source, collector);
    case 'json':
    case 'ndjson':
      return createJsonScanner(source, collector);
    case 'yaml':
      return createYamlScanner(source, collector);
    default:
      return source satisfies never;
  }
}

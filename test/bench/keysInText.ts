/** What finding the keys in a text costs, repeats and look-alikes told: in time beside the libraries, in blocks, and in memory. */
import { parse as parseCsv } from 'csv-parse/sync';
import Papa from 'papaparse';
import { parse as parseYaml } from 'yaml';
import { keysFromText } from '../../src/domain/keys/keysFromText.ts';
import { makeKeyTexts, type KeyTextName } from './keyTexts.ts';
import { inTurns, timed, type Contestant } from './rounds.ts';
import { compared, quietest, type Aim, type Row } from './row.ts';
import type { Scale } from './scale.ts';
import type { Place } from './services.ts';
import { watch } from './watch.ts';

const name = 'keysInText';
/** As the editor passes it in. */
const encoder = new TextEncoder();
const atMost = (limit: number): Aim => ({ of: 'ratio', atMost: limit });
/** These works call no service. */
const NOWHERE: Place = { baseUrl: '', apiKey: '', environmentId: '', segmentName: '' };

export async function measureKeysInText(scale: Scale): Promise<readonly Row[]> {
  return [...(await measureTimes(scale)), ...(await measureLibraries(scale)), ...(await measureSlices(scale))];
}

/** Beside what the language itself offers. */
async function measureTimes(scale: Scale): Promise<readonly Row[]> {
  const count = scale.keysInSegment;
  const texts = makeKeyTexts(count);
  const { lines, json, objects, ndjson } = texts;
  const times = await inTurns(
    {
      lines: finding(scale, 'lines'),
      csv: finding(scale, 'csv'),
      quoted: finding(scale, 'quoted'),
      json: finding(scale, 'json'),
      objects: finding(scale, 'objects'),
      ndjson: finding(scale, 'ndjson'),
      yaml: finding(scale, 'yaml'),
      split: timed(() => lines.text.split('\n')),
      unique: timed(() => new Set(lines.text.split('\n'))),
      uniqueJson: timed(() => new Set(JSON.parse(json.text) as string[])),
      uniqueObjects: timed(() => new Set((JSON.parse(objects.text) as { keys: { key: string }[] }).keys.map(({ key }) => key))),
      uniqueNdjson: timed(() => new Set(ndjson.text.split('\n').map((line) => (JSON.parse(line) as { key: string }).key))),
    },
    { rounds: scale.rounds.inProcess, warmUps: scale.warmUps },
  );
  const row = (what: string, against: string, values: readonly number[], base: readonly number[], aim?: Aim): Row =>
    compared({ name, what: `${count} keys ${what}`, unit: 'ms', against, ...(aim && { aim }) }, values, base);
  return [
    row('on lines', 'split of the lines', times.lines, times.split, atMost(3)),
    row('on lines', 'split and Set', times.lines, times.unique, atMost(1)),
    row('in a column of CSV', 'split of the lines', times.csv, times.split, atMost(10)),
    row('in a column of quoted CSV', 'split of the lines', times.quoted, times.split),
    row('in JSON', 'split of the lines', times.json, times.split, atMost(4)),
    row('in JSON', 'JSON.parse and Set', times.json, times.uniqueJson, atMost(1)),
    row('in JSON of objects', 'JSON.parse and Set', times.objects, times.uniqueObjects),
    row('in JSON on lines', 'JSON.parse of each line and Set', times.ndjson, times.uniqueNdjson),
    row('in a list of YAML', 'split of the lines', times.yaml, times.split),
  ];
}

async function measureLibraries(scale: Scale): Promise<readonly Row[]> {
  const count = scale.keysInSegment;
  const { csv, quoted, yaml } = makeKeyTexts(count);
  const times = await inTurns(
    {
      csv: finding(scale, 'csv'),
      quoted: finding(scale, 'quoted'),
      yaml: finding(scale, 'yaml'),
      csvParse: timed(() => parseCsv(csv.text)),
      papa: timed(() => Papa.parse(csv.text)),
      csvParseQuoted: timed(() => parseCsv(quoted.text)),
      papaQuoted: timed(() => Papa.parse(quoted.text)),
      yamlLibrary: timed(() => parseYaml(yaml.text, { schema: 'failsafe' }) as unknown),
    },
    { rounds: scale.rounds.processes, warmUps: Math.min(1, scale.warmUps) },
  );
  const row = (what: string, against: string, values: readonly number[], base: readonly number[]): Row =>
    compared({ name, what: `${count} keys ${what}`, unit: 'ms', against, aim: atMost(1) }, values, base);
  return [
    row('in a column of CSV', 'csv-parse of all columns', times.csv, times.csvParse),
    row('in a column of CSV', 'papaparse of all columns', times.csv, times.papa),
    row('in a column of quoted CSV', 'csv-parse of all columns', times.quoted, times.csvParseQuoted),
    row('in a column of quoted CSV', 'papaparse of all columns', times.quoted, times.papaQuoted),
    row('in a list of YAML', 'yaml', times.yaml, times.yamlLibrary),
  ];
}

/** As the editor reads them: how long it is held, and what it takes of memory. */
async function measureSlices(scale: Scale): Promise<readonly Row[]> {
  const count = scale.keysInSegment;
  const task = { place: NOWHERE, scale };
  const turns = { rounds: scale.rounds.processes, warmUps: 0 };
  const blockOf = (work: `find ${KeyTextName}` | 'idle') => async (): Promise<number> =>
    (await watch('blocks', work, task)).longestMilliseconds;
  const heapOf = (work: `find ${KeyTextName}` | 'findInChunks') => async (): Promise<number> =>
    (await watch('heap', work, task)).most;
  const forms = ['lines', 'csv', 'json', 'objects', 'ndjson', 'yaml', 'mappings'] as const;
  const blocks = await inTurns(
    Object.fromEntries(forms.map((form) => [form, blockOf(`find ${form}`)])) as Record<KeyTextName, Contestant>,
    turns,
  );
  const heap = await inTurns({ lines: heapOf('find lines'), csv: heapOf('find csv'), chunks: heapOf('findInChunks') }, turns);

  const texts = makeKeyTexts(count);
  const bytes = texts.lines.text.length;
  const memory = (what: string, seen: readonly number[]): Row =>
    quietest(
      { name, what: `${count} keys ${what}, most in use`, unit: '× the keys’ text' },
      seen.map((one) => one / bytes),
    );
  return [
    ...forms.map((form) =>
      quietest(
        { name, what: `longest block, ${count} keys in ${WORDS[form]}`, unit: 'ms', aim: { of: 'value', atMost: 16 } },
        blocks[form],
      ),
    ),
    memory('on lines beside their text', heap.lines),
    memory('in CSV beside its text', heap.csv),
    memory('on lines that come in chunks', heap.chunks),
  ];
}

const WORDS = {
  lines: 'lines',
  csv: 'CSV',
  json: 'JSON',
  objects: 'JSON of objects',
  ndjson: 'JSON on lines',
  yaml: 'a list of YAML',
  mappings: 'YAML of mappings',
} as const;

function finding({ keysInSegment }: Scale, form: KeyTextName): Contestant {
  const { text, source } = makeKeyTexts(keysInSegment)[form];
  return timed(() => {
    const result = keysFromText(text, source, encoder);
    if (!result.ok || result.found.keys.length !== keysInSegment) throw new Error(`not all keys were found in ${form}`);
  });
}

/**
 * `npm run bench`: measures what users notice, each value next to a baseline of the same run. `-- --only NAME` measures one thing
 * (repeat it for more), `--scale` measures user actions in services of three sizes (atScale.ts) instead, `--json FILE` writes
 * `{node, cores, load, rows}`, and `--quick` only checks that it runs. The exit code is 0 unless something fails to run. People
 * judge whether a target is met, on an idle machine.
 */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { AT_SCALE, measureAtScale } from './atScale.ts';
import { measureDefinitions } from './definitions.ts';
import { measureEntry } from './entry.ts';
import { measureFirstCommand } from './firstCommand.ts';
import { measureKeysFound } from './keysFound.ts';
import { measureKeyWork } from './keyWork.ts';
import { measureOpening } from './opening.ts';
import { measurePaint } from './paint.ts';
import { measurePlaces } from './places.ts';
import type { Row } from './row.ts';
import { FULL, QUICK, type Scale } from './scale.ts';
import { tableOf } from './table.ts';

const measurements: Readonly<Record<string, (scale: Scale) => Promise<readonly Row[]>>> = {
  entry: measureEntry,
  firstCommand: measureFirstCommand,
  opening: measureOpening,
  keysFound: measureKeysFound,
  keyWork: measureKeyWork,
  definitions: measureDefinitions,
  places: measurePlaces,
  paint: measurePaint,
};

const options = {
  json: { type: 'string' },
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean', default: false },
  scale: { type: 'boolean', default: false },
} as const;
const usage = `usage: npm run bench -- [--scale] [--json FILE] [--quick] [--only ${Object.keys(measurements).join('|')}]`;

async function main(): Promise<void> {
  let asked;
  try {
    asked = parseArgs({ options }).values;
  } catch {
    return refuse();
  }
  const names = asked.only ?? Object.keys(measurements);
  if (!names.every((name) => Object.hasOwn(measurements, name))) return refuse();

  const run = { node: process.version, cores: os.availableParallelism(), load: Math.round(os.loadavg()[0]! * 10) / 10 };
  process.stdout.write(`Node ${run.node}, ${run.cores} cores, load ${run.load} before the run\n`);
  if (asked.scale)
    return void process.stdout.write(
      `\n${await measureAtScale(asked.quick ? { ...AT_SCALE, sizes: ['2x2x200', '3x3x400'] } : AT_SCALE)}\n`,
    );
  const rows: Row[] = [];
  for (const name of names) {
    process.stderr.write(`${name}…\n`);
    rows.push(...(await measurements[name]!(asked.quick ? QUICK : FULL)));
  }
  process.stdout.write(`\n${tableOf(rows)}\n`);
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify({ ...run, rows }, undefined, 2)}\n`);
}

function refuse(): void {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}

// The exit handlers of this process end the programs that it started. A signal alone would not run these handlers.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();

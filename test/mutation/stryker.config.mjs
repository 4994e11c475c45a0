/** Stryker for one room of `rooms.mjs`, as the environment's ROOM says; CONTRIBUTING.md has the command. */
import { rooms } from './rooms.mjs';

const { ROOM } = process.env;
const room = rooms[ROOM];
if (!room) throw new Error(`ROOM is one of ${Object.keys(rooms).join(', ')}`);

// oxlint-disable-next-line import/no-default-export -- Stryker asks for it
export default {
  plugins: ['./test/mutation/runner.mjs'],
  testRunner: 'room',
  mutate: room.mutate,
  coverageAnalysis: 'perTest',
  // What runs at the import of a file takes a worker of its own for each mutant: STATIC=1 has the time for it.
  ignoreStatic: !process.env.STATIC,
  // TypeScript 7 has no API to read one with.
  tsconfigFile: 'none.json',
  ignorePatterns: ['dist', 'docs', 'media', '.cache', 'test/host', 'test/page'],
  incremental: true,
  incrementalFile: `.cache/mutation/${ROOM}.json`,
  tempDirName: `.cache/mutation/${ROOM}`,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `.cache/mutation/${ROOM}-report.json` },
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
  timeoutMS: 8_000,
  concurrency: 2,
};

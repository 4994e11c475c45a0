/** Tests that, in each language, a sentence about a change is never used for different keys or different moves. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { ChangeRequest } from '../../../../src/api/model.ts';
import type { GroupLine } from '../../../../src/domain/audiences/audienceChange.ts';
import { setLanguage } from '../../../editor/fakeVscode.ts';
import { translations } from '../../../l10n/source.ts';
import { namedChange, NAMES, SEGMENTS, smallChange, VALUES, type Change } from './corpus.ts';
import type { Key } from './engine.ts';
import { isInLine, membership } from './truths.ts';
import { FIXED, runs } from '../../../properties/runs.ts';

const { addFacts, forWhom } = await import('../../../../src/editor/words/audienceWords.ts');

/** Enough keys to identify the group of a line. */
const KEYS: readonly Key[] = fc.sample(
  fc.record({
    key: fc.constantFrom(...VALUES['']!).map(String),
    segments: fc.subarray([...SEGMENTS, ...NAMES]),
    flags: fc.constantFrom([], ['other:on'], ['other:v2']),
    attributes: fc.record(
      Object.fromEntries(
        Object.entries(VALUES).map(([name, values]) => [name, fc.constantFrom(...values, ...(name === 'country' ? NAMES : []))]),
      ),
    ),
  }),
  { numRuns: 300, seed: 1 },
);

/** Returns whom a change request with this change affects. Undefined if it changes nothing. */
async function forWhomOf({ before, after, emptySegments: empty }: Change): Promise<ReturnType<typeof forWhom>> {
  const isSwitched = before && after && before.killed !== after.killed;
  const operationType = isSwitched ? (after.killed ? 'KILL' : 'RESTORE') : after ? 'UPDATE' : 'ARCHIVE';
  const flag = after ?? before ?? null;
  const request: ChangeRequest = { id: '', status: 'REQUESTED', operationType, approvers: [], comments: [], flag };
  const live = { kind: 'definition', definition: before } as const;
  await addFacts(request, live, { sizes: new Map(), empty, dependants: [], indirectDependants: [], rolloutStatus: undefined });
  return forWhom(request, live);
}

/** The meaning of a line without its words: whom it is about, and what it says. */
const meaningOf = (line: GroupLine): string =>
  JSON.stringify([
    KEYS.map((key) => Number(isInLine(line, [], membership(key, 'engine')))).join(''),
    line.moves.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
    line.unknown !== undefined,
  ]);

describe('the sentence of a line', () => {
  afterEach(() => setLanguage('en'));

  for (const [language, bundle] of [
    ['en', undefined],
    ['de', translations['l10n/bundle.l10n.de.json'].read()],
  ] as const)
    // prettier-ignore
    for (const [name, changes] of [['small definitions', smallChange], ['names that look like our words', namedChange]] as const)
      it(`differs between different lines: ${name}, ${language}`, async () => {
        setLanguage(language, bundle);
        const said = new Map<string, { readonly meaning: string; readonly line: GroupLine }>();
        const check = async (change: Change): Promise<void> => {
          const { changed = [], exact = [] } = (await forWhomOf(change)) ?? {};
          for (const lines of [changed, exact].map((all) => all.filter(({ line }) => line)))
            assert.equal(new Set(lines.map(({ text }) => text)).size, lines.length, lines.map(({ text }) => text).join('\n'));
          for (const { text, line } of [...changed, ...exact]) {
            // Numbers of rules are only comparable within one change, and a sentence names at most four groups.
            if (!line || line.groups.length > 4 || line.groups.some(({ decided }) => decided)) continue;
            const meaning = meaningOf(line);
            const other = said.get(text);
            if (other && other.meaning !== meaning) assert.fail(`${text}\n${JSON.stringify(other.line)}\n${JSON.stringify(line)}`);
            said.set(text, { meaning, line });
          }
        };
        await fc.assert(fc.asyncProperty(changes, check), runs(process.env['ALL_TESTS'] === '1' ? 3_000 : 150, FIXED));
        assert.ok(said.size > 100, String(said.size));
      });
});

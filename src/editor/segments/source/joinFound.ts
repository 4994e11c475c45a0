/** The keys of several files as one list. */
import { foldKey } from '../../../domain/keys/keyFold.ts';
import type { LookAlike } from '../../../domain/keys/keysFound.ts';
import type { FoundKeys } from './findKeys.ts';
import type { Source } from './source.ts';

/** Keys looked at in one step: to fold one that is not ASCII takes a microsecond or two. */
const STEP = 2_000;

/**
 * A key that stands in several files is kept where it stands first; `inSeveral` has it, and the later file. Of keys that look
 * alike, each but the first is told once: by the file in which it stands first, or in `alikeInSeveral`.
 */
export function* joinSteps(found: readonly FoundKeys[], source: Source): Generator<void, FoundKeys> {
  const keys = new Set<string>();
  const inSeveral: { key: string; fileName: string }[] = [];
  const alikeInSeveral: FoundKeys['alikeInSeveral'][number][] = [];
  const firsts = new Map<string, { readonly key: string; readonly fileName: string }>();
  const toldInFile: LookAlike[][] = [];
  for (const { keys: own, source: file, lookAlikes } of found) {
    const { fileName } = file;
    const isNew = lookAlikes.filter(({ key }) => !keys.has(key));
    const told = new Set(isNew.map(({ key }) => key));
    toldInFile.push(isNew);
    for (const [index, key] of own.entries()) {
      if (index % STEP === STEP - 1) yield;
      if (keys.has(key)) {
        inSeveral.push({ key, fileName });
        continue;
      }
      keys.add(key);
      if (told.has(key)) continue;
      const folded = foldKey(key);
      const first = firsts.get(folded);
      if (first) alikeInSeveral.push({ key, fileName, otherKey: first.key, otherFileName: first.fileName });
      else firsts.set(folded, { key, fileName });
    }
  }
  const sum = (of: (one: FoundKeys) => number): number => found.reduce((all, one) => all + of(one), 0);
  /** The lines of each file start where its stretch of the joined source does. */
  const shifted = found.map((one, index) => ({ ...one, by: source.lines[index]!.from - 1 }));
  const first = found[0]!;
  return {
    keys: [...keys],
    problems: shifted.flatMap(({ problems, by }) =>
      problems.map((problem) => ({
        ...problem,
        line: problem.line + by,
        ...(problem.firstLine !== undefined && { firstLine: problem.firstLine + by }),
      })),
    ),
    lookAlikes: shifted.flatMap(({ by }, index) =>
      toldInFile[index]!.map((pair) => ({ ...pair, line: pair.line + by, otherLine: pair.otherLine + by })),
    ),
    trimmed: shifted.flatMap(({ trimmed, by }) => trimmed.map((line) => line + by)),
    counts: {
      found: keys.size,
      repeated: sum(({ counts }) => counts.repeated) + inSeveral.length,
      blank: sum(({ counts }) => counts.blank),
      unusable: sum(({ counts }) => counts.unusable),
      trimmed: sum(({ counts }) => counts.trimmed),
      lookAlikes: toldInFile.reduce((all, { length }) => all + length, alikeInSeveral.length),
    },
    inSeveral,
    alikeInSeveral,
    cut: shifted.flatMap(({ cut, by }) => cut.map((line) => line + by)),
    headers: shifted.flatMap(({ headers, by }) => headers.map((header) => ({ ...header, line: header.line + by }))),
    source,
    form: first.form,
    columns: first.columns,
    origin: source.description,
    formWords: first.formWords,
  };
}

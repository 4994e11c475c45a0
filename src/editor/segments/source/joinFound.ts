/** The keys of several files as one list. */
import type { FoundKeys } from './findKeys.ts';
import type { Source } from './source.ts';

/** A key that stands in several files is kept where it stands first; `inSeveral` has it, and the later file. */
export function joinFound(found: readonly FoundKeys[], source: Source): FoundKeys {
  const keys = new Set<string>();
  const inSeveral: { key: string; fileName: string }[] = [];
  for (const { keys: own, source: file } of found) {
    for (const key of own) {
      if (keys.has(key)) inSeveral.push({ key, fileName: file.fileName });
      else keys.add(key);
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
    lookAlikes: shifted.flatMap(({ lookAlikes, by }) =>
      lookAlikes.map((pair) => ({ ...pair, line: pair.line + by, otherLine: pair.otherLine + by })),
    ),
    trimmed: shifted.flatMap(({ trimmed, by }) => trimmed.map((line) => line + by)),
    counts: {
      found: keys.size,
      repeated: sum(({ counts }) => counts.repeated) + inSeveral.length,
      blank: sum(({ counts }) => counts.blank),
      unusable: sum(({ counts }) => counts.unusable),
      trimmed: sum(({ counts }) => counts.trimmed),
      lookAlikes: sum(({ counts }) => counts.lookAlikes),
    },
    inSeveral,
    headers: shifted.flatMap(({ headers, by }) => headers.map((header) => ({ ...header, line: header.line + by }))),
    source,
    form: first.form,
    columns: first.columns,
    origin: source.description,
    formWords: first.formWords,
  };
}

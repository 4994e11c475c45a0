/** Holds a set of source files against the table of who may import whom and who may say which word. */
import { posix as path } from 'node:path';
import { importsOf, tokensOf, type Import, type Token } from './readSource.ts';

/**
 * What the files of one part may import. A name is a file (`api/model.ts`), a folder with all below it (`api`), or the
 * files directly in a folder (`editor/*`). A part may always import itself.
 */
export interface Part {
  /** In any way. */
  readonly imports: readonly string[];
  /** By `import type` only. */
  readonly types?: readonly string[];
  /** By `import()` or `import type` only: it is built as a file of its own. */
  readonly lazily?: readonly string[];
  /** npm packages and vscode, as they are imported; `package (lazily)` for `import()` or `import type` only. */
  readonly packages?: readonly string[];
  readonly node: boolean;
}

/** A word of the code that only some files may say. */
export interface Door {
  readonly word: string;
  /** What stands before or after the word where it counts (method: `.word(` but for that of an import, cast: `as word`); a quoted word counts only as a string. */
  readonly shape?: 'call' | 'member' | 'method' | 'cast' | 'string';
  /** As in Part; none = nowhere in src. */
  readonly only: readonly string[];
}

export interface Table {
  /** The first name that fits a file is its part. */
  readonly parts: Readonly<Record<string, Part>>;
  readonly doors: readonly Door[];
  /** A package that the table grants to a whole part, but only some files of it may name. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Builtins of Node that nobody may use. */
  readonly neverOfNode: readonly string[];
}

/** Paths below src, with `/`, to their text. */
export type Sources = Readonly<Record<string, string>>;

/** One sentence for each thing that the table does not allow: `file:line what`. */
export function violationsOf(sources: Sources, table: Table): readonly string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const name = Object.keys(table.parts).find((part) => fits(file, part));
    if (name === undefined) return [`${file}:1 belongs to no part of the table`];
    const tokens = tokensOf(source);
    return [
      ...importsOf(tokens).flatMap((found) =>
        reasonsAgainst(file, name, found, table).map((reason) => `${file}:${found.line} ${reason}`),
      ),
      ...table.doors.flatMap((door) => misuses(file, tokens, door).map((line) => `${file}:${line} says ${door.word}`)),
    ];
  });
}

function fits(file: string, name: string): boolean {
  if (name.endsWith('/*')) return path.dirname(file) === name.slice(0, -2);
  return file === name || file.startsWith(`${name}/`);
}

function reasonsAgainst(file: string, partName: string, found: Import, table: Table): readonly string[] {
  const part = table.parts[partName]!;
  const { how, specifier } = found;
  const says = { value: 'imports', type: 'imports the type of', lazy: 'lazily imports', require: 'requires' }[how];
  if (how === 'require') return [`requires ${specifier ?? 'something'}`];
  if (specifier === undefined) return ['imports something computed'];
  const refused = [`${says} ${specifier}`];

  if (specifier.startsWith('node:')) {
    return part.node && !table.neverOfNode.includes(specifier.slice(5)) ? [] : refused;
  }
  if (!specifier.startsWith('.')) {
    const isGranted = part.packages?.includes(specifier) || (how !== 'value' && part.packages?.includes(`${specifier} (lazily)`));
    const isIn = table.packages[specifier]?.some((name) => fits(file, name)) ?? true;
    return isGranted && isIn ? [] : refused;
  }
  const target = path.join(path.dirname(file), specifier);
  const isAllowed =
    fits(target, partName) ||
    part.imports.some((name) => fits(target, name)) ||
    (how === 'type' && part.types?.some((name) => fits(target, name))) ||
    (how !== 'value' && part.lazily?.some((name) => fits(target, name)));
  return isAllowed ? [] : refused;
}

/** The lines on which a file goes through a door that is not its own. */
function misuses(file: string, tokens: readonly Token[], door: Door): readonly number[] {
  if (door.only.some((name) => fits(file, name))) return [];
  const isMark = (i: number, ...marks: readonly string[]): boolean =>
    tokens[i]?.kind === 'mark' && marks.includes(tokens[i].text);
  /** `(await import('./x.ts')).word(` calls a function of ours; what may be imported is held by the parts. */
  const isImported = (end: number): boolean =>
    isMark(end, ')') && isMark(end - 1, ')') && tokens[end - 2]?.kind === 'string' && tokens[end - 4]?.text === 'import';
  return tokens.flatMap(({ kind, text, line }, i) => {
    if (text !== door.word || kind !== (door.shape === 'string' ? 'string' : 'word')) return [];
    if ((door.shape === 'call' || door.shape === 'method') && !isMark(i + 1, '(')) return [];
    if (door.shape === 'method' && (!isMark(i - 1, '.', '?.') || isImported(i - 2))) return [];
    if (door.shape === 'cast' && !(tokens[i - 1]?.kind === 'word' && tokens[i - 1]?.text === 'as')) return [];
    if (door.shape === 'member' && !isMark(i - 1, '.', '?.') && !isMark(i - 1, '{', ',')) return [];
    return [line];
  });
}

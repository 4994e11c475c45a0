/**
 * Decides from the code around a string literal whether it is the name of a flag. `scanLiterals` passes the code before the
 * literal with a blank instead of each comment, and an underscore instead of the content of each string.
 */

/**
 * The role of a literal. `flag`: it must be the name of a flag. `maybeFlag`: it is an argument of a call that takes the name of
 * a flag, but the name may be a different argument. `other`: it is not the name of a flag, but for example the path of an
 * import. `text`: it is not in a call that takes the name of a flag.
 */
export type Role = 'flag' | 'maybeFlag' | 'other' | 'text';

/** Returns a pattern that matches exactly the text. */
export const verbatim = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches the functions of the SDKs that take names of flags, with or without underscores. The final pattern ignores case. */
const SDK_CALL = String.raw`(?:get|use)_?(?:split_?)?treatments?(?:_?with_?config)?(?:_?async)?`;
/** Matches the methods of the Go SDK that take names of flags. */
const GO_SDK_CALL = String.raw`(?<=\.)treatments?(?:withconfig)?`;
/** Matches the functions of the SDKs that take names of flag sets. */
const FLAG_SETS_CALL = String.raw`(?:get|use)?_?treatments(?:_?with_?config)?_?by_?flag_?sets?(?:_?async)?`;
/** Matches the functions of OpenFeature that take the name of a flag. */
const OPEN_FEATURE_CALL = String.raw`get_?(?:boolean|string|number|object|integer|int|double|float|long)_?(?:value|details)(?:_?async)?`;
/**
 * Matches the names of arguments and of fields of an options object that contain names of flags. `key` counts only for
 * OpenFeature.
 */
const FIELD_NAME = String.raw`names?|(?:feature_?)?flags?(?:_?keys?|_?names?)?|(?:split|feature)s?(?:_?names?)?|key`;

/** Matches a string literal whose content has been replaced with an underscore. */
const STRING = '[@$\\w]{0,2}["\'`][_"\'`]*["\'`]';
/** Matches the parentheses of a call and the text between them, which may contain further calls, but only one level deep. */
const NESTED = String.raw`\((?:[^()]|\([^()]*\))*\)`;
/** Matches the text of several arguments. */
const ARGUMENTS = String.raw`(?:[^()]|${NESTED})*`;
/** Matches the text of one argument. */
const ARGUMENT = String.raw`(?:[^(){}[\],]|${NESTED}|\{[^{}]*\}|\[[^[\]]*\])*`;
/**
 * Matches the beginning of a list, such as `[`, `&[`, `listOf(`, `Arrays.asList(`, `vec![`, `[]string{`, `new List<string> {`.
 */
const LIST_START = String.raw`(?:\w+\.)?(?:as_?list|(?:list|set|array)(?:_?of)?|mutable_?list_?of|of|tuple)\s*\(|(?:vec!|&)?\[|(?:new\s+)?[\w.<>[\]]+\s*\{`;
/** Matches the beginning of a list and the items before the literal, or an empty text. */
const LIST = String.raw`(?:(?:${LIST_START})\s*(?:(?:${STRING}|[\w$.:]+)\s*,\s*)*)?`;

/**
 * Matches the text before a literal that is never a flag: the path of an import, the value of an attribute, or a part of a
 * string.
 */
const BEFORE_OTHER =
  /\b(?:from|require_relative|(?:import|require)\(?)\s*$|\b(?:class|className|id|htmlFor|href|src|key|data-[\w-]+)=$|classList\.\w+\($|[+.]\s*$/;
/** Matches the text after a literal that is a part of a longer string. */
const AFTER_OTHER = /^\s*(?:\+|\.\s*(?:["'(]|\$|\s\w))/;
/** Matches the rest of the arguments if none of them can be the name of a flag. */
const AFTER_ONLY = /^\s*(?:\)|,\s*(?:[{)]|(?:\d[\w.]*|true|false|null|nil|none|undefined)\b|\w+\s*[:=]))/i;
/** Matches the text after a literal if the next argument is a string, or a list that begins with a string. */
const AFTER_FIRST = new RegExp(`^\\s*,\\s*(?:${LIST_START})?\\s*["'\`]`, 'i');

export interface CallOptions {
  /** The editor's ID of the language. */
  readonly languageId: string;
  /** The functions in the folder's own code that take the name of a flag as the first or second argument. */
  readonly wrappers: readonly string[];
}

/**
 * Returns a function that decides the role of a literal from the code directly before and after its quotes. Other libraries
 * have methods with the same names as OpenFeature's, so methods with these names count only if `hasOpenFeature` is true.
 */
export function roleFinder(
  { languageId, wrappers }: CallOptions,
  hasOpenFeature: boolean,
): (before: string, after: string) => Role {
  const names = [
    `(?<set>${FLAG_SETS_CALL})`,
    languageId === 'go' ? `${SDK_CALL}|${GO_SDK_CALL}` : SDK_CALL,
    ...(hasOpenFeature ? [`(?<openFeature>${OPEN_FEATURE_CALL})`] : []),
    ...(wrappers.length > 0 ? [`(?<wrapper>${wrappers.map(verbatim).join('|')})`] : []),
  ].join('|');
  const named = String.raw`(?:\s*\{)?(?:${ARGUMENT},)*\s*(?<field>${FIELD_NAME})\s*[:=]\s*`;
  const place = String.raw`(?:${named}|(?<first>${ARGUMENT}),\s*|\s*)(?<list>${LIST})$`;
  const call = new RegExp(String.raw`(?<![\w$])(?:${names})\s*\((?:${place}|${ARGUMENTS}$)`, 'i');
  /** The pattern ignores case, but a wrapper counts only if its name is in `wrappers` in exactly this case. */
  const groupsOf = (before: string): RegExpExecArray['groups'] => {
    const match = call.exec(before);
    const wrapper = match?.groups?.['wrapper'];
    if (!match || wrapper === undefined || wrappers.includes(wrapper)) return match?.groups;
    return groupsOf(before.slice(match.index + wrapper.length));
  };
  return (before, after) => {
    if (BEFORE_OTHER.test(before) || AFTER_OTHER.test(after)) return 'other';
    const groups = groupsOf(before);
    if (!groups) return 'text';
    const { set, list, field, first, openFeature, wrapper } = groups;
    if (set !== undefined || list === undefined) return 'other';
    if (field !== undefined) return field === 'key' && openFeature === undefined ? 'other' : 'flag';
    if (openFeature !== undefined) return first === undefined ? 'flag' : 'other';
    if (first !== undefined) return wrapper !== undefined && /["'`]/.test(first) ? 'maybeFlag' : 'flag';
    const rest = list === '' ? after : after.replace(/^[^\])}]*[\])}]/, '');
    if (AFTER_ONLY.test(rest)) return 'flag';
    return wrapper === undefined && AFTER_FIRST.test(rest) ? 'other' : 'maybeFlag';
  };
}

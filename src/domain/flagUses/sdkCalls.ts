/** The calls whose arguments are names of flags, whatever the spelling of the language: `getTreatment`, `get_treatment`, `GetTreatmentAsync`. */

/**
 * `treatment`: the flag is the second argument, or the first one if the client knows the key of the user. `openFeature`: the first
 * argument. `wrapper`: one of the first two. `set`: no argument is a flag. `list`: its arguments belong to the call around it.
 */
export type CallKind = 'treatment' | 'openFeature' | 'wrapper' | 'set' | 'list';

const spelled = (name: string): string => name.replaceAll('_', '').toLowerCase();

const TREATMENT = /^(?:get|use)(?:split)?treatments?(?:withconfig)?(?:async)?$/;
const GO_TREATMENT = /^treatments?(?:withconfig)?$/;
const SET = /^(?:get|use)?treatments(?:withconfig)?byflagsets?(?:async)?$/;
const OPEN_FEATURE = /^get(?:boolean|string|number|object|integer|int|double|float|long)(?:value|details)(?:async)?$/;
const LIST = /^(?:aslist|list|listof|mutablelistof|arrayof|set|setof|of|array|tuple|vec)$/;
const FLAG_FIELD = /^(?:name|names|(?:feature)?flag(?:s|key|keys|name|names)?|(?:split|feature)(?:s|name|names)?)$/;

/** True for a named argument, and a field of an options object, that contains names of flags. */
export const isFlagField = (name: string, call?: CallKind): boolean =>
  FLAG_FIELD.test(spelled(name)) || (call === 'openFeature' && name === 'key');

/** Returns what a call of this name says about its arguments. `wrappers` are names from the folder's file. */
export function callKindOf(callee: string, wrappers: readonly string[], languageId: string): CallKind | undefined {
  if (wrappers.includes(callee)) return 'wrapper';
  const name = spelled(callee);
  if (SET.test(name)) return 'set';
  if (TREATMENT.test(name) || (languageId === 'go' && GO_TREATMENT.test(name))) return 'treatment';
  if (OPEN_FEATURE.test(name)) return 'openFeature';
  return LIST.test(name) ? 'list' : undefined;
}

/** What an argument is: a text or a list of texts, certainly something else, or an expression. */
export type ArgumentKind = 'text' | 'plain' | 'expression';

/** Returns the argument that must be the name of a flag. Undefined if it isn't certain. */
export function sureArgument(kind: CallKind, [first, second]: readonly (ArgumentKind | undefined)[]): number | undefined {
  if (kind === 'openFeature') return first === 'text' ? 0 : undefined;
  if (second === 'text' && (kind === 'treatment' || first !== 'text')) return 1;
  return first === 'text' && second !== 'expression' && second !== 'text' ? 0 : undefined;
}

/** Compares versions in the order of semver.org, and reads them as leniently as the service's SDKs do. */

export interface SemanticVersion {
  /** The version without leading zeros, but with build metadata. `EQUAL_TO_SEMVER` and `IN_LIST_SEMVER` compare this text. */
  readonly text: string;
  /** The numbers major, minor and patch, as texts, because a number can be longer than JavaScript can represent exactly. */
  readonly core: readonly string[];
  /** The identifiers after the dash. Empty for a release. */
  readonly labels: readonly string[];
}

const DIGITS = /^\d+$/;
const plain = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Returns undefined if the text is not a version, for example `1.2`, `1.2.3-a..b` or `1.2.3+`. */
export function readVersion(text: string): SemanticVersion | undefined {
  const [, numbers = '', labelText, build] = /^([^+-]*)(?:-([^+]*))?(?:\+([^]*))?$/.exec(text) ?? [];
  const core = numbers.split('.');
  const labels = labelText === undefined ? [] : labelText.split('.');
  if (core.length !== 3 || !core.every((part) => DIGITS.test(part)) || labels.includes('') || build === '') return undefined;
  return versionOf(core.map(plain), labels.map((label) => (DIGITS.test(label) ? plain(label) : label)), build); // prettier-ignore
}

function versionOf(core: readonly string[], labels: readonly string[], build?: string): SemanticVersion {
  const text = [core.join('.'), ...(labels.length > 0 ? [`-${labels.join('.')}`] : []), ...(build ? [`+${build}`] : [])].join('');
  return { text, core, labels };
}

/**
 * Returns a number below zero if `one` comes first, above zero if `other` comes first, and zero otherwise. Ignores build
 * metadata.
 */
export function compareVersions(one: SemanticVersion, other: SemanticVersion): number {
  for (const [index, part] of one.core.entries()) {
    const difference = compareLabels(part, other.core[index]!);
    if (difference !== 0) return difference;
  }
  // A release follows its pre-releases.
  const release = Number(one.labels.length === 0) - Number(other.labels.length === 0);
  if (release !== 0) return release;
  for (const [index, label] of one.labels.entries()) {
    const its = other.labels[index];
    if (its === undefined) return 1;
    const difference = compareLabels(label, its);
    if (difference !== 0) return difference;
  }
  return one.labels.length - other.labels.length;
}

function compareLabels(one: string, other: string): number {
  if (DIGITS.test(one) && DIGITS.test(other) && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/** Returns the next version in the order. There is no version in between. */
export function versionAfter({ core, labels }: SemanticVersion): SemanticVersion {
  if (labels.length > 0) return versionOf(core, [...labels, '0']);
  return versionOf([...core.slice(0, 2), String(BigInt(core[2]!) + 1n)], ['0']);
}

/** Returns a version with the same position in the order but a different text. */
export const otherBuild = ({ core, labels }: SemanticVersion, build: string): SemanticVersion => versionOf(core, labels, build);

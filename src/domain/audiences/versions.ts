/** Versions in the order of semver.org, read as leniently as the service's SDKs read them. */

export interface SemanticVersion {
  /** Without leading zeros, with its build metadata: what `EQUAL_TO_SEMVER` and `IN_LIST_SEMVER` compare. */
  readonly text: string;
  /** Major, minor and patch, in digits. */
  readonly core: readonly string[];
  /** The identifiers behind the dash; none: it is a release. */
  readonly labels: readonly string[];
}

const DIGITS = /^\d+$/;
const plain = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Undefined if the text is no version: `1.2`, `1.2.3-a..b` and `1.2.3+` are none. */
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

/** Below, at, or above zero. Build metadata doesn't count. */
export function compareVersions(one: SemanticVersion, other: SemanticVersion): number {
  for (const [index, part] of one.core.entries()) {
    const difference = compareLabels(part, other.core[index]!);
    if (difference !== 0) return difference;
  }
  // A release comes after the versions that lead to it.
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

/** The next version in the order; there is none between the two. */
export function versionAfter({ core, labels }: SemanticVersion): SemanticVersion {
  if (labels.length > 0) return versionOf(core, [...labels, '0']);
  return versionOf([...core.slice(0, 2), String(BigInt(core[2]!) + 1n)], ['0']);
}

/** The same place in the order, and a different text. */
export const otherBuild = ({ core, labels }: SemanticVersion, build: string): SemanticVersion => versionOf(core, labels, build);

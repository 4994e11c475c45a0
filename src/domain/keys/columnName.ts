/** What the names of columns say: how much one sounds like keys, and whether a cell is a name at all. */

const SCORES: Readonly<Record<string, number>> = {
  key: 4,
  keys: 4,
  id: 3,
  ids: 3,
  uid: 3,
  uuid: 3,
  guid: 3,
  identifier: 3,
  account: 2,
  accounts: 2,
  user: 2,
  users: 2,
  customer: 2,
  customers: 2,
  member: 2,
  members: 2,
  email: 1,
  mail: 1,
};

/** Names of columns that often stand beside the keys. */
const OTHERS: ReadonlySet<string> = new Set(
  'comment count country created date description index name note notes owner plan region source status tag tags time title type updated value'.split(
    ' ',
  ),
);

/** 0 if it is no name for keys; "account_id" has more than "id", and "id" more than "account". */
export function keyNameScore(name: string): number {
  const scores = wordsOf(name)
    .map((word) => (Object.hasOwn(SCORES, word) ? SCORES[word]! : 0))
    .toSorted((one, other) => other - one);
  return (scores[0] ?? 0) + (scores[1] ?? 0) / 10;
}

/** True of the name of a column, whatever is in it. */
export function isColumnName(cell: string): boolean {
  return keyNameScore(cell) > 0 || wordsOf(cell).some((word) => OTHERS.has(word));
}

/** `accountId`, `account_id`, `Account ID` and `accountid` are the same two words. None for what can't be a name. */
function wordsOf(name: string): readonly string[] {
  if (name.length > 60 || /[^\p{L}\s_.-]/u.test(name)) return [];
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .flatMap((word) => word.replace(/^(account|user|customer|member)(id|ids|key|keys)$/, '$1 $2').split(' '));
}

/** The text of the report about the flags that can be removed from the code, and of the brief for the person who removes them. */
import * as vscode from 'vscode';
import type { Reason, Removal } from '../../domain/flagUses/removal.ts';
import { wordsOf, type CodeWords } from '../words/codeWords.ts';
import { plainText } from '../words/escape.ts';
import { deciderText } from '../words/groupWords.ts';
import { sharesText } from '../words/moveWords.ts';
import { marked } from '../words/ownText.ts';
import { joined, nameOf, quoted } from '../words/quotes.ts';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import type { CodePlace } from './places.ts';

const { t } = vscode.l10n;

export interface Report {
  readonly place: CodePlace;
  /** The flags by the number of their line, from 0. */
  readonly rows: ReadonlyMap<number, Removal>;
}

export function reportText(place: CodePlace, removals: readonly Removal[]): Report & { readonly text: string } {
  const head = [
    t('Read {0}, in {1} only. Other environments were not read.', formatTime(Date.now()), criticalNames(place)),
    t('Ready: everybody gets the same in each of these. Careful: applications get “control”. Nothing was changed.'),
    ...(place.flags.isComplete ? [] : [t('The service did not list all flags: there may be others.')]),
  ];
  const lines = marked(head.join('\n'), t('which flags of {0} can go', oneLine(place.workspace.name))).split('\n');
  const rows = new Map<number, Removal>();
  const heads = { ready: t('Ready'), careful: t('Careful'), blocked: t('Blocked') } as const;
  for (const [verdict, label] of Object.entries(heads)) {
    const some = removals.filter((one) => one.verdict === verdict).toSorted((one, other) => (one.flag < other.flag ? -1 : 1));
    lines.push('', t('{0}: {1}', label, formatNumber(some.length)));
    for (const removal of some) {
      rows.set(lines.push('', `  ${oneLine(removal.flag)}`) - 1, removal);
      lines.push(...sentences(removal).map((line) => `    ${oneLine(line)}`));
    }
  }
  return { text: `${lines.join('\n')}\n`, place, rows };
}

function criticalNames({ critical }: CodePlace): string {
  const names = critical.map(({ name }) => name);
  return joined(names, 'conjunction');
}

const oneLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' '));

function sentences({ served, reasons }: Removal): readonly string[] {
  if (!served) return reasons.map((reason) => wordsOf(reasonWords, reason));
  const { name, configurations } = served;
  return configurations
    ? [t('serves {0} to everybody, with the configuration {1}', nameOf(name), configurations)]
    : [t('serves {0} to everybody', nameOf(name))];
}

const reasonWords: CodeWords<Reason> = {
  split: ({ environment, by, shares }) => t('{0}: {1} serves {2}', environment, deciderText(by), sharesText(shares)),
  unknown: ({ environment }) => t('{0}: it isn’t known here what everybody gets', environment),
  targets: ({ environment }) => t('{0}: it has individual targets', environment),
  treatment: ({ environment, first }) => t('{0} and {1} serve different treatments', first, environment),
  configuration: ({ environment, first }) => t('{0} and {1} have different configurations', first, environment),
  dependants: ({ environment, flags }) => t('{0}: flags that depend on it: {1}', environment, flags.map(quoted).join(', ')),
  request: () => t('a change request is open on it'),
  archived: () => t('it is archived: applications get “control” in every environment'),
  undefined: ({ environment }) => t('{0}: no definition, so applications get “control”', environment),
};

/**
 * Returns the brief: the treatment that the flag always serves, the code to keep, and the order of the steps. `pattern` finds the
 * uses.
 */
export function briefText(removal: Removal, place: CodePlace, pattern: string): string {
  const { flag, verdict, served } = removal;
  const heads = {
    ready: t('In {0}, it always does this:', criticalNames(place)),
    careful: t('Take care: keep what applications do when they get “control”.'),
    blocked: t('It can’t go yet:'),
  };
  return [
    t('Remove the flag {0} of {1} from the code', quoted(flag), place.workspace.name),
    '',
    heads[verdict],
    ...sentences(removal).map((line) => `- ${line}`),
    ...(served ? [t('Keep the code for {0}. Remove the code for other treatments, and the call.', nameOf(served.name))] : []),
    '',
    t('Find the uses with this regular expression: {0}', pattern),
    t('First remove the code and deploy it everywhere. Only then remove the flag.'),
    t('Only this folder is searched: other repositories may use the flag, too.'),
  ]
    .map(oneLine)
    .join('\n')
    .concat('\n');
}

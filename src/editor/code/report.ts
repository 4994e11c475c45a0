/**
 * Which Flags Can Go?: writes a report of the flags whose code can be removed, from the definitions of the critical
 * environments. Each flag has the lenses Find Uses and Copy Cleanup Brief.
 */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import { removalsOf, type ReadEnvironment, type RemovalReason, type Removal } from '../../domain/flagUses/removal.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { readListedDefinitions } from '../../operations/definitions/readAllDefinitions.ts';
import { systemClock } from '../../time/clock.ts';
import { askUnlessOne } from '../ask/ask.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { wordsOf, type CodeWords } from '../words/codeWords.ts';
import { plainText } from '../words/escape.ts';
import { deciderText } from '../words/groupWords.ts';
import { inSlices } from '../words/inSlices.ts';
import { sharesText } from '../words/moveWords.ts';
import { commandStep } from '../words/nextSteps.ts';
import { withOwnMark } from '../words/ownText.ts';
import { joined, nameOf, quoted } from '../words/quotes.ts';
import { formatNumber, formatTime, shortLine } from '../words/requestWords.ts';
import { wrapLines } from '../words/wrapLines.ts';
import { flagCommand, type CodePlace } from './codeFolders.ts';
import { quotedPattern } from './findUses.ts';
import type { CodeFeature } from './providers.ts';

const { t } = vscode.l10n;

type Report = readonly [text: string, lenses: vscode.CodeLens[]];

/** `code` is undefined if no folder uses flags in code. */
export async function writeReport({ connections, texts }: Services, code: CodeFeature | undefined): Promise<void> {
  const title = t('Which Flags Can Go?');
  const all = [...(code?.folders.all.values() ?? [])];
  const use = commandStep(t('Use Flags in Code…'), 'flagAdmin.code.use');
  if (!code || all.length === 0)
    return tellRefusal(t('Flags in code are not set up in any folder of this window. Run “Use Flags in Code” first.'), use);
  const { folders, reports } = code;
  const options = all.map((value) => ({ label: value.workspace, description: value.file.fsPath, value }));
  const folder = await askUnlessOne({ title, placeholder: t('For which folder?'), isFirstActive: true, options });
  if (!folder || !(await connections.orAsk())) return;
  // An older list may lack a new environment, or not show that an environment is now production.
  const place = await folders.placeOf(folder, { newerThan: systemClock.now() });
  if (!place?.environments.some(({ isCritical }) => isCritical)) {
    const problem = place
      ? t(
          'The API key in use for {0} sees no critical environment of {1}. Name at least one in the field “{2}” of this file, or use another API key.',
          place.connected.connectionName,
          place.workspace.name,
          'criticalEnvironments',
        )
      : folders.problemOf(folder);
    await vscode.window.showTextDocument(folder.file);
    return problem === undefined ? undefined : tellRefusal(problem);
  }
  const [text, lenses] = await tellProgress(
    title,
    (progress, signal) => createReport(place, (message) => progress.report({ message }), signal),
    { cancellable: true },
  );
  const name = `${title} – ${folder.workspace}.txt`;
  reports.set((await texts.keep(name, text)).toString(), lenses);
  await texts.open(name, text);
}

/**
 * Reads the lists again, and the definitions as background work, so that the user's own calls go first. In a critical
 * environment, a definition that is not listed is read separately, because only a 404 counts as proof that there is none. In
 * the other environments, only flags whose rules depend on other flags matter, so a complete list is enough.
 */
async function createReport(place: CodePlace, tell: (message: string) => void, signal: AbortSignal): Promise<Report> {
  const { connected, workspace, flags } = place;
  const { client } = connected;
  const options = { signal, priority: 'background' } as const;
  const catalog = catalogOf(client);
  const requests = catalog.requests();
  for (const list of [flags, requests]) list.expire();
  await Promise.all([flags.read({ signal }), requests.read({ signal })]);
  const requested = new Set(catalog.requestedFlags(workspace.id).map(({ name }) => name));
  const environments: ReadEnvironment[] = [];
  for (const { id, name, isCritical } of place.environments) {
    tell(name);
    const listed = await readListedDefinitions(client, workspace.id, id, options, Infinity);
    if (!listed && !isCritical) continue;
    const definitions = new Map(listed?.definitions.map((one) => [one.name, one]));
    const isReadSeparately = isCritical || !listed?.isWhole;
    const missing = isReadSeparately ? flags.items.filter((flag) => !definitions.has(flag.name)) : [];
    let left = missing.length;
    const read = async (flag: { readonly name: string }): Promise<void> => {
      const definition = await client.readDefinition(workspace.id, flag.name, id, options).catch(unlessMissing);
      if (definition) definitions.set(flag.name, definition);
      tell(t('{0}, flags left to read: {1}', name, formatNumber((left -= 1))));
    };
    await Promise.all(missing.map(read));
    environments.push({ name, isCritical, definitions });
  }
  const removals = await inSlices(removalsOf(flags.items, environments, requested), signal);
  return reportOf(place, environments, removals, requests.isComplete);
}

function reportOf(
  place: CodePlace,
  environments: readonly ReadEnvironment[],
  removals: readonly Removal[],
  areRequestsComplete: boolean,
): Report {
  const critical = namesOf(environments.filter(({ isCritical }) => isCritical));
  const head = [
    t('As of {0}. Critical environments: {1}.', formatTime(Date.now()), critical),
    t('Flag Admin looked in {0} for flags that depend on other flags.', namesOf(environments)),
    t(
      'Ready: everybody gets the same treatment in all critical environments. Careful: the flag is archived, or this API key sees no definition of it in these environments, so applications probably get “control”. Blocked: keep the flag in the code. This report changed nothing.',
    ),
    ...(place.flags.isComplete
      ? []
      : [t('The service did not list all flags, so some flags might be missing from this report.')]),
    ...(areRequestsComplete
      ? []
      : [t('The service did not list all open change requests, so more flags might have one than this report says.')]),
  ];
  const lines = withOwnMark(
    wrapLines(head.join('\n')),
    t('flags of {0} that can be removed from the code', nameOf(place.workspace.name)),
  ).split('\n');
  const lenses: vscode.CodeLens[] = [];
  const heads = { ready: t('Ready'), careful: t('Careful'), blocked: t('Blocked') } as const;
  for (const [verdict, label] of Object.entries(heads)) {
    const some = removals.filter((one) => one.verdict === verdict).toSorted((one, other) => (one.flag < other.flag ? -1 : 1));
    lines.push('', t('{0}: {1}', label, formatNumber(some.length)));
    for (const removal of some) {
      const why = reportSentences(removal, critical);
      const row = lines.push('', `  ${nameOf(removal.flag)}`) - 1;
      lines.push(...why.flatMap((line) => wrapLines(`    ${line}`, '      ').split('\n')));
      const brief = [briefTitle(removal, place.workspace.name), '', label, ...why.map((line) => `- ${line}`)];
      const copyable = { name: [...brief, '', ...removalSteps(removal)].join('\n').trimEnd().concat('\n') };
      const commands = [
        { title: t('Find Uses'), ...flagCommand(place, removal.flag, 'findUses') },
        { title: t('Copy Cleanup Brief'), command: 'flagAdmin.node.copyName', arguments: [{ copyable }] },
      ];
      lenses.push(...commands.map((command) => new vscode.CodeLens(new vscode.Range(row, 0, row, 0), command)));
    }
  }
  return [`${lines.join('\n')}\n`, lenses];
}

function briefTitle({ flag, verdict }: Removal, workspace: string): string {
  const [name, where] = [quoted(flag), nameOf(workspace)];
  return verdict === 'blocked'
    ? t('Do not remove the flag {0} (workspace {1}) from the code yet', name, where)
    : t('Remove the flag {0} (workspace {1}) from the code', name, where);
}

/** Returns instructions for the person who removes the flag from the code. Empty if the flag can't be removed yet. */
function removalSteps({ flag, verdict, served }: Removal): readonly string[] {
  if (verdict === 'blocked') return [];
  const kept = verdict === 'careful' ? 'control' : served?.name;
  return [
    ...(kept === undefined
      ? []
      : [
          t(
            'Keep the code for {0}. Remove the code for the other treatments and the call that evaluates the flag.',
            quoted(kept),
          ),
        ]),
    t('Find the uses with this regular expression: {0}', quotedPattern(flag)),
    t('First remove the code and deploy that change everywhere. Only then remove the flag.'),
    t('“Find Uses” searches only the folders of this window. Other repositories might use the flag, too.'),
  ];
}

function namesOf(environments: readonly { readonly name: string }[]): string {
  const names = environments.map(({ name }) => nameOf(name));
  return joined(names, 'conjunction');
}

/** Returns what everybody gets, or why the flag can't be removed. `critical`: the names of the critical environments. */
function reportSentences({ served, reasons }: Removal, critical: string): readonly string[] {
  if (!served) return reasons.map((reason) => wordsOf(reasonWords, reason));
  const name = quoted(served.name);
  const configuration = plainText(shortLine(served.configurations ?? '', Infinity));
  return configuration === ''
    ? [t('{0}: serves {1} to everybody', critical, name)]
    : [t('{0}: serves {1} to everybody, with the configuration {2}', critical, name, configuration)];
}

const reasonWords: CodeWords<RemovalReason> = {
  split: ({ environment, by, shares }) =>
    t(
      '{0}: different keys can get different treatments (for example, {1} serves {2})',
      nameOf(environment),
      deciderText(by),
      sharesText(shares),
    ),
  unknown: ({ environment }) => t('{0}: it is not known which treatment everybody gets', nameOf(environment)),
  targets: ({ environment }) => t('{0}: the flag has individual targets', nameOf(environment)),
  different: ({ environment, first }) =>
    t('{0} and {1} serve different treatments or configurations', nameOf(first), nameOf(environment)),
  dependants: ({ environment, flags }) =>
    t('{0}: other flags depend on this flag: {1}', nameOf(environment), flags.map(quoted).join(', ')),
  undefined: ({ environment }) =>
    t('{0}: no definition, or this API key can’t see it; without a definition, applications get “control”', nameOf(environment)),
  request: () => t('a change request is open on the flag'),
  archived: () => t('the flag is archived: applications get “control” in every environment'),
};

/** Hover, Go to Definition, completion, hints and lenses for names of flags in code. */
import * as vscode from 'vscode';
import type { Flag } from '../../api/model.ts';
import { LANGUAGES } from '../../domain/flagUses/languages.ts';
import { isUseOf, scanLiterals, type SourceLiteral } from '../../domain/flagUses/sourceLiterals.ts';
import type { List } from '../../operations/catalog/catalog.ts';
import { sleep, systemClock, within } from '../../time/clock.ts';
import { definitionUri } from '../window/definitionUri.ts';
import { logFailure } from '../window/log.ts';
import { textScheme } from '../window/names.ts';
import { withSignal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { areLensesOn } from '../window/settings.ts';
import { labelText, ownProblem } from '../words/escape.ts';
import { inSlices } from '../words/inSlices.ts';
import { CodeFolders, flagCommand, MAX_AGE, type CodeFolder, type CodePlace } from './codeFolders.ts';
import { environmentsText, headText } from './hoverText.ts';

const { t } = vscode.l10n;

/** The arguments that the editor passes to a provider. */
type ProviderArguments = readonly [document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken];

export interface CodeFeature extends vscode.Disposable {
  readonly folders: CodeFolders;
  /** The lenses of the reports of this window, by the address of the report. */
  readonly reports: Map<string, vscode.CodeLens[]>;
}

/** The maximum number of characters of a document. Longer documents are not scanned. */
const MAX_DOCUMENT = 1024 * 1024;
/** Milliseconds from the last key stroke until the hints are updated. */
const TYPING_PAUSE = 400;
/** The maximum number of milliseconds that completions wait for the list of flags, which may have many pages. */
const LONGEST_WAIT = 1000;
const MAX_COMPLETIONS = 200;
/** Matches a text that can be the name of a flag: at most 200 characters, and no blanks. */
const FLAG_NAME = /^\S{1,200}$/;

/** Registers the providers. The providers return results only in folders that use flags. */
export function createCodeFeature(services: Services): CodeFeature {
  const { languages, workspace } = vscode;
  const folders = new CodeFolders(services);
  const reports: CodeFeature['reports'] = new Map();
  const hints = languages.createDiagnosticCollection('flagAdmin.unknownFlags');
  const lensesChanged = new vscode.EventEmitter<void>();
  /**
   * The last scan of each document. `of`: the version of the document, and the wrapper functions that were known at the scan.
   */
  const scans = new WeakMap<vscode.TextDocument, { of: string; found: Promise<readonly SourceLiteral[]> }>();

  const scanText = async (text: string, { languageId }: vscode.TextDocument, { wrappers = [] }: CodeFolder) =>
    text.length > MAX_DOCUMENT ? [] : inSlices(scanLiterals(text, { languageId, wrappers }));

  /** Scans a document in slices, once for each version. Returns nothing for a document of more than MAX_DOCUMENT characters. */
  async function scan(document: vscode.TextDocument, folder: CodeFolder): Promise<readonly SourceLiteral[]> {
    const of = JSON.stringify([document.version, folder.wrappers]);
    if (scans.get(document)?.of !== of) scans.set(document, { of, found: scanText(document.getText(), document, folder) });
    return scans.get(document)!.found;
  }

  /**
   * Returns the flag at a position. If the service can't list flags, any name that the code passes to an SDK is treated as a
   * flag.
   */
  async function flagAt(...[document, position, token]: ProviderArguments) {
    const folder = folders.of(document.uri);
    const offset = document.offsetAt(position);
    const literals = folder ? await scan(document, folder) : [];
    const literal = literals.find(({ start, end }) => start <= offset && offset <= end);
    if (!folder || !literal || !isUseOf(literal) || !FLAG_NAME.test(literal.value)) return undefined;
    const { value: name, role } = literal;
    return withSignal(token, async (signal) => {
      const place = await folders.placeOf(folder, { signal });
      const listed = place && (await listedFlag(place.flags, name, signal));
      const flag = listed ?? (role === 'flag' && place?.flags.isMissing ? { name } : undefined);
      return place && flag && { place, flag, range: rangeOf(document, literal) };
    });
  }

  const hover = (textOf: (place: CodePlace, flag: Flag) => vscode.MarkdownString | Promise<vscode.MarkdownString>) => ({
    async provideHover(...asked: ProviderArguments) {
      const found = await flagAt(...asked);
      return found && new vscode.Hover(await textOf(found.place, found.flag), found.range);
    },
  });

  async function provideDefinition(...asked: ProviderArguments): Promise<vscode.Location | undefined> {
    const found = await flagAt(...asked);
    const environment = found?.place.environments[0];
    if (!environment) return undefined;
    const { place, flag } = found;
    const uri = definitionUri({ ...place.connected, ...place, environment, flagName: flag.name });
    return new vscode.Location(uri, new vscode.Position(0, 0));
  }

  async function provideCompletionItems(
    ...[document, position, token]: ProviderArguments
  ): Promise<vscode.CompletionList | undefined> {
    const folder = folders.of(document.uri);
    const before = new vscode.Range(new vscode.Position(0, 0), position);
    const literal = folder && (await scanText(document.getText(before), document, folder)).at(-1);
    if (!folder || !literal?.isOpen || (literal.role !== 'flag' && literal.role !== 'maybeFlag')) return undefined;
    return withSignal(token, async (signal) => {
      const place = await folders.placeOf(folder, { signal });
      if (!place) return undefined;
      const { flags, workspace } = place;
      await within(LONGEST_WAIT, flags.read({ signal }));
      const typed = literal.value.toLowerCase();
      const found = flags.items.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, MAX_COMPLETIONS);
      const range = new vscode.Range(document.positionAt(literal.start), position);
      const items = found.map(({ name }) => {
        const label = { label: labelText(name), description: labelText(workspace.name) };
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Reference);
        return Object.assign(item, { insertText: name, filterText: name, range });
      });
      // The second argument is true if the result is incomplete. The editor then asks again after the next letter.
      return new vscode.CompletionList(items, !flags.isComplete || found.length === MAX_COMPLETIONS);
    });
  }

  /**
   * Shows a hint at names for which no flag exists. Makes no call, and shows the hint only if a complete list proves that there
   * is no such flag.
   */
  async function hint(document: vscode.TextDocument): Promise<void> {
    const folder = folders.of(document.uri);
    const { version } = document;
    if (!folder) return;
    await sleep(TYPING_PAUSE);
    const isOutdated = (): boolean => document.isClosed || document.version !== version;
    const flags = folders.places.get(folder)?.flags;
    const isProof = flags?.isComplete === true && !flags.hasExpired;
    const literals = isProof && !isOutdated() ? await scan(document, folder) : [];
    if (isOutdated()) return;
    const sentence = t('No flag of this name in {0}', folder.workspace);
    const unknown = literals.filter(({ role, value, isOpen }) => role === 'flag' && !isOpen && value && !flags?.get(value));
    const markOf = (literal: SourceLiteral) => ownProblem(rangeOf(document, literal), sentence, vscode.DiagnosticSeverity.Hint);
    hints.set(document.uri, unknown.map(markOf));
  }

  async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const folder = folders.of(document.uri);
    const place = folder && folders.places.get(folder);
    if (!place || !areLensesOn()) return [];
    const uses = (await scan(document, folder)).filter((literal) => isUseOf(literal) && place.flags.get(literal.value));
    return uses.map((use) => {
      const title = labelText(t('Find uses of {0}', use.value));
      return new vscode.CodeLens(rangeOf(document, use), { title, ...flagCommand(place, use.value, 'findUses') });
    });
  }

  const environmentsHover = hover(async (place, flag) => environmentsText(place, flag, folders));
  const hintSoon = (document: vscode.TextDocument): void => logFailure(hint(document), services.log);
  const selector = Object.keys(LANGUAGES).map((language) => ({ language }));
  const lenses = { onDidChangeCodeLenses: lensesChanged.event, provideCodeLenses: lensesOf };
  const registered = vscode.Disposable.from(
    folders,
    hints,
    lensesChanged,
    folders.onDidChange(() => {
      for (const { document } of vscode.window.visibleTextEditors) hintSoon(document);
      lensesChanged.fire();
    }),
    workspace.onDidOpenTextDocument(hintSoon),
    workspace.onDidChangeTextDocument(({ document }) => hintSoon(document)),
    workspace.onDidCloseTextDocument(({ uri }) => hints.delete(uri)),
    languages.registerHoverProvider(selector, environmentsHover),
    // This part of the hover is registered last, because the editor shows it at the top. The editor shows each part as it
    // arrives.
    languages.registerHoverProvider(selector, hover(headText)),
    languages.registerDefinitionProvider(selector, { provideDefinition }),
    languages.registerCompletionItemProvider(selector, { provideCompletionItems }, "'", '"', '`'),
    languages.registerCodeLensProvider(selector, lenses),
    languages.registerCodeLensProvider(
      { scheme: textScheme },
      { provideCodeLenses: ({ uri }) => reports.get(uri.toString()) ?? [] },
    ),
  );
  return { folders, reports, dispose: () => void registered.dispose() };
}

/**
 * Returns the flag with this name. Reads a complete list again if it lacks the flag and is older than a minute, because
 * somebody may have created the flag.
 */
async function listedFlag(flags: List<Flag>, name: string, signal: AbortSignal): Promise<Flag | undefined> {
  const known = flags.get(name);
  if (known || !flags.isComplete) return known ?? flags.find(name, { signal });
  await flags.read({ signal, newerThan: systemClock.now() - MAX_AGE });
  return flags.get(name);
}

const rangeOf = (document: vscode.TextDocument, { start, end }: SourceLiteral): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

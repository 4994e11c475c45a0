/** Hover, Go to Definition, completion, hints and lenses for names of flags in code. */
import * as vscode from 'vscode';
import { isCancelled } from '../../api/errors.ts';
import { isUseOf, scanLiterals, type SourceLiteral } from '../../domain/flagUses/sourceLiterals.ts';
import { SYNTAXES } from '../../domain/flagUses/syntax.ts';
import { sleep, within } from '../../time/clock.ts';
import { definitionUri } from '../window/definitionUri.ts';
import { textScheme } from '../window/names.ts';
import { areLensesOn } from '../window/settings.ts';
import { labelText, plainText } from '../words/escape.ts';
import { inSlices } from '../words/inSlices.ts';
import type { CodeContext } from './codeContext.ts';
import type { CodeFolder } from './folders.ts';
import { environmentsText, headText } from './hoverText.ts';
import { findFlag, flagCommand, type UseAt } from './places.ts';
import { reportLenses } from './report.ts';

const { t } = vscode.l10n;

interface Scan {
  readonly version: number;
  readonly folder: CodeFolder;
  readonly found: Promise<readonly SourceLiteral[]>;
}

/** Characters. */
const MAX_DOCUMENT = 1024 * 1024;
/** Milliseconds after the last key stroke. */
const PAUSE = 400;
/** Milliseconds. Completions don't wait longer for the list of flags, which may have many pages. */
const LONGEST_WAIT = 1000;
const MAX_COMPLETIONS = 200;
/** A longer text, or one with blanks, is no name of a flag. */
const NAME = /^\S{1,200}$/;

export function registerProviders({ folders, places, reports, services }: CodeContext): vscode.Disposable {
  const { languages, workspace } = vscode;
  const selector = Object.keys(SYNTAXES).map((language) => ({ language }));
  const hints = languages.createDiagnosticCollection('flagAdmin.unknownFlags');
  const lensesChanged = new vscode.EventEmitter<void>();
  const scans = new WeakMap<vscode.TextDocument, Scan>();

  /** A failure is logged only, because nobody asked for the work. */
  const quietly = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: unknown): undefined => {
      if (!isCancelled(error)) services.log.warn(String(error));
    });

  /** Scans a document in slices, once for each version, or only its part before `end`. A document over 1 MB has no literals. */
  async function scan(
    document: vscode.TextDocument,
    folder: CodeFolder,
    end?: vscode.Position,
  ): Promise<readonly SourceLiteral[]> {
    const { version, languageId } = document;
    const known = scans.get(document);
    if (!end && known?.version === version && known.folder === folder) return known.found;
    const text = document.getText(end && new vscode.Range(new vscode.Position(0, 0), end));
    if (text.length > MAX_DOCUMENT) return [];
    const found = inSlices(scanLiterals(text, { languageId, wrappers: folder.wrappers }));
    if (!end) scans.set(document, { version, folder, found });
    return found;
  }

  async function useAt(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<UseAt | undefined> {
    const folder = folders.of(document.uri);
    const offset = document.offsetAt(position);
    const literals = folder && (await scan(document, folder));
    const literal = literals?.find(({ start, end }) => start <= offset && offset <= end);
    if (!folder || !literal || !isUseOf(literal) || !NAME.test(literal.value)) return undefined;
    return withSignal(token, async (signal) => {
      const place = await places.of(folder, signal);
      const flag = place && (await findFlag(place, literal.value, literal.role === 'flag', signal));
      return flag && { place, flag, range: rangeOf(document, literal) };
    });
  }

  const hover = (textOf: (use: UseAt) => vscode.MarkdownString | Promise<vscode.MarkdownString>): vscode.HoverProvider => ({
    async provideHover(...at) {
      const use = await quietly(useAt(...at));
      return use && new vscode.Hover(await textOf(use), use.range);
    },
  });

  async function definitionAt(...at: Parameters<typeof useAt>): Promise<vscode.Location | undefined> {
    const use = await useAt(...at);
    const [environment] = use?.place.environments ?? [];
    if (!use || !environment) return undefined;
    const uri = definitionUri({ ...use.place.connected, ...use.place, environment, flagName: use.flag.name });
    return new vscode.Location(uri, new vscode.Position(0, 0));
  }

  async function complete(...[document, position, token]: Parameters<typeof useAt>): Promise<vscode.CompletionList | undefined> {
    const folder = folders.of(document.uri);
    const literal = folder && (await scan(document, folder, position)).at(-1);
    if (!folder || !literal?.isOpen || (literal.role !== 'flag' && literal.role !== 'maybeFlag')) return undefined;
    const place = await quietly(withSignal(token, (signal) => places.of(folder, signal)));
    if (place) await within(LONGEST_WAIT, quietly(withSignal(token, (signal) => place.flags.read({ signal }))));
    const names = new Set([...(place?.flags.items ?? []).map(({ name }) => name), ...(place?.pinned ?? [])]);
    const typed = literal.value.toLowerCase();
    const found = [...names].filter((name) => name.toLowerCase().includes(typed)).slice(0, MAX_COMPLETIONS);
    const range = new vscode.Range(document.positionAt(literal.start), position);
    const items = found.map((name) => {
      const label = { label: labelText(name), description: labelText(folder.workspace) };
      const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Reference);
      return Object.assign(item, { insertText: name, filterText: name, range });
    });
    // The editor asks again after the next letter.
    const isWhole = place?.flags.isComplete === true && found.length < MAX_COMPLETIONS;
    return new vscode.CompletionList(items, !isWhole);
  }

  /** Marks names that are no flag. Reads nothing, and marks nothing until a complete list proves that there is no such flag. */
  async function hint(document: vscode.TextDocument): Promise<void> {
    const folder = folders.of(document.uri);
    const { version } = document;
    if (!folder) return;
    const isOutdated = (): boolean => document.isClosed || document.version !== version;
    await sleep(PAUSE);
    if (isOutdated()) return;
    const flags = places.known(folder)?.flags;
    const isProof = flags?.isComplete === true && !flags.hasExpired;
    const literals = isProof ? await scan(document, folder) : [];
    if (isOutdated()) return;
    const unknown = literals.filter(
      ({ role, value, isOpen }) => role === 'flag' && !isOpen && value !== '' && !flags?.get(value),
    );
    const sentence = plainText(t('No flag of this name in {0}', folder.workspace));
    const marks = unknown.map((one) => new vscode.Diagnostic(rangeOf(document, one), sentence, vscode.DiagnosticSeverity.Hint));
    for (const mark of marks) mark.source = 'Flag Admin';
    hints.set(document.uri, marks);
  }

  async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const folder = folders.of(document.uri);
    const place = folder && places.known(folder);
    if (!place || !areLensesOn()) return [];
    const uses = (await scan(document, folder)).filter((literal) => isUseOf(literal) && place.flags.get(literal.value));
    return uses.map((use) => {
      const title = labelText(t('Find uses of {0}', use.value));
      return new vscode.CodeLens(rangeOf(document, use), { title, ...flagCommand(place, use.value, 'findUses') });
    });
  }

  const hintSoon = (document: vscode.TextDocument): void => void quietly(hint(document));
  return vscode.Disposable.from(
    hints,
    lensesChanged,
    places.onDidChange(() => {
      for (const { document } of vscode.window.visibleTextEditors) hintSoon(document);
      lensesChanged.fire();
    }),
    workspace.onDidOpenTextDocument(hintSoon),
    workspace.onDidChangeTextDocument(({ document }) => hintSoon(document)),
    workspace.onDidCloseTextDocument(({ uri }) => hints.delete(uri)),
    languages.registerHoverProvider(
      selector,
      hover((use) => environmentsText(use, places)),
    ),
    // The editor shows the provider that was registered last at the top, and shows each part as it arrives.
    languages.registerHoverProvider(selector, hover(headText)),
    languages.registerDefinitionProvider(selector, { provideDefinition: definitionAt }),
    languages.registerCompletionItemProvider(selector, { provideCompletionItems: complete }, "'", '"', '`'),
    languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: lensesChanged.event, provideCodeLenses: lensesOf }),
    languages.registerCodeLensProvider({ scheme: textScheme }, { provideCodeLenses: ({ uri }) => reportLenses(reports, uri) }),
  );
}

const rangeOf = (document: vscode.TextDocument, { start, end }: SourceLiteral): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => abort.abort());
  return work(abort.signal).finally(() => listener.dispose());
}

/** Copy Diagnostics: versions, settings, connections and the last failures as text, with no secret and no key in it. */
import * as vscode from 'vscode';
import { setValuesOf } from '../settings.ts';
import { tellDone } from '../messages/notifications.ts';
import { connectionLines } from './connectionLines.ts';
import { failureLines } from './failureLines.ts';
import type { DiagnosticsParts } from './index.ts';
import { knownSettings, settingLines } from './settingLines.ts';

/** Proxies that count where no setting names one. */
const ENVIRONMENT = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

/** Puts them into the clipboard and says what is in them; nothing is sent. */
export async function copyDiagnostics(parts: DiagnosticsParts): Promise<void> {
  await vscode.env.clipboard.writeText(diagnosticsText(parts));
  tellDone(
    vscode.l10n.t(
      'The diagnostics are in the clipboard, and were sent nowhere. They hold no API key and no key of a segment, but the names and addresses of your connections: read them before you pass them on.',
    ),
  );
}

/** In English whatever the editor speaks: those who get it may speak another language than the one who sends it. */
function diagnosticsText({ context: { extension }, store, log }: DiagnosticsParts): string {
  const manifest = extension.packageJSON as { version?: unknown; contributes?: { configuration?: unknown } };
  const settings = knownSettings(manifest.contributes?.configuration);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', versionLines(extension, manifest.version)],
    ['Settings that are set', [...settingLines(settings, setValuesOf), ...environmentLines()]],
    ['Connections', connectionLines(store.all(), store.inUse())],
    ['Last failures', failureLines(log.recent())],
  ];
  const blocks = sections.map(([title, lines]) => [`## ${title}`, '', ...listOf(lines)].join('\n'));
  return `${['# Flag Admin diagnostics', ...blocks].join('\n\n')}\n`;
}

const listOf = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['none'] : lines.map((line) => `- ${line.replace(/\s+/g, ' ')}`);

function versionLines({ extensionKind }: vscode.Extension<unknown>, version: unknown): readonly string[] {
  const side = extensionKind === vscode.ExtensionKind.UI ? 'the side of the window' : 'the side of the workspace';
  return [
    `Flag Admin ${String(version)}`,
    `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost}), language ${vscode.env.language}`,
    `runs on ${side}; remote: ${vscode.env.remoteName ?? 'none'}; ${vscode.env.uiKind === vscode.UIKind.Web ? 'in a browser' : 'on the desktop'}`,
    `${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `workspace: ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, folders: ${vscode.workspace.workspaceFolders?.length ?? 0}`,
  ];
}

const environmentLines = (): readonly string[] =>
  ENVIRONMENT.filter((name) => Boolean(process.env[name] ?? process.env[name.toLowerCase()])).map(
    (name) => `environment variable ${name}: set`,
  );

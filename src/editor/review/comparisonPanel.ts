/** The comparison of two definitions of a flag, in the panel of the reviews; nothing is decided here. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/transport.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';
import type { Connected } from '../connected.ts';
import { definitionText } from '../definitionText.ts';
import { comparisonTitle, comparisonView, sideLabels, type Compared } from './comparisonView.ts';
import { showTextDiff } from '../showTextDiff.ts';
import { copyMarkdown } from './copyMarkdown.ts';
import type { ReviewDeps } from './index.ts';
import { showPanel } from './newPanel.ts';
import { startSession } from './panelSession.ts';
import type { Bound, Comparison, Side } from './subject.ts';

const { t } = vscode.l10n;

/** Opens a comparison, or brings it to the front. */
export function openComparison(deps: ReviewDeps, comparison: Comparison): Promise<void> {
  return showPanel(deps, { kind: 'comparison', comparison }, comparisonTitle(comparison), (panel, bound) =>
    attachComparison(deps, panel, comparison, bound),
  );
}

export function attachComparison(deps: ReviewDeps, panel: vscode.WebviewPanel, comparison: Comparison, bound?: Bound): void {
  const read = async (connected: Connected, signal: AbortSignal): Promise<Compared> => {
    const [before, after] = await Promise.all([
      readSide(deps, connected, comparison, comparison.before, { signal }),
      readSide(deps, connected, comparison, comparison.after, { signal }),
    ]);
    return { comparison, connected, before, after };
  };
  startSession<Compared>(deps, panel, { subject: { kind: 'comparison', comparison }, bound }, () => ({
    reading: t('Reading the definitions…'),
    read,
    after: (now) => now,
    page: (now, isStale) => ({ title: comparisonTitle(comparison), view: comparisonView(now, isStale), lists: [] }),
    async isMoved(now, signal) {
      const again = await read(now.connected, signal);
      const isSame = (one: FlagDefinition | undefined, other: FlagDefinition | undefined): boolean =>
        isUnchanged(diffDefinitions(one, other));
      return !isSame(now.before, again.before) || !isSame(now.after, again.after);
    },
    async act(id, now) {
      if (id === 'copyMarkdown') return copyMarkdown(comparisonView(now, false), []);
      if (id !== 'textDiff') return undefined;
      const [one, other] = sideLabels(comparison).map((label) => `${comparison.flagName} – ${label}.yaml`) as [string, string];
      const [before, after] = await Promise.all([definitionText(now.before), definitionText(now.after)]);
      const title = t('{0} (text)', comparisonTitle(comparison));
      await showTextDiff(deps.texts, title, { name: one, text: before }, { name: other, text: after });
    },
    explain: () => undefined,
  }));
}

/** Undefined = there is no definition on this side. */
async function readSide(
  { drafts }: ReviewDeps,
  { client }: Connected,
  { workspace, flagName }: Comparison,
  side: Side,
  options: CallOptions,
): Promise<FlagDefinition | undefined> {
  switch (side.kind) {
    case 'draft':
      return drafts?.read(side.id);
    case 'request':
      return definitionAfter(await client.readChangeRequest(side.id, options), undefined);
    case 'environment':
      try {
        return await client.readDefinition(workspace.id, flagName, side.environment.id, options);
      } catch (error) {
        if (hasStatus(error, 404)) return undefined;
        throw error;
      }
    default:
      return side satisfies never;
  }
}

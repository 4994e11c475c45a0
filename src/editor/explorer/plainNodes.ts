/** Rows that are used on all levels: a fact, an empty list, a failure with its next steps, Load More, and a heading. */
import * as vscode from 'vscode';
import type { TreeNode, ContextValue } from './treeNode.ts';
import type { WorkspaceTarget } from '../window/target.ts';
import { describeFailure } from '../words/failureWords.ts';
import { formatTime } from '../words/requestWords.ts';
import type { Log } from '../window/log.ts';

const { t } = vscode.l10n;

/** Creates a row without children, such as the number of keys in a segment. */
export function createFactNode(text: string, icon = 'info', command?: vscode.Command): TreeNode {
  return {
    contextValue: 'fact',
    toTreeItem() {
      const item = new vscode.TreeItem(text);
      item.iconPath = new vscode.ThemeIcon(icon);
      item.contextValue = 'fact';
      item.accessibilityInformation = { label: text };
      if (command) item.command = command;
      return item;
    },
  };
}

/** Returns the text of a row for screen readers. `parts` must have words for everything that the icon shows. */
export const accessibleLabel = (...parts: readonly (string | false | undefined)[]): { readonly label: string } => ({
  label: parts.filter(Boolean).join(', '),
});

/** A next step for the user, as a row to click. */
export interface RowStep extends vscode.Command {
  readonly icon: string;
}

/**
 * Returns the rows of an empty list: `sentence`, and a row that runs the command `make`. If the connection is read-only, the
 * second row refreshes the view instead.
 */
export function emptyNodes(sentence: string, isReadOnly: boolean, make: RowStep, icon?: string): readonly TreeNode[] {
  const { icon: stepIcon, ...command } = isReadOnly ? refreshStep() : make;
  return [createFactNode(sentence, icon), createFactNode(command.title, stepIcon, command)];
}

const refreshStep = (): RowStep => ({ command: 'flagAdmin.view.refresh', title: t('Refresh'), icon: 'refresh' });

export const submitRequestStep = (): RowStep => ({
  command: 'flagAdmin.changeRequest.submit',
  title: t('Submit Change Request…'),
  icon: 'git-pull-request-create',
});

/** Creates the last row of a list of change requests that the service does not return completely. */
export const createIncompleteNode = (): TreeNode => createFactNode(t('Not all change requests were read'));

/** Creates the last row of a list that has further pages. Clicking it loads the next page. */
export function createLoadMoreNode(loadMore: () => Promise<void>): TreeNode & { readonly loadMore: () => Promise<void> } {
  const label = t('Load more…');
  const node = {
    contextValue: 'loadMore' as const,
    loadMore,
    toTreeItem() {
      const item = new vscode.TreeItem(label);
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = { label };
      item.command = { command: 'flagAdmin.view.loadMore', title: label, arguments: [node] };
      return item;
    },
  };
  return node;
}

export interface ListHeading {
  readonly contextValue: ContextValue;
  readonly label: string;
  readonly icon: string;
  readonly id: string;
  readonly target?: WorkspaceTarget;
}

/** Creates a heading, such as Segments or Flags, whose children are a list. */
export function createGroupNode(group: ListHeading, children: (node: TreeNode) => () => Promise<readonly TreeNode[]>): TreeNode {
  const node: TreeNode = {
    contextValue: group.contextValue,
    ...(group.target && { target: group.target }),
    toTreeItem() {
      const item = new vscode.TreeItem(group.label, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = group.id;
      item.iconPath = new vscode.ThemeIcon(group.icon);
      item.contextValue = group.contextValue;
      item.accessibilityInformation = accessibleLabel(group.label, group.target?.environment?.name);
      return item;
    },
    children: () => load(),
  };
  const load = children(node);
  return node;
}

/** The row of a level that can't be read. `reload` reads the level again. */
interface FailureNode extends TreeNode {
  readonly reload: () => Promise<void>;
}

const reloadStep = (failure: FailureNode): RowStep => ({ ...refreshStep(), title: t('Retry'), arguments: [failure] });

/**
 * Creates a placeholder that the tree replaces by the rows of `staleNodes`. The tree makes the other rows of the level grey,
 * because they show the state at `readOn`.
 */
export const createStaleNode = (error: unknown, readOn: number): TreeNode => ({
  ...createFactNode(''),
  stale: { error, readOn },
});

/** Returns the rows of a level that can't be read and has no old rows. */
export function failureNodes(error: unknown, reload: () => Promise<void>, log: Log): readonly TreeNode[] {
  const { sentence, detail, action } = describeFailure(error);
  log.warn(detail);
  return withSteps(createFailureNode({ label: sentence, state: t('Not loaded') }, reload, action), action);
}

/**
 * Returns the rows that come before the old rows of a level that could not be read again. The label is the time of the old
 * rows, because a narrow view cuts off the end of a row. It is a time and not an age, because the text is not updated.
 * `above` is the time of the nearest level above that could not be read again, either. That level already shows the next
 * steps. So if `above` is given, this level shows only its own time, and only if the two times differ.
 */
export function staleNodes(
  { error, readOn }: NonNullable<TreeNode['stale']>,
  above: number | undefined,
  reload: () => Promise<void>,
  log: Log,
): readonly TreeNode[] {
  const { sentence, detail, action } = describeFailure(error);
  log.warn(detail);
  const time = formatTime(readOn);
  const text = { label: t('As of {0}', time), description: sentence, state: t('Not up to date') };
  const failure = createFailureNode(text, reload, action);
  if (above === undefined) return withSteps(failure, action);
  return formatTime(above) === time ? [] : [failure];
}

function withSteps(failure: FailureNode, action: vscode.Command | undefined): readonly TreeNode[] {
  const again = reloadStep(failure);
  const steps = [createFactNode(again.title, again.icon, again)];
  if (action) steps.unshift(createFactNode(action.title, 'wrench', action));
  return [failure, ...steps];
}

interface FailureText {
  readonly label: string;
  readonly description?: string;
  /** The word that describes the icon to screen readers. */
  readonly state: string;
}

function createFailureNode(
  { label, description, state }: FailureText,
  reload: () => Promise<void>,
  action: vscode.Command | undefined,
): FailureNode {
  const node: FailureNode = {
    contextValue: 'failure',
    reload,
    toTreeItem() {
      const item = new vscode.TreeItem(label);
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
      if (description !== undefined) item.description = description;
      item.tooltip = [label, description].filter(Boolean).join('\n');
      item.contextValue = 'failure';
      item.accessibilityInformation = accessibleLabel(state, label, description);
      item.command = action ?? reloadStep(node);
      return item;
    },
  };
  return node;
}

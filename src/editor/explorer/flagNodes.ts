/** The flags below an environment. If the service can't list flags, these are the flags that change requests name. */
import * as vscode from 'vscode';
import type { Flag, FlagDefinition } from '../../api/model.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import type { ListedDraft, SubmittedRequest } from '../../operations/definitions/drafts/draft.ts';
import { systemClock } from '../../time/clock.ts';
import { definitionUri } from '../window/definitionUri.ts';
import { archivedSentence, archivedWord } from '../words/archivedWords.ts';
import { killedSentence, noDefinitionSentence, statusStyle, submittedWords } from '../words/requestWords.ts';
import type { EnvironmentRef, FlagTarget, RequestTarget, WorkspaceRef, WorkspaceTarget } from '../window/target.ts';
import { emptyNodes, createFactNode, accessibleLabel, createGroupNode } from './plainNodes.ts';
import { grey } from './rowMarks.ts';
import { pagedList } from './pagedList.ts';
import type { ContextValue, TreeContext, TreeNode } from './treeNode.ts';
import { hasStatus } from '../../api/errors.ts';
import type { List } from '../../operations/catalog/catalog.ts';

const { t } = vscode.l10n;

/** The page size of the list of flags. The service returns at most 50 flags at a time (service-beyond.md). */
const FLAG_PAGE = 50;

export function createFlagsNode(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): TreeNode {
  const { connectionId, isReadOnly } = context.connected;
  const id = `${connectionId}/${workspace.id}/${environment.id}/flags`;
  const target: WorkspaceTarget = { kind: 'workspace', workspace, environment };
  return createGroupNode({ contextValue: 'flags', label: t('Flags'), icon: 'flag', id, target }, (node) => {
    const flagStates = createFlagStates(workspace, environment, context);
    const toNode = (flag: Flag): TreeNode =>
      createFlagNode({ flag, workspace, environment, id: `${id}/${flag.name}`, flagStates }, context);
    const list = pagedList({
      list: () => context.catalog.flags(workspace.id),
      page: FLAG_PAGE,
      toNode,
      redraw: () => context.redraw(node),
      // The definitions are read at the same time as the flags, so marking killed flags takes no additional time.
      readRowData: flagStates.readPage,
    });
    return async () => {
      const listed = await list.nodes();
      const canList = !context.catalog.flags(workspace.id).isMissing;
      // Without the right to list change requests, the pinned flags are still shown.
      const reading = canList ? undefined : context.catalog.requests().read({ count: 1 });
      await reading?.catch((error: unknown) => {
        if (!hasStatus(error, 403)) throw error;
      });
      const all = canList ? listed : context.catalog.requestedFlags(workspace.id).map(toNode);
      const nodes = pinnedFirst(all, context.pinned(workspace.id), (name) => toNode({ name }));
      if (!canList) {
        const sentence = t('This service can’t list flags: open one by its name');
        if (nodes.length > 0) return [...nodes, createFactNode(sentence)];
        const open = { command: 'flagAdmin.flag.open', title: t('Open Flag Definition…'), icon: 'go-to-file' };
        return emptyNodes(sentence, false, open);
      }
      const make = { command: 'flagAdmin.flag.create', title: t('Create Flag…'), arguments: [node], icon: 'add' };
      return nodes.length > 0 ? nodes : emptyNodes(t('None'), isReadOnly, make);
    };
  });
}

/** Puts the pinned flags first. Adds those that the list does not contain or has not read yet. */
function pinnedFirst(
  nodes: readonly TreeNode[],
  pinned: readonly string[],
  toNode: (name: string) => TreeNode,
): readonly TreeNode[] {
  const named = (name: string): TreeNode | undefined => nodes.find(({ copyable }) => copyable?.name === name);
  const first = pinned.map((name) => named(name) ?? toNode(name));
  const others = nodes.filter((node) => !first.includes(node));
  // Archived flags come after all other flags, and the row Load More comes last.
  const rank = ({ contextValue }: TreeNode): number =>
    contextValue === 'loadMore' ? 2 : Number(contextValue.includes(' isArchived'));
  return [...first, ...others.toSorted((one, other) => rank(one) - rank(other))];
}

interface FlagRow {
  readonly flag: Flag;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly id: string;
  readonly flagStates: FlagStates;
}

function createFlagNode({ flag, workspace, environment, id, flagStates }: FlagRow, context: TreeContext): TreeNode {
  const target: FlagTarget = { kind: 'flag', workspace, environment, name: flag.name };
  const isPinned = context.pinned(workspace.id).includes(flag.name);
  const place = { ...context.connected, workspace, environment, flagName: flag.name };
  const hasOpenRequest = (): boolean => flagStates.hasOpenRequest(flag.name) ?? context.isCreationRequested(place);
  const isDefined = (): boolean | undefined => flagStates.isDefined(flag.name);
  const isArchivedFlag = isArchived(flag);
  const flagId = typeof flag.id === 'string' ? flag.id : '';
  const state = (): string => [flagStates.isKilled(flag.name), isDefined(), hasOpenRequest()].join();
  const draftNow = (): ListedDraft | undefined => context.drafts.known()?.find(place);
  const submitted = (): SubmittedRequest | undefined => draftNow()?.submitted;
  const node: TreeNode = {
    get contextValue() {
      const isKilled = flagStates.isKilled(flag.name);
      const known = isKilled === undefined ? '' : isKilled ? 'isKilled' : 'isServed';
      const state = isArchivedFlag ? 'isArchived' : isDefined() === false ? 'isUndefined' : known;
      const isUndrafted = context.drafts.known() !== undefined && !draftNow();
      const draft = submitted() ? 'isSubmitted' : isUndrafted ? 'isUndrafted' : '';
      const marks = ['flag', isPinned ? 'isPinned' : 'isUnpinned', state, draft, 'hasName', flagId ? 'hasId' : ''];
      return marks.filter(Boolean).join(' ') as ContextValue;
    },
    target,
    get request(): RequestTarget | undefined {
      const open = submitted();
      return open && { kind: 'changeRequest', id: open.id };
    },
    copyable: { name: flag.name, ...(flagId && { id: flagId }) },
    // The row is redrawn if a draft is found, or a request that adds the definition.
    isAging: true,
    toTreeItem() {
      const item = new vscode.TreeItem(flag.name);
      item.id = id;
      // The address for the file decorations of drafts. Its fragment makes it different from the address of the document.
      // Otherwise, the row would also get the decorations of the open document, such as its number of problems.
      item.resourceUri = definitionUri(place).with({ fragment: 'row' });
      const isKilled = flagStates.isKilled(flag.name) === true;
      const draft = draftNow();
      const isUndefined = isDefined() === false;
      const states = [
        isArchivedFlag ? archivedWord() : '',
        isKilled ? t('killed') : '',
        ...(draft?.submitted
          ? [statusStyle(draft.submitted.status).label]
          : [draft ? t('draft') : '', hasOpenRequest() ? t('request open') : '']),
        isUndefined ? t('not defined here') : '',
      ];
      const type = flag.trafficType?.name ?? '';
      item.description = [...states, type].filter(Boolean).join(' · ');
      item.iconPath = isArchivedFlag
        ? new vscode.ThemeIcon('archive')
        : isKilled
          ? new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('charts.red'))
          : new vscode.ThemeIcon(isPinned ? 'pinned' : 'symbol-boolean');
      // The row of a flag with a draft is not grey, because the file decoration of the draft has its own colour.
      if ((isUndefined || isArchivedFlag) && !draft)
        grey(item, isArchivedFlag ? 'archive' : isPinned ? 'pinned' : 'symbol-boolean');
      const where = environment.isProduction && t('production');
      item.accessibilityInformation = accessibleLabel(flag.name, t('flag'), ...states, where, isPinned && t('pinned'), type);
      item.contextValue = node.contextValue;
      item.command = { command: 'flagAdmin.flag.open', title: t('Open Flag Definition…'), arguments: [node] };
      return item;
    },
    // Reads the definition when the user hovers over the row. If this shows a new state of the flag, the row is redrawn.
    async tooltip() {
      const before = state();
      const definition = await flagStates.read(flag.name);
      if (state() !== before) context.redraw(node);
      const open = submitted();
      return [
        flag.name,
        flag.description ?? '',
        isArchivedFlag ? archivedSentence(flag.name) : '',
        stateSentence(flag.name, definition, environment),
        open ? submittedWords(open.status, open.title) : '',
      ]
        .filter((line) => line !== '')
        .join('\n');
    },
  };
  return node;
}

function stateSentence(flag: string, definition: FlagDefinition | undefined, { name }: EnvironmentRef): string {
  if (!definition) return noDefinitionSentence(flag, name);
  return definition.killed === true
    ? killedSentence(flag, name, definition.defaultTreatment ?? undefined)
    : t('Served in {0}', name);
}

export interface FlagStates {
  /**
   * Reads the definitions for the page of flags that begins at index `first`. Never rejects, because the rows can be shown
   * without the state that the definitions contain.
   */
  readPage(this: void, first: number): Promise<void>;
  /**
   * Reads the definition of one flag. Undefined if the flag has none in this environment. Rejects with the errors of the
   * client.
   */
  read(name: string): Promise<FlagDefinition | undefined>;
  /** True if the flag is killed in this environment. Undefined if that is not known, or if there is no definition. */
  isKilled(name: string): boolean | undefined;
  /**
   * True if the flag has a definition in this environment. False after a 404, or if the complete list of definitions does not
   * contain it. Undefined if that is not known.
   */
  isDefined(name: string): boolean | undefined;
  /** True if a change request is open on the flag. Undefined if that is not known, or if there is no definition. */
  hasOpenRequest(name: string): boolean | undefined;
}

function createFlagStates(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): FlagStates {
  const { client } = context.connected;
  const listed = (): List<FlagDefinition> => context.catalog.definitions(workspace.id, environment.id);
  const known = new Map<string, { readonly isKilled: boolean; readonly hasOpenRequest: boolean }>();
  /** The flags for which `read` found no definition in this environment. */
  const absent = new Set<string>();
  let isRead = false;
  const rememberDefinition = (definition: FlagDefinition): void => {
    const { name, killed, openChangeRequestId } = definition;
    absent.delete(name);
    known.set(name, { isKilled: killed === true, hasOpenRequest: Boolean(openChangeRequestId) });
    if (openChangeRequestId) context.rememberEnvironment(openChangeRequestId, environment);
  };
  return {
    async readPage(first) {
      if (first === 0) {
        known.clear();
        absent.clear();
      }
      const reading = listed().read({ count: first + FLAG_PAGE, newerThan: first === 0 ? systemClock.now() : 0 });
      isRead = await reading.then(
        () => true,
        () => false,
      );
      if (!isRead) return;
      // Keeps a definition that is already known, because `read` might have read it later.
      for (const definition of listed().items) if (!known.has(definition.name)) rememberDefinition(definition);
    },
    async read(name) {
      try {
        const definition = await client.readDefinition(workspace.id, name, environment.id);
        rememberDefinition(definition);
        return definition;
      } catch (error) {
        if (hasStatus(error, 404)) {
          known.delete(name);
          absent.add(name);
          return undefined;
        }
        throw error;
      }
    },
    isKilled: (name) => known.get(name)?.isKilled,
    isDefined(name) {
      if (known.has(name)) return true;
      if (absent.has(name)) return false;
      // The lists of flags and of definitions may be in different orders, so a part of the definitions proves nothing.
      if (!isRead || !listed().isComplete) return undefined;
      return listed().get(name) !== undefined;
    },
    hasOpenRequest: (name) => known.get(name)?.hasOpenRequest,
  };
}

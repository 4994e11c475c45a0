/** What every node of the tree is, and what its nodes are made with. */
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import type { Connected } from '../window/connected.ts';
import type { Drafts } from '../window/drafts.ts';
import type { EnvironmentRef, RequestTarget, Target } from '../window/target.ts';
import type { Catalog } from '../../operations/catalog/catalog.ts';
import type { KnownEnvironment } from '../../operations/learned/environments.ts';

export interface TreeNode {
  readonly contextValue: ContextValue;
  toTreeItem(): vscode.TreeItem;
  /** Loads the level below. Throws as the client does; the tree shows that as a failure node. */
  children?(): Promise<readonly TreeNode[]>;
  /** Its row says what time or a later reading changes: it is drawn again now and then, which asks the service for nothing. */
  readonly isAging?: true;
  /** For a row with an age: what changes with time or a later reading, in fewer words than the row. */
  state?(): string;
  /** The level could not be read again: the tree shows this as a failure, and the rows beside it in grey. */
  readonly stale?: { readonly error: unknown; readonly readAt: number };
  /** Loads what only the tooltip shows. */
  tooltip?(): Promise<string>;
  /** What a command is about that is called with this node. */
  readonly target?: Target;
  /** The change request that is open on what the node stands for. */
  readonly request?: RequestTarget | undefined;
  readonly copyable?: { readonly name?: string; readonly id?: string };
}

/** What the nodes of one refresh share. */
export interface TreeContext {
  readonly connected: Connected;
  readonly catalog: Catalog;
  /** In which environment a request is open: what is read of an object says it. */
  readonly rememberEnvironment: (requestId: string, environment: EnvironmentRef) => void;
  /** Where a request is, as far as is known, without asking the service. */
  readonly placeOf: (request: ChangeRequest) => KnownEnvironment | undefined;
  /** Whether a request is open on a flag whose definition does not say it: as far as is known, without asking the service. */
  readonly isRequested: (place: DraftPlace) => boolean;
  readonly drafts: Pick<Drafts, 'known'>;
  /** The segments that keys were uploaded to or removed from on this machine, as `environmentId/name`. */
  readonly changedSegments: () => Promise<ReadonlySet<string>>;
  /** Names of the flags that are pinned in a workspace. */
  readonly pinned: (workspaceId: string) => readonly string[];
  /** Shows a node and what is below it again. */
  readonly redraw: (node: TreeNode) => void;
}

/** The page size of every list in the tree (admin-api.md, Limits: up to 200). */
export const PAGE = 200;

/**
 * The context value of every kind of node: words that the `when` clauses of menus look for. test/manifest.test.ts
 * evaluates each clause for each of them.
 */
export const contextValues = [
  'workspace hasName hasId',
  'environment hasName hasId',
  'environment production hasName hasId',
  'segments',
  // What is known of one here: '' = nothing yet, so everything may apply. isUntouched = no keys were uploaded or removed from here.
  ...(['', ' isActive', ' isInactive'] as const).flatMap((state) =>
    (['', ' isUntouched'] as const).map((history) => `segment${state}${history} hasName` as const),
  ),
  'flags',
  ...([' isUnpinned', ' isPinned'] as const).flatMap((pin) =>
    (['', ' isKilled', ' isServed', ' isUndefined', ' isArchived'] as const).flatMap((state) =>
      // isUndrafted = there is no draft of it.
      (['', ' isSubmitted', ' isUndrafted'] as const).map((draft) => `flag${pin}${state}${draft} hasName` as const),
    ),
  ),
  'changeRequests',
  'changeRequest isOpen hasName hasId',
  'changeRequest isPublished hasName hasId',
  'changeRequest hasName hasId',
  'requestGroup',
  'fact',
  'failure',
  'loadMore',
] as const;
export type ContextValue = (typeof contextValues)[number];

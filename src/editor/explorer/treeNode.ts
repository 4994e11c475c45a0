/** The type of all nodes of the trees, and the data from which they are created. */
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import type { Connected } from '../window/connected.ts';
import type { Drafts } from '../window/drafts.ts';
import type { EnvironmentRef, RequestTarget, Target } from '../window/target.ts';
import type { Catalog } from '../../operations/catalog/catalog.ts';

export interface TreeNode {
  readonly contextValue: ContextValue;
  toTreeItem(): vscode.TreeItem;
  /** Reads the children. Throws the errors of the client. The tree then shows a failure. */
  children?(): Promise<readonly TreeNode[]>;
  /**
   * True if the text of the row can change without a refresh, for example an age. The tree then redraws the row if necessary.
   */
  readonly isAging?: true;
  /** Returns the changing part of the row as a short text. The tree compares it to find out whether to redraw the row. */
  state?(): string;
  /**
   * Set if the level could not be read again. The tree then shows a failure instead of this node, and makes the other rows of
   * the level grey.
   */
  readonly stale?: { readonly error: unknown; readonly readOn: number };
  /** Returns the text of the tooltip. Called when the user hovers over the row. */
  tooltip?(): Promise<string>;
  /** The object that a command on this row is about. */
  readonly target?: Target;
  /** The change request that is open on the object of the row. */
  readonly request?: RequestTarget | undefined;
  readonly copyable?: { readonly name?: string; readonly id?: string };
}

/** The data that all nodes share until the tree is read again. */
export interface TreeContext {
  readonly connected: Connected;
  readonly catalog: Catalog;
  /**
   * Stores the environment of an open request. Called when an object names the request that is open on it, because the
   * environment of the object is known.
   */
  readonly rememberEnvironment: (requestId: string, environment: EnvironmentRef) => void;
  /** Returns the environment of a request. Undefined if it is not known. Makes no calls. */
  readonly placeOf: (request: ChangeRequest) => EnvironmentRef | undefined;
  /**
   * True if a change request that adds the definition of the flag is known to be open. Makes no calls. For a flag with a
   * definition, this is not needed: the definition names the open request.
   */
  readonly isCreationRequested: (place: DraftPlace) => boolean;
  readonly drafts: Pick<Drafts, 'known'>;
  /** Returns the segments whose keys were changed from this computer, as `environmentId/name`. */
  readonly changedSegments: () => Promise<ReadonlySet<string>>;
  /** Returns the names of the flags that the user has pinned in a workspace. */
  readonly pinned: (workspaceId: string) => readonly string[];
  /** Draws a node and its children anew. */
  readonly redraw: (node: TreeNode) => void;
}

/** The page size of the lists of workspaces and segments (admin-api.md, Limits: up to 200). */
export const PAGE = 200;

/**
 * All context values that rows can have. The `when` clauses of menus test which words a value contains. test/manifest.test.ts
 * tests each clause with each of these values.
 */
export const contextValues = [
  'workspace hasName hasId',
  'environment hasName hasId',
  'environment production hasName hasId',
  'segments',
  // The state of a segment in its environment. '': the state is not known, and every command is offered. isUntouched: its keys
  // were never changed from this computer.
  ...(['', ' isActive', ' isInactive'] as const).flatMap((state) =>
    (['', ' isUntouched'] as const).map((history) => `segment${state}${history} hasName` as const),
  ),
  'flags',
  ...([' isUnpinned', ' isPinned'] as const).flatMap((pin) =>
    (['', ' isKilled', ' isServed', ' isUndefined', ' isArchived'] as const).flatMap((state) =>
      // isUndrafted: the flag has no draft. isSubmitted: its draft was submitted as a change request.
      (['', ' isSubmitted', ' isUndrafted'] as const).flatMap((draft) =>
        (['', ' hasId'] as const).map((id) => `flag${pin}${state}${draft} hasName${id}` as const),
      ),
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

/** The parts that all nodes of the tree have, and the data that they are created from. */
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
  /** Loads the level below. Throws the errors of the client, which the tree shows as a failure node. */
  children?(): Promise<readonly TreeNode[]>;
  /** True if time or a later reading changes the text of the row. The tree then redraws the row now and then, without calls. */
  readonly isAging?: true;
  /** For a row with an age: the part that changes with time or a later reading, as a short text. */
  state?(): string;
  /**
   * Set if the level could not be read again. The tree then shows a failure instead of this node, and the other rows of the
   * level in grey.
   */
  readonly stale?: { readonly error: unknown; readonly readOn: number };
  /** Loads the tooltip. */
  tooltip?(): Promise<string>;
  /** The subject of a command on this node. */
  readonly target?: Target;
  /** The change request that is open on the object of the node. */
  readonly request?: RequestTarget | undefined;
  readonly copyable?: { readonly name?: string; readonly id?: string };
}

/** The data that the nodes of one refresh share. */
export interface TreeContext {
  readonly connected: Connected;
  readonly catalog: Catalog;
  /** Records the environment of an open request. The data of the request's object shows this environment. */
  readonly rememberEnvironment: (requestId: string, environment: EnvironmentRef) => void;
  /** Returns the environment of a request if it is known. Makes no calls. */
  readonly placeOf: (request: ChangeRequest) => EnvironmentRef | undefined;
  /**
   * True if a change request is known to be open on a flag without a definition. If there were a definition, its data would
   * name the request. Makes no calls.
   */
  readonly isRequested: (place: DraftPlace) => boolean;
  readonly drafts: Pick<Drafts, 'known'>;
  /** The segments whose keys were changed from this machine, as `environmentId/name`. */
  readonly changedSegments: () => Promise<ReadonlySet<string>>;
  /** Names of the flags that are pinned in a workspace. */
  readonly pinned: (workspaceId: string) => readonly string[];
  /** Shows a node and its children again. */
  readonly redraw: (node: TreeNode) => void;
}

/** The page size of every list in the tree (admin-api.md, Limits: up to 200). */
export const PAGE = 200;

/**
 * The context value of every kind of node. The `when` clauses of menus test which words a value contains. test/manifest.test.ts
 * evaluates each clause for each value.
 */
export const contextValues = [
  'workspace hasName hasId',
  'environment hasName hasId',
  'environment production hasName hasId',
  'segments',
  // The known state of a segment in its environment: '' = not known yet, so every command may apply. isUntouched = no keys were
  // uploaded or removed from this machine.
  ...(['', ' isActive', ' isInactive'] as const).flatMap((state) =>
    (['', ' isUntouched'] as const).map((history) => `segment${state}${history} hasName` as const),
  ),
  'flags',
  ...([' isUnpinned', ' isPinned'] as const).flatMap((pin) =>
    (['', ' isKilled', ' isServed', ' isUndefined', ' isArchived'] as const).flatMap((state) =>
      // isUndrafted = the flag has no draft.
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

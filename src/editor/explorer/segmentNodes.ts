/** The segments of an environment. The number of keys is read only when the user hovers over a segment or expands it. */
import * as vscode from 'vscode';
import type { List } from '../../operations/catalog/catalog.ts';
import { hasStatus } from '../../api/errors.ts';
import type { Segment, SegmentKeys } from '../../api/model.ts';
import { systemClock } from '../../time/clock.ts';
import { keysWords } from '../words/requestWords.ts';
import type { EnvironmentRef, SegmentTarget, WorkspaceRef } from '../window/target.ts';
import { emptyNodes, createFactNode, accessibleLabel, createGroupNode } from './plainNodes.ts';
import { grey } from './rowMarks.ts';
import { MAX_AGE, pagedList } from './pagedList.ts';
import { PAGE, type TreeContext, type TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export function createSegmentsNode(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): TreeNode {
  const { connectionId, isReadOnly } = context.connected;
  const id = `${connectionId}/${workspace.id}/${environment.id}/segments`;
  const group = { contextValue: 'segments', label: t('Segments'), icon: 'organization', id } as const;
  return createGroupNode({ ...group, target: { kind: 'workspace', workspace, environment } }, (node) => {
    const active = createActiveSegments(() => context.catalog.activeSegments(workspace.id, environment.id));
    let isUntouched: (name: string) => boolean = () => false;
    const list = pagedList({
      list: () => context.catalog.segments(workspace.id),
      page: PAGE,
      toNode: (segment) =>
        createSegmentNode(
          segment,
          { workspace, environment, active, isUntouched: isUntouched(segment.name) },
          `${id}/${segment.name}`,
          context,
        ),
      redraw: () => context.redraw(node),
      // The active segments are read at the same time as the page, so finding the grey rows takes no additional time.
      async readRowData(first) {
        const [changed] = await Promise.all([context.changedSegments().catch(() => undefined), active.read(first)]);
        isUntouched = (name) => changed !== undefined && !changed.has(`${environment.id}/${name}`);
      },
    });
    return async () => {
      const nodes = await list.nodes();
      const make = { command: 'flagAdmin.segment.create', title: t('Create Segment…'), arguments: [node], icon: 'add' };
      return nodes.length > 0 ? nodes : emptyNodes(t('None'), isReadOnly, make);
    };
  });
}

interface SegmentRow {
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly active: ActiveSegments;
  readonly isUntouched: boolean;
}

function createSegmentNode(
  segment: Segment,
  { active, isUntouched, ...place }: SegmentRow,
  id: string,
  { connected, rememberEnvironment, redraw }: TreeContext,
): TreeNode {
  const target: SegmentTarget = { kind: 'segment', ...place, name: segment.name, trafficType: segment.trafficType?.name ?? '' };
  async function read(): Promise<SegmentKeys | undefined> {
    try {
      const contents = await connected.client.readKeys(place.environment.id, segment.name, { offset: 0, limit: 1 });
      if (contents.openChangeRequestId) rememberEnvironment(contents.openChangeRequestId, place.environment);
      remember(true);
      return contents;
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      remember(false);
      return undefined;
    }
  }
  function remember(wasFound: boolean): void {
    const before = active.isActive(segment.name);
    active.remember(segment.name, wasFound);
    // A click on a row is lost while it is redrawn, so the row is redrawn only if it looks different.
    if ((active.isActive(segment.name) ?? true) !== (before ?? true)) redraw(node);
  }
  const node: TreeNode = {
    get contextValue() {
      const isActive = active.isActive(segment.name);
      const state = isActive === undefined ? '' : isActive ? ' isActive' : ' isInactive';
      return `segment${state}${isUntouched ? ' isUntouched' : ''} hasName` as const;
    },
    target,
    copyable: { name: segment.name },
    toTreeItem() {
      const item = new vscode.TreeItem(segment.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = id;
      const isInactive = active.isActive(segment.name) === false;
      const state = isInactive ? t('not active here') : '';
      item.description = [state, target.trafficType].filter(Boolean).join(' · ');
      item.iconPath = new vscode.ThemeIcon('list-unordered');
      if (isInactive) grey(item, 'list-unordered');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = accessibleLabel(segment.name, t('segment'), state, target.trafficType);
      return item;
    },
    async tooltip() {
      const contents = await read();
      return [segment.name, segment.description ?? '', keysSentence(contents, active.isActive(segment.name))]
        .filter((line) => line !== '')
        .join('\n');
    },
    async children() {
      const contents = await read();
      const showKeys = { command: 'flagAdmin.segment.showKeys', title: t('Show Keys'), arguments: [node] };
      const sentence = keysSentence(contents, active.isActive(segment.name));
      const facts = [createFactNode(sentence, contents ? 'key' : 'circle-slash', contents ? showKeys : undefined)];
      if (segment.description) facts.push(createFactNode(segment.description, 'note'));
      if (contents?.openChangeRequestId) {
        const review = {
          command: 'flagAdmin.changeRequest.open',
          title: t('Review Change Request…'),
          arguments: [contents.openChangeRequestId],
        };
        facts.push(createFactNode(t('Review the open change request of this segment'), 'git-pull-request', review));
      }
      return facts;
    },
  };
  return node;
}

interface ActiveSegments {
  /**
   * Reads the page of active segments for the segments from index `first` on. Never rejects: if the page can't be read, no
   * row is grey.
   */
  read(first: number): Promise<void>;
  /**
   * Stores whether the service found the segment. `wasFound` is false after a 404, which doesn't prove that the segment is not
   * active.
   */
  remember(name: string, wasFound: boolean): void;
  /**
   * False if the environment's complete list does not contain the segment. Undefined if it is not known whether the segment is
   * active.
   */
  isActive(name: string): boolean | undefined;
}

function createActiveSegments(list: () => List<unknown>): ActiveSegments {
  /** By segment name: true if the service has found the segment in the environment, false after a 404. */
  const found = new Map<string, boolean>();
  return {
    async read(first) {
      if (first === 0) found.clear();
      const count = first === 0 ? 1 : list().items.length + 1;
      await list()
        .read({ count, newerThan: first === 0 ? systemClock.now() - MAX_AGE : 0 })
        .catch(() => undefined);
    },
    remember: (name, wasFound) => void found.set(name, wasFound),
    isActive: (name) => {
      const wasFound = found.get(name);
      if (wasFound) return true;
      if (list().get(name)) return wasFound === false ? undefined : true;
      return list().isComplete ? false : undefined;
    },
  };
}

function keysSentence(contents: SegmentKeys | undefined, isActive: boolean | undefined): string {
  if (contents) return keysWords(contents.count);
  return isActive === false ? t('not active here') : t('not active in this environment, or not visible to this API key');
}

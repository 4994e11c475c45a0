/** What a work did, as plain data that can be shown and saved: no keys, no secrets. */
import type { KeyOperation } from '../../domain/keys/keyPlan.ts';
import { keysDone, keysUnconfirmed, type KeyPart, type KeyWork, type LeftOut, type PartState } from './keyWork.ts';

export interface KeyReceipt {
  readonly id: string;
  readonly kind: KeyWork['kind'];
  readonly state: KeyWork['state'];
  readonly way: KeyWork['way'];
  readonly workspace: string;
  readonly environment: string;
  readonly isProduction: boolean;
  readonly segment: string;
  readonly trafficType: string;
  readonly origin: string;
  readonly connection: string;
  /** The names of the API keys, in the order in which they were first used. */
  readonly apiKeys: readonly string[];
  readonly source: string;
  /** What stood in the source and was not sent. Undefined = it is not known, or of an undo, which has its keys from a work. */
  readonly leftOut: LeftOut | undefined;
  readonly title: string;
  readonly comment: string;
  /** The service kept none with what was uploaded. */
  readonly isCommentLost: boolean;
  readonly keys: {
    readonly all: number;
    /** Confirmed by the service. */
    readonly added: number;
    readonly removed: number;
    /** On their way when it ended. */
    readonly unconfirmed: number;
    readonly left: number;
    /** In the segment, by the service's count; undefined = it did not say. */
    readonly before: number | undefined;
    readonly after: number | undefined;
    readonly hash: string;
  };
  readonly parts: readonly {
    readonly operation: KeyOperation;
    /** From 1. */
    readonly firstKey: number;
    readonly keys: number;
    readonly state: PartState;
    readonly requestId: string | undefined;
    /** Undefined = nothing went. */
    readonly apiKey: string | undefined;
  }[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

export function receiptOf(work: KeyWork): KeyReceipt {
  const { target, connection, source, parts } = work;
  const done = (operation: KeyOperation): number => keysDone({ parts: parts.filter((part) => part.operation === operation) });
  const unconfirmed = keysUnconfirmed(work);
  const keyOf = ({ state, keyName }: KeyPart): string | undefined => (state === 'waiting' ? undefined : keyName);
  const apiKeys = [...new Set(parts.flatMap((part) => keyOf(part) ?? []))];
  return {
    id: work.id,
    kind: work.kind,
    state: work.state,
    way: work.way,
    workspace: target.workspace.name,
    environment: target.environment.name,
    isProduction: target.environment.isProduction,
    segment: target.name,
    trafficType: target.trafficType,
    origin: connection.origin,
    connection: connection.name,
    apiKeys: apiKeys.length > 0 ? apiKeys : [connection.keyName],
    source: source.description,
    leftOut: work.kind === 'undo' ? undefined : source.leftOut,
    title: work.title,
    comment: work.comment,
    isCommentLost: work.isCommentLost === true,
    keys: {
      all: work.keyCount,
      added: done('add'),
      removed: done('remove'),
      unconfirmed,
      left: work.keyCount - keysDone(work) - unconfirmed,
      before: work.held?.count,
      after: work.countAfter,
      hash: work.keysHash,
    },
    parts: parts.map((part) => ({
      operation: part.operation,
      firstKey: part.start + 1,
      keys: part.count,
      state: part.state,
      requestId: part.requestId,
      apiKey: keyOf(part),
    })),
    startedAt: work.startedAt,
    endedAt: work.endedAt,
  };
}

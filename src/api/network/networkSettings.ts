/** The settings of a client. */
import type { Clock } from '../../time/clock.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Authentication } from './apiKey.ts';
import type { CallLog } from './callOptions.ts';
import type { Gate, VisibleWait } from './gate.ts';
import type { NetworkSettings } from './proxy.ts';

export interface ConnectionSettings {
  /** As checkBaseUrl returns it; may contain a path prefix. `/internal/api/v2` is added to it. */
  readonly baseUrl: string;
  readonly vocabulary: Vocabulary;
  readonly apiKey: string;
  /** Default: `bearer`. */
  readonly authentication?: Authentication | undefined;
  /** Milliseconds for each attempt, from connecting to the last byte. Default: 30,000. */
  readonly deadlineMilliseconds?: number;
  /** Proxy and certificates. Default: no proxy, certificates verified. */
  readonly network?: NetworkSettings;
  readonly onCall?: (call: CallLog) => void;
  /** The gate that all clients of an origin share. Default: the client creates its own gate. */
  readonly gate?: Gate;
  /** Called while calls wait. Used only if the client has its own gate. */
  readonly onWait?: (wait: VisibleWait) => void;
  readonly clock?: Clock;
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly random?: () => number;
}

/** Without an API key, only the address can be tested. */
export type TransportSettings = Omit<ConnectionSettings, 'apiKey'> & { readonly apiKey: string | undefined };

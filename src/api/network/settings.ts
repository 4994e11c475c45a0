/** What a client is made with. */
import type { Clock } from '../../time/clock.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Authentication } from './apiKey.ts';
import type { CallLog } from './callOptions.ts';
import type { Gate, VisibleWait } from './gate.ts';
import type { NetworkSettings } from './proxy.ts';

export interface ConnectionSettings {
  /** As checkBaseUrl gives it; may carry a path prefix. `/internal/api/v2` follows. */
  readonly baseUrl: string;
  readonly vocabulary: Vocabulary;
  readonly apiKey: string;
  /** Default: `bearer`. */
  readonly authentication?: Authentication | undefined;
  /** For each attempt, from connecting to the last byte. Default 30,000. */
  readonly deadlineMilliseconds?: number;
  /** Proxy and certificates. Default: no proxy, certificates verified. */
  readonly network?: NetworkSettings;
  readonly onCall?: (call: CallLog) => void;
  /** What all clients of an origin share. Default: a gate of its own. */
  readonly gate?: Gate;
  /** For a gate of its own. */
  readonly onWait?: (wait: VisibleWait) => void;
  readonly clock?: Clock;
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number;
}

/** Without an API key nothing but the address is tried. */
export type TransportSettings = Omit<ConnectionSettings, 'apiKey'> & { readonly apiKey: string | undefined };

/**
 * Reads one value of a key or of an attribute in the way that each kind of matcher needs. A property is undefined if the value
 * can't be read that way. The value then meets no matcher of that kind.
 */
import type { AttributeValue } from './audienceChange.ts';
import { readVersion, type SemanticVersion } from './versions.ts';

const MINUTE = 60_000;

export class ValueReading {
  /** Undefined: the key does not have the attribute. */
  readonly value: AttributeValue | undefined;
  #version: SemanticVersion | 'none' | undefined;

  constructor(value: AttributeValue | undefined) {
    this.value = value;
  }

  /** An empty text counts as missing. */
  get text(): string | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    return (isTyped(value) ? value.typed : String(value)) || undefined;
  }

  get number(): number | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    const isBlank = isTyped(value) && value.typed.trim() === '';
    const number = isBlank ? NaN : Number(isTyped(value) ? value.typed : value);
    return Number.isNaN(number) ? undefined : number;
  }

  /** The start of the minute in epoch milliseconds, because matchers ignore seconds. */
  get minute(): number | undefined {
    const { value, number } = this;
    const time = number ?? (value !== undefined && isTyped(value) ? typedTime(value.typed) : undefined);
    return time === undefined ? undefined : startOfMinute(time);
  }

  get boolean(): boolean | undefined {
    const { value } = this;
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' ? value : value !== undefined && isTyped(value) ? value.typed.trim() : '';
    return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
  }

  /** The distinct items of a set. An empty set counts as missing. */
  get items(): ReadonlySet<string> | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    const items = isTyped(value) ? value.typed.split(',').flatMap((item) => item.trim() || []) : value;
    return Array.isArray(items) && items.length > 0 ? new Set(items as readonly string[]) : undefined;
  }

  get version(): SemanticVersion | undefined {
    const { text, value } = this;
    this.#version ??= readVersion((value !== undefined && isTyped(value) ? text?.trim() : text) ?? '') ?? 'none';
    return this.#version === 'none' ? undefined : this.#version;
  }
}

const isTyped = (value: AttributeValue): value is { readonly typed: string } => typeof value === 'object' && 'typed' in value;

/** Returns NaN for a time outside the valid range of dates. */
export const startOfMinute = (time: number): number => new Date(time).setUTCSeconds(0, 0);
export const startOfDay = (time: number): number => new Date(time).setUTCHours(0, 0, 0, 0);
export const minuteAfter = (time: number): number => startOfMinute(time) + MINUTE;
export const dayAfter = (time: number): number => startOfDay(time) + 1440 * MINUTE;

/** Reads `2026-10-01`, `2026-10-01 14:30` or ISO 8601. A time without a time zone is in UTC, not in local time. */
function typedTime(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:\d\d)?$/i.exec(text.trim());
  const [, day, time = '00:00', zone = 'Z'] = match ?? [];
  const parsed = day === undefined ? NaN : Date.parse(`${day}T${time}${zone.toUpperCase() === 'UTC' ? 'Z' : zone.toUpperCase()}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

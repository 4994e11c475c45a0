import type { ChangeRequest } from '../../api/model.ts';

/**
 * The environment that a change request itself names, or undefined. The API document does not promise this field. The live
 * service sends it with flags and with some segments.
 */
export function namedEnvironment(request: Partial<ChangeRequest>): { readonly id: string; readonly name: string } | undefined {
  const { flag, segment } = request;
  const other = [request['ruleBasedSegment'], request['largeSegment']].find(Boolean) as ChangeRequest['segment'];
  const environment: unknown = flag?.environment ?? segment?.['environment'] ?? other?.['environment'];
  if (typeof environment !== 'object' || environment === null) return undefined;
  const { id, name } = environment as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

/**
 * What a panel shows, as the page stores it for a reload: ids and names, no secret. The state from the page is parsed like any
 * message, because the page could be compromised.
 */
import * as z from 'zod/mini';

const text = z.string();
const Named = z.object({ id: text, name: text });
/** An environment is treated as production unless the stored state says that it is not. */
const Environment = z.pipe(
  z.object({ ...Named.shape, isProduction: z.optional(z.unknown()) }),
  z.transform(({ isProduction, ...named }) => ({ ...named, isProduction: isProduction !== false })),
);

/**
 * One side of a comparison: where its definition is read from. `request` = the definition that a change request asks for; `draft` =
 * a draft of this window.
 */
const Side = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('environment'), environment: Environment }),
  z.object({ kind: z.enum(['request', 'draft']), id: text, label: text }),
]);
export type Side = Readonly<z.infer<typeof Side>>;

const Comparison = z.object({ workspace: Named, flagName: text, before: Side, after: Side });
export type Comparison = Readonly<z.infer<typeof Comparison>>;

const PanelSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: text }),
  z.object({ kind: z.literal('comparison'), comparison: Comparison }),
]);
export type PanelSubject = Readonly<z.infer<typeof PanelSubject>>;

/** The connection that a panel was opened with. It never changes. */
const Bound = z.object({ connectionId: text, connectionName: text });
export type Bound = Readonly<z.infer<typeof Bound>>;

export interface Saved {
  readonly subject: PanelSubject;
  /** Undefined = nothing was read yet, or the value is damaged. The panel then reads with the connection in use. */
  readonly bound: Bound | undefined;
  /** True if the user keeps the panel open, so that it never shows a different request. */
  readonly isKept?: boolean | undefined;
}

const SavedText = z.object({ subject: PanelSubject, bound: z.optional(z.unknown()), isKept: z.optional(z.unknown()) });
const PageState = z.object({ view: z.object({ restore: text }) });

/** Returns an id that is equal for equal subjects. */
export function subjectId(subject: PanelSubject): string {
  if (subject.kind === 'request') return subject.id;
  const { workspace, flagName, before, after } = subject.comparison;
  return JSON.stringify([workspace.id, flagName, sideId(before), sideId(after)]);
}

const sideId = (side: Side): readonly string[] => [side.kind, side.kind === 'environment' ? side.environment.id : side.id];

/**
 * Returns a key that is equal for two panels with the same content and connection. The connection is part of the key, because
 * another service may have an object with the same id.
 */
export const panelKey = (subject: PanelSubject, bound: Bound | undefined): string =>
  JSON.stringify([bound?.connectionId, subjectId(subject)]);

export const restoreText = (subject: PanelSubject, bound: Bound, isKept = false): string =>
  JSON.stringify({ subject, bound, ...(isKept && { isKept }) } satisfies Saved);

/** Reads the saved state of a page. Undefined if this extension can't have written it. */
export function savedIn(state: unknown): Saved | undefined {
  try {
    const { subject, bound, isKept } = SavedText.parse(JSON.parse(PageState.parse(state).view.restore));
    return { subject, bound: Bound.safeParse(bound).data, ...(isKept === true && { isKept }) };
  } catch {
    return undefined;
  }
}

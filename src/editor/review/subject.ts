/**
 * The state that a page stores for a reload: what its panel shows and through which connection. It contains ids and names, but
 * no secrets. It is parsed like a message of the page, because the page could be compromised.
 */
import * as z from 'zod/mini';

const text = z.string();
const Named = z.object({ id: text, name: text });
/** An environment in the stored state. It is treated as production unless the state says that it is not. */
const Environment = z.pipe(
  z.object({ ...Named.shape, isProduction: z.optional(z.unknown()) }),
  z.transform(({ isProduction, ...named }) => ({ ...named, isProduction: isProduction !== false })),
);

/** One side of a comparison: an environment, a change request (`request`) or a draft of this window (`draft`). */
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

/** The connection with which a panel was opened. It never changes. */
const PanelConnection = z.object({ connectionId: text, connectionName: text });
export type PanelConnection = Readonly<z.infer<typeof PanelConnection>>;

export interface SavedPanel {
  readonly subject: PanelSubject;
  /**
   * The connection with which the panel was opened. Undefined if the panel has not read anything yet, or if the stored value is
   * damaged. The panel then reads through the connection in use.
   */
  readonly bound: PanelConnection | undefined;
  /** True if the user keeps the panel open. It then never shows a different request. */
  readonly isKept?: boolean | undefined;
}

const SavedText = z.object({ subject: PanelSubject, bound: z.optional(z.unknown()), isKept: z.optional(z.unknown()) });
const PageState = z.object({ restore: text });

/** Returns an id for a review or comparison. Equal reviews or comparisons have equal ids. */
export function subjectId(subject: PanelSubject): string {
  if (subject.kind === 'request') return subject.id;
  const { workspace, flagName, before, after } = subject.comparison;
  return JSON.stringify([workspace.id, flagName, sideId(before), sideId(after)]);
}

const sideId = (side: Side): readonly string[] => [side.kind, side.kind === 'environment' ? side.environment.id : side.id];

/**
 * Returns an id for the content of a panel. The id contains the connection, because another service can have an object with the
 * same id.
 */
export const panelKey = (subject: PanelSubject, bound: PanelConnection | undefined): string =>
  JSON.stringify([bound?.connectionId, subjectId(subject)]);

export const restoreText = (subject: PanelSubject, bound: PanelConnection | undefined, isKept = false): string =>
  // Parsing removes the other fields of a connection in use, such as the user's e-mail address.
  JSON.stringify({ subject, bound: bound && PanelConnection.parse(bound), ...(isKept && { isKept }) } satisfies SavedPanel);

/** Parses the stored state of a page. Undefined if the state does not have the format in which this extension stores it. */
export function savedPanelIn(state: unknown): SavedPanel | undefined {
  try {
    const { subject, bound, isKept } = SavedText.parse(JSON.parse(PageState.parse(state).restore));
    return { subject, bound: PanelConnection.safeParse(bound).data, ...(isKept === true && { isKept }) };
  } catch {
    return undefined;
  }
}

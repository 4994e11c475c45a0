/**
 * Detects archived flags: applications get `control` for them, whatever the flag's definitions say (service-beyond.md, "What
 * changed in 2026").
 */

/**
 * The fields of an object of the service that may show that a flag is archived. Public clients of the service disagree on the
 * field's name.
 */
export interface MaybeArchived {
  readonly status?: unknown;
  readonly state?: unknown;
}

export const isArchived = ({ status, state }: MaybeArchived): boolean => status === 'ARCHIVED' || state === 'ARCHIVED';

/** Archived flags: applications get `control`, whatever the flag's definitions say (service-beyond.md, "What changed in 2026"). */

/** What an object of the service may say of that. Public clients of the service disagree on the field's name. */
export interface MaybeArchived {
  readonly status?: unknown;
  readonly state?: unknown;
}

export const isArchived = ({ status, state }: MaybeArchived): boolean => status === 'ARCHIVED' || state === 'ARCHIVED';

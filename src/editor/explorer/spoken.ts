/** What a screen reader says of a row: what the icon shows stands in it as a word. */
export const spoken = (...parts: readonly (string | false | undefined)[]): { readonly label: string } => ({
  label: parts.filter(Boolean).join(', '),
});

/** Words for each code of a union, as a table in which none can be missing. */
export type CodeWords<T extends { readonly code: string }, Words = string> = {
  readonly [Code in T['code']]: (of: Extract<T, { readonly code: Code }>) => Words;
};

export const wordsOf = <T extends { readonly code: string }, Words>(table: CodeWords<T, Words>, of: T): Words =>
  (table[of.code as T['code']] as (of: T) => Words)(of);

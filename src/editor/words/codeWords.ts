/** A table that has words for each code of a union type. The compiler reports a missing code. */
export type CodeWords<T extends { readonly code: string }, Words = string> = {
  readonly [Code in T['code']]: (of: Extract<T, { readonly code: Code }>) => Words;
};

export const wordsOf = <T extends { readonly code: string }, Words>(table: CodeWords<T, Words>, of: T): Words =>
  (table[of.code as T['code']] as (of: T) => Words)(of);

/** A literal is a variable or its negation: `2 × variable`, plus 1 if it is negated. */
export type Lit = number;

export const positive = (variable: number): Lit => variable * 2;
export const negated = (lit: Lit): Lit => lit ^ 1;
export const variableOf = (lit: Lit): number => lit >> 1;
export const isNegated = (lit: Lit): boolean => (lit & 1) === 1;

/** The first variable is always true. */
export const TRUE: Lit = 0;

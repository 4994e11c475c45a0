/** E-mail addresses, as people are named among approvers. */

/** True of one address without spaces around it: what a person could mistype is seen, what a mail server would say is not. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

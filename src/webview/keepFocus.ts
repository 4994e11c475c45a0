/**
 * The browser forgets what had the focus in a page when the focus goes to another one, and a question of the editor stands
 * in another one: without this, whoever answers by keyboard would start again from the top.
 */

/** Gives the focus back to what had it, as soon as the page has it again; to `fallback` where that is gone meanwhile. */
export function keepFocus(fallback: () => HTMLElement | null): void {
  let last: HTMLElement | undefined;
  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  document.addEventListener('focusout', () => {
    // A click beside everything takes the focus away as well, and then it is meant.
    setTimeout(() => {
      if (document.hasFocus() && isNowhere()) {
        last = undefined;
      }
    });
  });
  window.addEventListener('focus', () => {
    if (last !== undefined && isNowhere()) {
      (last.isConnected ? last : fallback())?.focus({ preventScroll: true });
    }
  });
}

/** A description of an element, as plain data: what the render files return and `patch.ts` brings into the page. */
import { visibleParts } from './visibleText.ts';

export type Child = Sketch | string;

export interface Sketch {
  readonly tag: string;
  /** Finds the same element again among its siblings; without one the position does. */
  readonly key: string | undefined;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  /** Attributes of a new element only: what the user changes afterwards (an open fold) stays. */
  readonly initial: Readonly<Record<string, string | undefined>>;
  /** Single style properties; set through the CSSOM, because the page's policy forbids style attributes. */
  readonly style: Readonly<Record<string, string>>;
  /** `undefined` = someone else fills this element. */
  readonly children: readonly Child[] | undefined;
}

type Attributes = Readonly<Record<string, string | undefined>>;
interface Extras {
  readonly key?: string;
  readonly initial?: Attributes;
  readonly style?: Readonly<Record<string, string>>;
}

/** An element. Attributes that are `undefined` and children that are `undefined` are left out. */
export function h(tag: string, attributes: Attributes, children: readonly (Child | undefined)[], extras: Extras = {}): Sketch {
  return {
    tag,
    attributes,
    key: extras.key,
    initial: extras.initial ?? {},
    style: extras.style ?? {},
    children: children.filter((child) => child !== undefined),
  };
}

/** An element whose inside belongs to someone else. */
export function hole(tag: string, attributes: Attributes, key: string): Sketch {
  return { tag, attributes, key, initial: {}, style: {}, children: undefined };
}

/** Text of the service's: characters that can't be seen, or that turn the text round, are shown by their number. */
export function say(text: string): readonly Child[] {
  return visibleParts(text, 'lines').map((part) =>
    part.isHidden ? h('span', { class: 'hidden-char' }, [part.text]) : part.text,
  );
}

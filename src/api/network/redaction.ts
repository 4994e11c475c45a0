/** Blots the API key out of a text, in whatever encoding a service or a proxy echoes it. */
import { readsAt } from './encodings.ts';

/** A shorter "key" is a common word, and blotting it out would spoil every message. */
const MIN_REDACTED_LENGTH = 4;
/** The hex of a shorter key, the Base64 of a part of it, or its letters with spaces between stand somewhere by chance. */
const MIN_ENCODED_LENGTH = 8;
/** Half of a key of this length is already too much of it. */
const MIN_HALVED_LENGTH = 20;
const MARK = '[API key]';

/** Characters that nobody sees, and those that break Base64 and hex into lines and pairs. */
const HIDDEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;
const SEPARATOR = /^[\s:]$/;
/** Letters that stand for nothing but themselves. */
const PLAIN = /^(?![%\\&=:])[!-~]$/;

/** All forms of the key, letter by letter: a form ends at each node with `isEnd`. */
interface FormNode {
  readonly next: Map<string, FormNode>;
  isEnd: boolean;
}

/**
 * Returns a function that replaces the key in a text with `[API key]`: the whole or half of it, in capitals, in Base64 (also
 * twice), in hex or UTF-16, in one or two of the encodings of `encodings.ts`, and with hidden characters, spaces or colons
 * between. Characters that control a terminal or end a line become spaces: a service's words stay one line of the log.
 */
export function redactor(apiKey: string): (text: string) => string {
  if (apiKey.length < MIN_REDACTED_LENGTH) return withoutControls;
  const root = treeOf(formsOf(apiKey));
  const isLong = apiKey.length >= MIN_ENCODED_LENGTH;
  return (text) => replaceForms(withoutControls(text), root, isLong);
}

/** Replaces each stretch of text that forms of the key cover, also where one begins inside another. */
function replaceForms(text: string, root: FormNode, mayBeSeparated: boolean): string {
  const stretches: { readonly start: number; end: number }[] = [];
  for (let start = 0; start < text.length; start += 1) {
    const end = endOfForm(text, start, root, mayBeSeparated);
    if (end === undefined) continue;
    const last = stretches.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  const kept = [...stretches, { start: text.length }].map(({ start }, at) => text.slice(stretches[at - 1]?.end ?? 0, start));
  return kept.join(MARK);
}

/** Where the longest form ends that begins at `at`; undefined if none does. */
function endOfForm(text: string, at: number, root: FormNode, mayBeSeparated: boolean): number | undefined {
  let end: number | undefined;
  let [node, place] = [root, at];
  // Most texts end here: no letter of theirs is encoded, and none fits.
  for (; PLAIN.test(text[place] ?? ''); place += 1) {
    const next = node.next.get(folded(text[place]!));
    if (!next) return end;
    if (next.isEnd) end = place + 1;
    node = next;
  }
  let states = [{ node, place }];
  while (states.length > 0) {
    /** By form and place: several encodings may give the same letter. */
    const later = new Map<FormNode, Set<number>>();
    for (const state of states) {
      for (const { letter, end: after } of readsAt(text, state.place)) {
        const next = state.node.next.get(folded(letter));
        if (next) add(next, after);
        if (next?.isEnd) end = Math.max(end ?? 0, after);
        const isBetween = state.node !== root && (HIDDEN.test(letter) || (mayBeSeparated && SEPARATOR.test(letter)));
        if (isBetween) add(state.node, after);
      }
    }
    states = [...later].flatMap(([node, places]) => [...places].map((place) => ({ node, place })));

    function add(node: FormNode, place: number): void {
      later.set(node, (later.get(node) ?? new Set()).add(place));
    }
  }
  return end;
}

function treeOf(forms: readonly string[]): FormNode {
  const root: FormNode = { next: new Map(), isEnd: false };
  for (const form of forms) {
    let node = root;
    for (const letter of form) {
      const next: FormNode = node.next.get(folded(letter)) ?? { next: new Map(), isEnd: false };
      node.next.set(folded(letter), next);
      node = next;
    }
    node.isEnd = true;
  }
  return root;
}

/** Capitals count as small letters, in Base64 as well: what is blotted out by mistake is no loss. */
const folded = (letter: string): string => letter.toLowerCase();

function formsOf(apiKey: string): readonly string[] {
  const inJson = JSON.stringify(apiKey).slice(1, -1);
  const utf16 = Buffer.from(apiKey, 'utf16le');
  // A header carries Latin-1, a body UTF-8.
  const encoded = [Buffer.from(apiKey, 'latin1'), Buffer.from(apiKey), Buffer.from(inJson), utf16, Buffer.from(utf16).swap16()];
  const forms = [apiKey, ...encoded.slice(0, 2).flatMap(wholeBase64)];
  if (apiKey.length >= MIN_ENCODED_LENGTH) {
    const base64 = encoded.flatMap(innerBase64);
    const twice = base64.flatMap((form) => innerBase64(Buffer.from(form)));
    forms.push(...encoded.map((bytes) => bytes.toString('hex')), ...base64, ...twice);
  }
  const half = Math.ceil(apiKey.length / 2);
  if (apiKey.length >= MIN_HALVED_LENGTH) forms.push(apiKey.slice(0, half), apiKey.slice(half));
  return [...new Set(forms)];
}

const wholeBase64 = (bytes: Buffer): readonly string[] => [
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
];

/** What stands for the bytes wherever they begin in longer ones, as behind `Bearer `: 0, 1 or 2 after a multiple of three. */
function innerBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => shifted.toString(encoding).slice(start, end));
  });
}

/** A text in UTF-16 has a zero beside each letter: those go without a trace. */
const withoutControls = (text: string): string => text.replaceAll('\0', '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

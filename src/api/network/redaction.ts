/** Removes the API key from a text, in whatever encoding a service or a proxy repeats it. */
import { decodingsAt, type DecodedLetter } from './encodings.ts';

/**
 * The minimum length of a key that is redacted. A shorter one may be a common word, so that messages would become unreadable.
 */
const MIN_REDACTED_LENGTH = 4;
/**
 * If the key is shorter, its hex, the Base64 of a part of it, and its letters with spaces between them are not redacted,
 * because these forms may occur by chance.
 */
const MIN_ENCODED_LENGTH = 8;
/**
 * If the key has at least this length, each part of half its length is redacted, too, because it would show too much of the
 * key.
 */
const MIN_HALVED_LENGTH = 20;
/**
 * A part of a key with this length is redacted, however long the key is. Looking for longer parts of a very long key would take
 * much memory.
 */
const MAX_PART_LENGTH = 40;
const MARK = '[API key]';
/** The maximum length of a redacted text. Nobody reads more, and redacting more would take long. */
const MAX_LENGTH = 10_000;
/**
 * The maximum number of consecutive hidden characters or separators within a key. Without a limit, the search in a text with
 * many of them would take long.
 */
const MAX_BETWEEN = 16;

/** Invisible characters. */
const HIDDEN = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;
/** The separators that break Base64 into lines and hex into pairs. */
const SEPARATOR = /^[\s:]$/;
/** Characters that start no encoding. */
const PLAIN = /^(?![%\\&=:])[!-~]$/;

/** A tree of all forms of the key, letter by letter. A form ends at each node with `isEnd`. */
interface FormNode {
  readonly next: Map<string, FormNode>;
  isEnd: boolean;
}

/**
 * Returns a function that replaces the key in a text with `[API key]`. It finds the key in capitals, in Base64 (also twice), in
 * hex or UTF-16, in one or two of the encodings of `encodings.ts`, and with hidden characters, spaces or colons between its
 * letters. If the key has 20 letters or more, it also finds each part of at least half its length, or of 40 letters; but no
 * part in Base64 or hex. A text is cut after 10,000 characters, but never within a key. Characters that control a terminal or
 * end a line become spaces, so that a service's message is one line of the log.
 */
export function redactor(apiKey: string): (text: string) => string {
  if (apiKey.length < MIN_REDACTED_LENGTH) return withoutControls;
  const root = treeOf(formsOf(apiKey));
  const isLong = apiKey.length >= MIN_ENCODED_LENGTH;
  return (text) => replaceForms(withoutControls(text), root, isLong);
}

/** Replaces each part of the text that forms of the key cover, even if one form begins within another. */
function replaceForms(text: string, root: FormNode, mayBeSeparated: boolean): string {
  const stretches: { readonly start: number; end: number }[] = [];
  const read = cachedReads(text);
  for (let start = 0; start < Math.min(text.length, MAX_LENGTH); start += 1) {
    const end = endOfForm(text, start, root, mayBeSeparated, read);
    if (end === undefined) continue;
    const last = stretches.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  const kept = [...stretches, { start: MAX_LENGTH }].map(({ start }, at) => text.slice(stretches[at - 1]?.end ?? 0, start));
  return kept.join(MARK);
}

type ReadAt = (at: number) => readonly DecodedLetter[];

/** Caches the results of `decodingsAt`, because a search for the key begins at each position and reads the following ones. */
function cachedReads(text: string): ReadAt {
  const known = new Map<number, readonly DecodedLetter[]>();
  return (at) => {
    const reads = known.get(at) ?? decodingsAt(text, at);
    known.set(at, reads);
    return reads;
  };
}

/**
 * How far a form of the key has matched. `between` = how many characters since its last matching letter are not part of the
 * form.
 */
interface State {
  readonly node: FormNode;
  readonly place: number;
  readonly between: number;
}

/** Returns the end of the longest form of the key that begins at `at`. Undefined if there is none. */
function endOfForm(text: string, at: number, root: FormNode, mayBeSeparated: boolean, readAt: ReadAt): number | undefined {
  let end: number | undefined;
  let [node, place] = [root, at];
  // At most positions, this loop finds a letter that does not match, so the slower search below is not needed.
  for (; PLAIN.test(text[place] ?? ''); place += 1) {
    const next = node.next.get(folded(text[place]!));
    if (!next) return end;
    if (next.isEnd) end = place + 1;
    node = next;
  }
  let states: readonly State[] = [{ node, place, between: 0 }];
  while (states.length > 0) {
    const later: State[] = [];
    /** Adds a state unless it has been added: several encodings of a letter lead to the same state. */
    const add = (state: State): void => {
      if (!later.some((one) => one.node === state.node && one.place === state.place)) later.push(state);
    };
    for (const state of states) {
      for (const { letter, end: after } of readAt(state.place)) {
        const next = state.node.next.get(folded(letter));
        if (next) add({ node: next, place: after, between: 0 });
        if (next?.isEnd) end = Math.max(end ?? 0, after);
        const isBetween = state.node !== root && (HIDDEN.test(letter) || (mayBeSeparated && SEPARATOR.test(letter)));
        if (isBetween && state.between < MAX_BETWEEN) add({ ...state, place: after, between: state.between + 1 });
      }
    }
    states = later;
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

/** Ignores case, even in Base64, because redacting a text by mistake does no harm. */
const folded = (letter: string): string => letter.toLowerCase();

function formsOf(apiKey: string): readonly string[] {
  const inJson = JSON.stringify(apiKey).slice(1, -1);
  const utf16 = Buffer.from(apiKey, 'utf16le');
  // The key is encoded in Latin-1 in a header, and in UTF-8 in a body.
  const encoded = [Buffer.from(apiKey, 'latin1'), Buffer.from(apiKey), Buffer.from(inJson), utf16, Buffer.from(utf16).swap16()];
  const forms = [apiKey, ...encoded.slice(0, 2).flatMap(wholeBase64)];
  if (apiKey.length >= MIN_ENCODED_LENGTH) {
    const base64 = encoded.flatMap(innerBase64);
    const twice = base64.flatMap((form) => innerBase64(Buffer.from(form)));
    forms.push(...encoded.map((bytes) => bytes.toString('hex')), ...base64, ...twice);
  }
  return [...new Set([...forms, ...partsOf(apiKey)])];
}

/**
 * Returns all parts of the key with the minimum length. A longer part consists of several of these, and `replaceForms` joins
 * ranges that overlap.
 */
function partsOf(apiKey: string): readonly string[] {
  if (apiKey.length < MIN_HALVED_LENGTH) return [];
  const length = Math.min(Math.ceil(apiKey.length / 2), MAX_PART_LENGTH);
  return Array.from({ length: apiKey.length - length + 1 }, (_, start) => apiKey.slice(start, start + length));
}

const wholeBase64 = (bytes: Buffer): readonly string[] => [
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
];

/**
 * Returns the Base64 forms of bytes within longer data, such as a key after `Bearer `. There is one form for each number of
 * bytes before them modulo three (0, 1 or 2). Leaves out the letters at both ends that also encode other bytes.
 */
function innerBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => shifted.toString(encoding).slice(start, end));
  });
}

/**
 * Replaces control characters by spaces. Zero bytes, which UTF-16 has beside each letter, are removed without a replacement.
 */
const withoutControls = (text: string): string => text.replaceAll('\0', '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

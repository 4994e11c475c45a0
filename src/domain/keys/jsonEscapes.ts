/** Where a string with escapes ends: at its closing quote, at what may not be in it, or with the text. */
export function endOfEscaped(text: string, start: number): number {
  for (let place = start; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 0x22 || code < 0x20) return place;
    if (code !== 0x5c) continue;
    const escape = /(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
    escape.lastIndex = place + 1;
    if (!escape.test(text)) return /^(?:|u[\dA-Fa-f]{0,3})$/.test(text.slice(place + 1, place + 6)) ? text.length : place;
    place = escape.lastIndex - 1;
  }
  return text.length;
}

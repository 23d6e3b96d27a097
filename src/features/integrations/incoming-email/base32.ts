/** Mail servers may change the case of an address, which doesn't matter for these characters. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes bytes with five bits per character (RFC 4648, without padding). */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += ALPHABET[(bits >> held) & 31];
    }
  }
  return held > 0 ? text + ALPHABET[(bits << (5 - held)) & 31] : text;
}

/** Decodes a base32 text, dropping leftover bits. Returns undefined if it has other characters. */
export function fromBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    bits = ((bits << 5) | value) & 0xffff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 255);
  }
  return Uint8Array.from(bytes);
}

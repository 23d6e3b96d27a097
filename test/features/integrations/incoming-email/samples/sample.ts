/** A mail as a program has sent it, and what becomes of it. */
export interface MailSample {
  readonly name: string;
  readonly raw: string | Uint8Array;
  readonly topic: string;
  readonly content: string;
  /** Names and types of its files. */
  readonly files?: readonly string[];
  readonly isAutomatic?: boolean;
}

export const lines = (...all: string[]): string => all.join("\r\n");

/** Characters of a set with one byte each. */
export const bytesOf = (text: string, encode: (code: number) => number): Uint8Array =>
  Uint8Array.from([...text], (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 128 ? code : encode(code);
  });

export const latin1 = (text: string): Uint8Array => bytesOf(text, (code) => code);
/** Lower-case Russian letters, in the order that KOI8-R has them. */
const KOI8 = "юабцдефгхийклмнопярстужвьызшэщчъ";
export const koi8 = (text: string): Uint8Array =>
  bytesOf(text, (code) => 0xc0 + KOI8.indexOf(String.fromCodePoint(code)));
export const base64 = (text: string): string =>
  (btoa(String.fromCharCode(...new TextEncoder().encode(text))).match(/.{1,76}/g) ?? []).join("\r\n");

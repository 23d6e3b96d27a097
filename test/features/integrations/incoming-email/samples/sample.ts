/** An email as a program sent it, and what it should become. */
export interface MailSample {
  readonly name: string;
  readonly raw: string | Uint8Array;
  readonly topic: string;
  readonly content: string;
  /** The names and types of the email's files. */
  readonly files?: readonly string[];
  readonly isAutomatic?: boolean;
}

export const lines = (...all: string[]): string => all.join("\r\n");

/** Encodes text in a single-byte character set. */
const bytesOf = (text: string, encode: (code: number) => number): Uint8Array =>
  Uint8Array.from([...text], (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 128 ? code : encode(code);
  });

export const latin1 = (text: string): Uint8Array => bytesOf(text, (code) => code);
/** Lowercase Russian letters in KOI8-R order. */
const KOI8 = "юабцдефгхийклмнопярстужвьызшэщчъ";
export const koi8 = (text: string): Uint8Array =>
  bytesOf(text, (code) => 0xc0 + KOI8.indexOf(String.fromCodePoint(code)));
export const base64 = (text: string): string =>
  (btoa(String.fromCharCode(...new TextEncoder().encode(text))).match(/.{1,76}/g) ?? []).join("\r\n");

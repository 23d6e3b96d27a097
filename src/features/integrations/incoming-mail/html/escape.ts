/** Characters that programs put into mails to fill space, and that nobody sees. */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]|\u034f/g;

/** A text of HTML as Markdown that shows it as it is. Text that looks like a list or a quote stays one. */
export const escaped = (text: string): string =>
  text
    .replace(UNSEEN, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(/\*(?=\S)|(?<=\S)\*/g, "\\*")
    .replace(/(?<![A-Za-z0-9])_(?=\S)|(?<=\S)_(?![A-Za-z0-9])/g, "\\_")
    .replace(/~~/g, "\\~~")
    .replace(/\](?=\()/g, "\\]")
    .replace(/^(#{1,6})(?=\s)/, "\\$1");

/** Returns a message's text as stored by the server, without insignificant surrounding whitespace. */
export const storedContent = (text: string): string => text.trimEnd().replace(/^[\r\n]+/, "");

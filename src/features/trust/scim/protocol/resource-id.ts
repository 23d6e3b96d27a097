/** Whether a text is a resource id in canonical form; other notations of a number, such as 1e1, aren't. */
export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

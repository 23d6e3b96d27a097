/** Whether a text is the id of a resource: a number as it is written here, and no other text that reads as one, such as 1e1. */
export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** The findings about a line, which add up. */
export const EXPIRED = 1;
export const ERASED = { personal: 2, context: 4, details: 8 } as const;
export const MISMATCH = 16;
export const UNREADABLE = 32;

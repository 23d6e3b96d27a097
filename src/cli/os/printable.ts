/** Replaces the control characters in a line, which a terminal would interpret. */
export const printable = (line: string) => line.replace(/[^\P{Cc}\t]/gu, "?");

/** A line without what a terminal would obey. */
export const printable = (line: string) => line.replace(/[^\P{Cc}\t]/gu, "?");

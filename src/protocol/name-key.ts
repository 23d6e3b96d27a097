/**
 * Returns a key that is equal for names of topics or channels that differ only in case or in Unicode composition
 * (conventions.md 8).
 */
export const nameKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

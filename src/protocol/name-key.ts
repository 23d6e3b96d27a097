/** Equal for all spellings of a topic's or channel's name, in case and composition of letters (conventions.md 8). */
export const nameKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

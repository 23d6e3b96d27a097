import { importWords } from "../../../words/settings/organization/import.ts";

/** Formats a duration, such as "about 3 minutes". */
export function about(seconds: number): string {
  const w = importWords();
  if (seconds < 60) return w.lessThanMinute;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? w.aboutMinutes(minutes) : w.aboutHours(Math.round(minutes / 60));
}

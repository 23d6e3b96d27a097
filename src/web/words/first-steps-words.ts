import { sectionWords } from "./section-words.ts";

/** What leads the owner of a new organization. */
export const firstStepsWords = sectionWords({
  en: async () => (await import("./en/first-steps.ts")).firstSteps,
  de: async () => (await import("./de/first-steps.ts")).firstSteps,
});

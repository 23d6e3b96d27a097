import { firstSteps } from "./en/first-steps.ts";
import { laterWords } from "./words.ts";

/** What leads the owner of a new organization. */
export const firstStepsWords = () => laterWords("firstSteps", firstSteps);

import { people } from "./en/people.ts";
import { laterWords } from "./words.ts";

/** What cards and lists of people say. */
export const peopleWords = () => laterWords("people", people);

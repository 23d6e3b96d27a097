import { lightbox } from "./en/lightbox.ts";
import { laterWords } from "./words.ts";

/** What pictures that fill the window say. */
export const lightboxWords = () => laterWords("lightbox", lightbox);

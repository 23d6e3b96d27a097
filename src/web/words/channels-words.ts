import { channels } from "./en/channels.ts";
import { laterWords } from "./words.ts";

/** What is said where channels are browsed, made and set up. */
export const channelsWords = () => laterWords("channels", channels);

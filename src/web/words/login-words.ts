import { login } from "./en/login.ts";
import { laterWords } from "./words.ts";

/** What is said of logging in, to whoever has to again, and to spectators. */
export const loginWords = () => laterWords("login", login);

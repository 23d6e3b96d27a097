import { words } from "../protocol/words/words.ts";

export const failureWords = words("failures", {
  titles: {
    401: "Not logged in",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    429: "Too many requests",
    503: "One moment",
  },
  otherTitle: "Something went wrong",
  nothingHere: "This page doesn't exist.",
  busy: "The server is busy or starting.",
  /** Shown on a page that reloads by itself. */
  retries: "This page tries again by itself.",
  toFirstPage: "Go to the home page",
});

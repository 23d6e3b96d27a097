import { expected, type Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "a featured article",
    payload: { featured_title: "Marilyn Monroe", featured_url: "https://en.wikipedia.org/wiki/Marilyn_Monroe" },
    becomes: expected`
      > Hello World
      Hello! I am happy to be here! :smile:
      The featured article is [Marilyn Monroe](https://en.wikipedia.org/wiki/Marilyn_Monroe).
    `,
  },
  { name: "nothing of what it needs", payload: { title: "x" }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

import { expected, type Sample } from "../sample.ts";

const line = (message: string, source_name = "nest-1") => ({
  id: 7711561783320576,
  received_at: "2026-01-10T00:30:00-08:00",
  source_ip: "192.0.2.1",
  source_name,
  hostname: source_name,
  program: "CROND",
  severity: "Info",
  message,
});
const saved_search = {
  id: 42,
  name: "Lids",
  query: "lid OR oil",
  html_edit_url: "https://papertrailapp.com/searches/42/edit",
  html_search_url: "https://papertrailapp.com/searches/42",
};
const found = (events: readonly object[]) => ({ form: { payload: JSON.stringify({ events, saved_search }) } });

export const samples: readonly Sample[] = [
  {
    name: "a line",
    ...found([line("The lid is open")]),
    becomes: expected`
      > Lids
      [Search “Lids”](https://papertrailapp.com/searches/42) found **1 match** for \`lid OR oil\`.

      <time:2026-01-10T08:30:00Z> \`nest-1\` \`CROND\`
      ~~~
      The lid is open
      ~~~
    `,
  },
  {
    name: "many lines",
    ...found(["one", "two", "three ~~~ quote", "four", "five", "six"].map((text) => line(text))),
    becomes: expected`
      > Lids
      [Search “Lids”](https://papertrailapp.com/searches/42) found **6 matches** for \`lid OR oil\`.

      <time:2026-01-10T08:30:00Z> \`nest-1\` \`CROND\`
      ~~~
      one
      ~~~

      <time:2026-01-10T08:30:00Z> \`nest-1\` \`CROND\`
      ~~~
      two
      ~~~

      <time:2026-01-10T08:30:00Z> \`nest-1\` \`CROND\`
      ~~~
      three ~~~ quote
      ~~~

      <time:2026-01-10T08:30:00Z> \`nest-1\` \`CROND\`
      ~~~
      four
      ~~~

      [and 2 more lines]
    `,
  },
  {
    name: "no line",
    ...found([]),
    becomes: expected`
      > Lids
      [Search “Lids”](https://papertrailapp.com/searches/42) found **0 matches** for \`lid OR oil\`.
    `,
  },
  {
    name: "counts alone",
    form: { payload: JSON.stringify({ counts: [], saved_search }) },
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

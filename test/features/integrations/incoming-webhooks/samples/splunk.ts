import { expected, type Sample } from "../sample.ts";

const LINK = "http://splunk.example.com:8000/app/search/search?q=%7Cloadjob%20lids";
const result = { host: "nest-1", source: "/var/log/lid.log", _raw: "lid: `open`", _time: "1768033800" };

export const samples: readonly Sample[] = [
  {
    name: "a result of a search",
    payload: { search_name: "Open lids", results_link: LINK, app: "search", owner: "ann", sid: "rt_1", result },
    becomes: [
      {
        topic: "Open lids",
        content: `The search [Open lids](${LINK}) has found something.\n\n* **Host**: nest-1\n* **Source**: \`/var/log/lid.log\`\n* **Time**: <time:2026-01-10T08:30:00Z>\n* **Raw**: \`\` lid: \`open\` \`\``,
      },
    ],
  },
  {
    name: "a result without the name of its search, its link and its fields",
    payload: { result: { _raw: "lid: open" } },
    becomes: expected`
      > A search without a name
      The search A search without a name has found something.

      * **Raw**: \`lid: open\`
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

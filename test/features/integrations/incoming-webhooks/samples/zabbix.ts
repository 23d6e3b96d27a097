import { expected, type Sample } from "../sample.ts";

const problem = {
  hostname: "nest-1.example.com",
  severity: "High",
  status: "PROBLEM",
  item: "Water level (water.level): 12 cm",
  trigger: "The water is high",
  link: "https://zabbix.example.com/tr_events.php?triggerid=1&eventid=2",
};

export const samples: readonly Sample[] = [
  {
    name: "a problem",
    payload: problem,
    becomes: expected`
      > nest-1.example.com
      :cross_mark: **PROBLEM** on **nest-1.example.com**: [The water is high](https://zabbix.example.com/tr_events.php?triggerid=1&eventid=2)
      * **Severity**: High
      * **Item**: \`Water level (water.level): 12 cm\`
    `,
  },
  {
    name: "a problem that is over",
    payload: { ...problem, status: "OK" },
    becomes: expected`
      > nest-1.example.com
      :check: **OK** on **nest-1.example.com**: [The water is high](https://zabbix.example.com/tr_events.php?triggerid=1&eventid=2)
      * **Severity**: High
      * **Item**: \`Water level (water.level): 12 cm\`
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

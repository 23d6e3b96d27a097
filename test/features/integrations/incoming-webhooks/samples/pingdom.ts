import { expected, type Sample } from "../sample.ts";

const check = (check_type: string, check_params: object, more: object = {}) => ({
  payload: {
    check_id: 12345,
    check_name: "Nest",
    check_type,
    check_params,
    tags: ["nest"],
    previous_state: "UP",
    current_state: "DOWN",
    importance_level: "HIGH",
    state_changed_timestamp: 1_768_033_800,
    state_changed_utc_time: "2026-01-10T08:30:00",
    long_description: "Timeout (> 30s)",
    description: "Timeout",
    first_probe: { ip: "123.4.5.6", ipv6: "", location: "Stockholm, Sweden" },
    second_probe: { ip: "123.4.5.6", ipv6: "", location: "Austin, US", version: 1 },
    ...more,
  },
});
const host = { hostname: "nest.example.com", basic_auth: false, ipv6: false };
const up = { previous_state: "DOWN", current_state: "UP", description: "OK", long_description: "OK" };

export const samples: readonly Sample[] = [
  {
    name: "a page that is down",
    ...check("HTTP", { ...host, full_url: "https://nest.example.com/lid", url: "/lid", port: 443 }),
    becomes: expected`
      HTTP > Nest status.
      :cross_mark: [Nest](https://nest.example.com/lid) changed from **UP** to **DOWN**.
      * **Host**: \`nest.example.com\`
      * **Check**: HTTP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Probes**: Stockholm, Sweden and Austin, US

      ~~~ quote
      Timeout (> 30s)
      ~~~
    `,
  },
  {
    name: "a page that is up",
    ...check("HTTP", { ...host, full_url: "https://nest.example.com/lid" }, up),
    becomes: expected`
      HTTP > Nest status.
      :check: [Nest](https://nest.example.com/lid) changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: HTTP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a page of one's own check",
    ...check("HTTP_CUSTOM", { ...host, additional_urls: [] }, up),
    becomes: expected`
      HTTP_CUSTOM > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: HTTP CUSTOM
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "an encrypted page",
    ...check("HTTPS", host, up),
    becomes: expected`
      HTTPS > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: HTTPS
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "mail that is sent",
    ...check("SMTP", { ...host, port: 25 }),
    becomes: expected`
      SMTP > Nest status.
      :cross_mark: Nest changed from **UP** to **DOWN**.
      * **Host**: \`nest.example.com\`
      * **Check**: SMTP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Probes**: Stockholm, Sweden and Austin, US

      ~~~ quote
      Timeout (> 30s)
      ~~~
    `,
  },
  {
    name: "mail that is fetched with POP3",
    ...check("POP3", { ...host, port: 110 }, up),
    becomes: expected`
      POP3 > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: POP3
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "mail that is fetched with IMAP",
    ...check("IMAP", { ...host, port: 143 }, up),
    becomes: expected`
      IMAP > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: IMAP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "an echo",
    ...check("PING", host, up),
    becomes: expected`
      PING > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: PING
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a name",
    ...check("DNS", { ...host, expected_ip: "192.0.2.1", nameserver: "ns.example.com" }),
    becomes: expected`
      DNS > Nest status.
      :cross_mark: Nest changed from **UP** to **DOWN**.
      * **Host**: \`nest.example.com\`
      * **Check**: DNS
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Probes**: Stockholm, Sweden and Austin, US

      ~~~ quote
      Timeout (> 30s)
      ~~~
    `,
  },
  {
    name: "a port that datagrams go to",
    ...check("UDP", { ...host, port: 53 }, up),
    becomes: expected`
      UDP > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: UDP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a port",
    ...check("PORT_TCP", { ...host, port: 80 }, up),
    becomes: expected`
      PORT_TCP > Nest status.
      :check: Nest changed from **DOWN** to **UP**.
      * **Host**: \`nest.example.com\`
      * **Check**: PORT TCP
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a transaction that fails",
    ...check(
      "TRANSACTION",
      { url: "https://nest.example.com" },
      { previous_state: "SUCCESS", current_state: "FAILING" },
    ),
    becomes: expected`
      TRANSACTION > Nest status.
      :cross_mark: [Nest](https://nest.example.com) changed from **SUCCESS** to **FAILING**.
      * **Host**: \`https://nest.example.com\`
      * **Check**: TRANSACTION
      * **Importance**: HIGH
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Probes**: Stockholm, Sweden and Austin, US

      ~~~ quote
      Timeout (> 30s)
      ~~~
    `,
  },
  { name: "a check that is not known", ...check("SMOKE", host), becomes: { unsupported: "SMOKE" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

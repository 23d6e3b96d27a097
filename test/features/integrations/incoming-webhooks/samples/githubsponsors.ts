import { expected, type Sample } from "../sample.ts";

const sponsorship = {
  sponsor: { login: "ann", html_url: "https://github.com/ann" },
  privacy_level: "public",
  tier: { name: "$5 a month", monthly_price_in_dollars: 5 },
};
const on = (action: string, more: object = {}) => ({
  headers: { "X-GitHub-Event": "sponsorship" },
  payload: { action, sponsorship, sender: { login: "ann" }, ...more },
});
const from = { tier: { from: { name: "", monthly_price_in_dollars: 1 } } };
const effective_date = "2026-02-01T00:00:00+00:00";

export const samples: readonly Sample[] = [
  {
    name: "a new sponsor",
    ...on("created"),
    becomes: expected`
      created > sponsors
      [ann](https://github.com/ann) sponsors us: $5 a month. :tada:
    `,
  },
  {
    name: "a cancelled sponsorship",
    ...on("cancelled"),
    becomes: expected`
      cancelled > sponsors
      [ann](https://github.com/ann) has canceled the sponsorship ($5 a month).
    `,
  },
  {
    name: "a sponsorship that ends later",
    ...on("pending_cancellation", { effective_date }),
    becomes: expected`
      pending_cancellation > sponsors
      [ann](https://github.com/ann) has canceled the sponsorship ($5 a month) from <time:2026-02-01T00:00:00Z> on.
    `,
  },
  {
    name: "another tier",
    ...on("tier_changed", { changes: from }),
    becomes: expected`
      tier_changed > sponsors
      [ann](https://github.com/ann) has changed the sponsorship from $1 a month to $5 a month.
    `,
  },
  {
    name: "another tier, without the former one",
    ...on("tier_changed", { changes: { tier: {} } }),
    becomes: expected`
      tier_changed > sponsors
      [ann](https://github.com/ann) has changed the sponsorship to $5 a month.
    `,
  },
  {
    name: "another tier later",
    ...on("pending_tier_change", { changes: from, effective_date }),
    becomes: expected`
      pending_tier_change > sponsors
      [ann](https://github.com/ann) changes the sponsorship from $1 a month to $5 a month from <time:2026-02-01T00:00:00Z> on.
    `,
  },
  {
    name: "another privacy",
    ...on("edited", { changes: { privacy_level: { from: "private" } } }),
    becomes: expected`
      edited > sponsors
      [ann](https://github.com/ann) now sponsors us in public.
    `,
  },
  {
    name: "a test",
    headers: { "X-GitHub-Event": "ping" },
    payload: { sender: { login: "ann" } },
    becomes: expected`
      > sponsors
      GitHub Sponsors webhook has been successfully configured by ann.
    `,
  },
  { name: "an action that is not known", ...on("moved"), becomes: { unsupported: "moved" } },
];

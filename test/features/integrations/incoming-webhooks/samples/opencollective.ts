import { expected, type Sample } from "../sample.ts";

const joined = (memberCollective: object, order: object = {}, description: string | null = null) => ({
  payload: {
    createdAt: "2026-01-10T08:30:00.344Z",
    id: 1242511,
    type: "collective.member.created",
    CollectiveId: 281290,
    data: {
      member: { role: "BACKER", description, since: "2026-01-10T08:30:00.332Z", memberCollective },
      order: { id: 183773, totalAmount: 100, currency: "EUR", formattedAmount: "€1.00", ...order },
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a donation",
    ...joined({ id: 1, type: "USER", slug: "ann-finch", name: "Ann Finch" }, {}, "For the lids."),
    becomes: expected`
      collective.member.created > New Member
      :tada: **[Ann Finch](https://opencollective.com/ann-finch)** donated **€1.00**.

      ~~~ quote
      For the lids.
      ~~~
    `,
  },
  {
    name: "a donation each month",
    ...joined({ name: "Birds Ltd" }, { interval: "month", formattedAmountWithInterval: "€1.00 / month" }),
    becomes: expected`
      collective.member.created > New Member
      :tada: **Birds Ltd** donated **€1.00 / month**.
    `,
  },
  {
    name: "a donation by someone incognito",
    ...joined({ slug: "incognito-7", name: "Incognito" }),
    becomes: expected`
      collective.member.created > New Member
      :tada: Someone incognito donated **€1.00**.
    `,
  },
  {
    name: "an event that is not known",
    payload: { type: "collective.expense.created", data: {} },
    becomes: { unsupported: "collective.expense.created" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

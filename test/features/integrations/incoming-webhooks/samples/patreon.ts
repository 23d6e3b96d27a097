import { expected, type Sample } from "../sample.ts";

const event = (name: string, attributes: object = {}) => ({
  headers: { "X-Patreon-Event": name },
  payload: {
    data: {
      attributes: {
        currently_entitled_amount_cents: 1000,
        email: "ann@example.com",
        full_name: "Ann",
        last_charge_status: "Paid",
        patron_status: "active_patron",
        ...attributes,
      },
      id: "38c264ba-0612-4bb9-bc33-f9755cc68bb0",
      type: "member",
    },
    included: [
      { attributes: { full_name: "Ann" }, id: "111836593", type: "user" },
      { attributes: { patron_count: 5, pay_per_name: "month" }, id: "11539233", type: "campaign" },
    ],
  },
});
const follower = { currently_entitled_amount_cents: 0, last_charge_status: null, patron_status: null };

export const samples: readonly Sample[] = [
  {
    name: "a member who joins",
    ...event("members:create", follower),
    becomes: expected`
      members:create > membership notifications
      **Ann** joined as a member.
    `,
  },
  { name: "a member who joins with a pledge, which is told of too", ...event("members:create"), becomes: [] },
  {
    name: "a member who leaves the patrons",
    ...event("members:update", { patron_status: "former_patron" }),
    becomes: expected`
      members:update > membership notifications
      The membership of **Ann** is now that of a **former patron**.
    `,
  },
  { name: "a charge that failed", ...event("members:update", { last_charge_status: "Declined" }), becomes: [] },
  {
    name: "a member who is gone",
    ...event("members:delete", follower),
    becomes: expected`
      members:delete > membership notifications
      The membership of **Ann** ended.
    `,
  },
  {
    name: "a pledge",
    ...event("members:pledge:create"),
    becomes: expected`
      members:pledge:create > membership notifications
      :tada: **Ann** pledged **$10.00 per month**.
      5 patrons in total.
    `,
  },
  { name: "a pledge of nothing", ...event("members:pledge:create", follower), becomes: [] },
  {
    name: "a pledge that changes",
    ...event("members:pledge:update", { currently_entitled_amount_cents: 1250 }),
    becomes: expected`
      members:pledge:update > membership notifications
      **Ann** changed their pledge to **$12.50 per month**.
    `,
  },
  {
    name: "a pledge that ends",
    ...event("members:pledge:delete", { last_charge_status: "Deleted" }),
    becomes: expected`
      members:pledge:delete > membership notifications
      The pledge of **Ann** was canceled.
      5 patrons in total.
    `,
  },
  { name: "an event of before", ...event("pledges:create"), becomes: [] },
  { name: "an event that is not known", ...event("posts:publish"), becomes: { unsupported: "posts:publish" } },
  {
    name: "an event of another service",
    headers: { "X-Patreon-Event": "members:create" },
    payload: { a: 1 },
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
  { name: "a delivery without its header", payload: { a: 1 }, becomes: { refused: "MISSING_HTTP_EVENT_HEADER" } },
];

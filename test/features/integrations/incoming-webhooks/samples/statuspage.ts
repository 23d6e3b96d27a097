import { expected, type Sample } from "../sample.ts";

const page = {
  meta: { unsubscribe: "https://status.example.com/?unsubscribe=x", documentation: "https://help.statuspage.io" },
  page: { id: "j2mfxwj97wnj", status_indicator: "major", status_description: "Partial System Outage" },
};
const incident = (status: string, body: string, more: object = {}) => ({
  payload: {
    ...page,
    incident: {
      backfilled: false,
      created_at: "2026-01-10T08:30:00Z",
      impact: "major",
      name: "The lid does not close",
      resolved_at: null,
      status,
      shortlink: "https://stspg.io/x1",
      incident_updates: [
        {
          body,
          status,
          created_at: "2026-01-10T08:40:00Z",
          affected_components: [{ code: "x", name: "Lid", old_status: "operational", new_status: "major_outage" }],
        },
        { body: "We look into it.", status: "investigating", created_at: "2026-01-10T08:30:00Z" },
      ],
      ...more,
    },
  },
});
const component = (old_status: string, new_status: string) => ({
  payload: {
    ...page,
    component_update: {
      created_at: "2026-01-10T08:30:00Z",
      new_status,
      old_status,
      id: "k7730b5v92bv",
      component_id: "rb5wq1dczvbm",
    },
    component: { created_at: "2025-01-10T08:30:00Z", id: "rb5wq1dczvbm", name: "Lid", status: new_status },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "an incident",
    ...incident("identified", "The oil is gone."),
    becomes: expected`
      incident > The lid does not close
      :cross_mark: [The lid does not close](https://stspg.io/x1): **identified**
      * **Impact**: major
      * Lid: **operational** → **major outage**

      ~~~ quote
      The oil is gone.
      ~~~
    `,
  },
  {
    name: "a resolved incident",
    ...incident("resolved", "The lid closes.", { impact: "none" }),
    becomes: expected`
      incident > The lid does not close
      :check: [The lid does not close](https://stspg.io/x1): **resolved**
      * Lid: **operational** → **major outage**

      ~~~ quote
      The lid closes.
      ~~~
    `,
  },
  {
    name: "a maintenance",
    ...incident("scheduled", "We oil the lid.", {
      scheduled_for: "2026-01-11T08:00:00Z",
      scheduled_until: "2026-01-11T09:00:00Z",
      impact: "maintenance",
      incident_updates: [{ body: "We oil the lid.", status: "scheduled" }],
    }),
    becomes: expected`
      incident > The lid does not close
      [The lid does not close](https://stspg.io/x1): **scheduled**
      * **Impact**: maintenance
      * **Scheduled**: <time:2026-01-11T08:00:00Z> to <time:2026-01-11T09:00:00Z>

      ~~~ quote
      We oil the lid.
      ~~~
    `,
  },
  {
    name: "a component",
    ...component("operational", "partial_outage"),
    becomes: expected`
      component > Lid
      :cross_mark: **Lid**: **operational** → **partial outage**
    `,
  },
  {
    name: "a component that is well again",
    ...component("partial_outage", "operational"),
    becomes: expected`
      component > Lid
      :check: **Lid**: **partial outage** → **operational**
    `,
  },
  { name: "something else", payload: page, becomes: { unsupported: "page" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

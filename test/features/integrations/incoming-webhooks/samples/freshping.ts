import { expected, type Sample } from "../sample.ts";

const checked = (check_state_name: string, more: object = {}) => ({
  payload: {
    organization_name: "Birds",
    webhook_event_id: 5301855,
    webhook_type: "AL",
    webhook_event_data: {
      check_state_name,
      application_name: "Nests",
      check_id: 585767,
      http_status_code: 521,
      request_start_time: "2026-01-10T08:30:00.644166+00:00",
      check_name: "Nest",
      request_url: "https://nest.example.com",
      response_time: 635,
      ...more,
    },
    webhook_id: 24172,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a check that fails",
    ...checked("Reporting Error"),
    becomes: expected`
      reporting_error > Nest
      :cross_mark: [Nest](https://nest.example.com) is unreachable.
      * **Address**: https://nest.example.com
      * **Status**: \`521\`
      * **Response time**: 635 ms
      * **Time**: <time:2026-01-10T08:30:00.644Z>
    `,
  },
  {
    name: "a check that is well again",
    ...checked("Available", { http_status_code: 200 }),
    becomes: expected`
      available > Nest
      :check: [Nest](https://nest.example.com) is up again.
      * **Address**: https://nest.example.com
      * **Response time**: 635 ms
      * **Time**: <time:2026-01-10T08:30:00.644Z>
    `,
  },
  {
    name: "a test",
    ...checked("Available", { application_name: "Webhook test" }),
    becomes: expected`
      available > Freshping
      Freshping webhook has been successfully configured.
    `,
  },
  { name: "a state that is not known", ...checked("Dancing"), becomes: { unsupported: "Dancing" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "reporting_error",
        topic: "Nest",
        content:
          ":cross_mark: [Nest](https://nest.example.com) is unreachable.\n* **Address**: https://nest.example.com\n* **Status**: `521`\n* **Response time**: 635 ms\n* **Time**: <time:2026-01-10T08:30:00.644Z>",
      },
    ],
  },
  {
    name: "a check that is well again",
    ...checked("Available", { http_status_code: 200 }),
    becomes: [
      {
        event: "available",
        topic: "Nest",
        content:
          ":check: [Nest](https://nest.example.com) is up again.\n* **Address**: https://nest.example.com\n* **Response time**: 635 ms\n* **Time**: <time:2026-01-10T08:30:00.644Z>",
      },
    ],
  },
  {
    name: "a test",
    ...checked("Available", { application_name: "Webhook test" }),
    becomes: [
      { event: "available", topic: "Freshping", content: "Freshping webhook has been successfully configured." },
    ],
  },
  { name: "a state that is not known", ...checked("Dancing"), becomes: { unsupported: "Dancing" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

import { configured, integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { code, facts, lines, link, marked, time } from "../../render/compose.ts";

/** Names of Freshping's check states in event filters. */
const EVENTS = new Map([
  ["Available", "available"],
  ["Reporting Error", "reporting_error"],
]);

export const freshping = integration({
  name: "freshping",
  title: "Freshping",
  events: [...EVENTS.values()],
  deliveryId: "payload:webhook_event_id",
  render({ payload }) {
    const check = payload.at("webhook_event_data");
    const state = check.line("check_state_name");
    const event = EVENTS.get(state);
    if (event === undefined) throw new UnsupportedEvent(state);
    if (check.line("application_name", "") === "Webhook test")
      return { event, topic: "Freshping", content: configured("Freshping") };
    const topic = check.line("check_name");
    const url = check.line("request_url", "");
    const isWell = event === "available";
    const milliseconds = check.number("response_time", 0);
    return {
      event,
      topic,
      content: lines(
        marked(isWell, `${link(topic, url)} ${isWell ? "is up again." : "is unreachable."}`),
        facts({
          Address: url,
          Status: isWell ? "" : code(check.line("http_status_code", "")),
          "Response time": milliseconds > 0 ? `${milliseconds} ms` : "",
          Time: check.has("request_start_time") ? time(check.line("request_start_time")) : "",
        }),
      ),
    };
  },
  sample: jsonSample({
    webhook_event_data: {
      check_state_name: "Reporting Error",
      application_name: "Nests",
      check_name: "Nest",
      http_status_code: 521,
      request_url: "https://nest.example.com",
      request_start_time: "2026-01-10T08:30:00+00:00",
      response_time: 635,
    },
  }),
});

import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, code, facts, joinItems, lines, link, marked, paragraphs, quote, time } from "../../render/compose.ts";

const TYPES = ["HTTP", "HTTP_CUSTOM", "HTTPS", "SMTP", "POP3", "IMAP", "PING", "DNS", "UDP", "PORT_TCP", "TRANSACTION"];

export const pingdom = integration({
  name: "pingdom",
  title: "Pingdom",
  events: TYPES,
  render({ payload }) {
    const event = payload.line("check_type");
    if (!TYPES.includes(event)) throw new UnsupportedEvent(event);
    const name = payload.line("check_name");
    const url = payload.oneOf(["check_params.full_url", "check_params.url"], "");
    const [from, to] = [payload.line("previous_state"), payload.line("current_state")];
    const isDown = to === "DOWN" || to === "FAILING";
    const isUp = to === "UP" || to === "SUCCESS";
    const reason = payload.text("long_description", payload.text("description", ""));
    const probes = ["first_probe", "second_probe"].map((probe) => payload.line(`${probe}.location`, ""));
    const details = facts({
      Host: code(payload.oneOf(["check_params.hostname", "check_params.url"], "")),
      Check: event.replaceAll("_", " "),
      Importance: payload.line("importance_level", ""),
      Time: time(payload.oneOf(["state_changed_timestamp", "state_changed_utc_time"], "")),
      Probes: isDown ? joinItems(probes.filter((probe) => probe !== "")) : "",
    });
    const head = `${link(name, url)} changed from ${bold(from)} to ${bold(to)}.`;
    return {
      event,
      topic: `${name} status.`,
      content: paragraphs(
        lines(marked(isDown ? false : isUp ? true : undefined, head), details),
        isDown && quote(reason),
      ),
    };
  },
  sample: jsonSample({
    check_name: "Nest",
    check_type: "HTTP",
    check_params: { hostname: "nest.example.com", full_url: "https://nest.example.com/lid" },
    previous_state: "UP",
    current_state: "DOWN",
    importance_level: "HIGH",
    state_changed_utc_time: "2026-01-10T08:30:00",
    long_description: "Timeout (> 30s)",
    first_probe: { location: "Stockholm, Sweden" },
    second_probe: { location: "Austin, US" },
  }),
});

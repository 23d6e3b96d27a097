import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { duration, facts, lines, link, marked, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/**
 * Returns a field's name as spelled in the payload: `monitor_url` in custom bodies, `monitorURL` in UptimeRobot's own.
 */
function nameIn(payload: Payload, name: string): string {
  const found = payload.fields("").find(([own]) => plain(own) === plain(name));
  return found?.[0] ?? name;
}

const plain = (name: string) => name.replaceAll("_", "").toLowerCase();

export const uptimerobot = integration({
  name: "uptimerobot",
  title: "UptimeRobot",
  events: ["up", "down", "ssl_expiry"],
  render({ payload }) {
    const field = (name: string) => nameIn(payload, name);
    const said = payload.line(field("alert_type_friendly_name")).toLowerCase();
    const event = said.startsWith("ssl") || payload.line(field("alert_type"), "") === "3" ? "ssl_expiry" : said;
    if (event !== "up" && event !== "down" && event !== "ssl_expiry") throw new UnsupportedEvent(said);
    const topic = payload.line(field("monitor_friendly_name"));
    const url = payload.line(field("monitor_url"), "");
    const shown = link(topic, url);
    const seconds = payload.number(field("alert_duration"), 0);
    const downtime = seconds > 0 ? duration(seconds) : payload.line(field("alert_friendly_duration"), "");
    const left = payload.line(field("ssl_expiry_days_left"), "");
    const did = {
      up: downtime === "" ? "is up again." : `is up again. It was down for ${downtime}.`,
      down: "is down.",
      ssl_expiry: `has a certificate that expires${left === "" ? " soon" : ` in ${left} days`}.`,
    }[event];
    const details = facts({
      Reason: payload.line(field("alert_details"), ""),
      Address: url,
      Expires: time(payload.line(field("ssl_expiry_date"), "")),
      Time: payload.has(field("alert_datetime")) ? time(payload.line(field("alert_datetime"))) : "",
    });
    return { event, topic, content: lines(marked(event === "up", `${shown} ${did}`), details) };
  },
  sample: jsonSample({
    monitor_url: "https://nest.example.com",
    monitor_friendly_name: "Nest",
    alert_type_friendly_name: "Down",
    alert_details: "Connection timeout",
    alert_datetime: "1768033800",
  }),
});

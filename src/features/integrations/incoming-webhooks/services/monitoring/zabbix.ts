import { integration, jsonSample } from "../../integration.ts";
import { bold, code, facts, lines, link, marked } from "../../render/compose.ts";

/** Integration for a custom Zabbix payload: `hostname`, `severity`, `status`, `item`, `trigger` and `link`. */
export const zabbix = integration({
  name: "zabbix",
  title: "Zabbix",
  render({ payload }) {
    const topic = payload.line("hostname");
    const status = payload.line("status");
    const isWell = /^(ok|resolved)$/i.test(status) ? true : /^problem$/i.test(status) ? false : undefined;
    const trigger = link(payload.line("trigger"), payload.line("link", ""));
    return {
      topic,
      content: lines(
        marked(isWell, `${bold(status)} on ${bold(topic)}: ${trigger}`),
        facts({ Severity: payload.line("severity", ""), Item: code(payload.line("item", "")) }),
      ),
    };
  },
  sample: jsonSample({
    hostname: "nest-1.example.com",
    severity: "High",
    status: "PROBLEM",
    item: "Water level (water.level): 12 cm",
    trigger: "The water is high",
    link: "https://zabbix.example.com/tr_events.php?triggerid=1&eventid=2",
  }),
});

import { integration } from "../../integration.ts";
import { bold, code, facts, lines, link, marked } from "../../render/compose.ts";

/**
 * The integration for what Zabbix is set up to send: `hostname`, `severity`, `status`, `item`, `trigger` and `link`.
 */
export const zabbix = integration({
  name: "zabbix",
  title: "Zabbix",
  category: "monitoring",
  events: [],
  render({ payload }) {
    const topic = payload.line("hostname");
    const status = payload.line("status");
    const isWell = /^(ok|resolved)$/i.test(status) ? true : /^problem$/i.test(status) ? false : undefined;
    const trigger = link(payload.line("trigger"), payload.line("link", ""));
    const item = payload.line("item", "");
    return {
      topic,
      content: lines(
        marked(isWell, `${bold(status)} on ${bold(topic)}: ${trigger}`),
        facts({ Severity: payload.line("severity", ""), Item: item === "" ? "" : code(item) }),
      ),
    };
  },
});

import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, boldMarkup, link, paragraphs, quote } from "../../render/compose.ts";

const EVENT = "collective.member.created";

export const opencollective = integration({
  name: "opencollective",
  title: "Open Collective",
  events: [EVENT],
  deliveryId: "payload:id",
  render({ payload }) {
    const said = payload.line("type", EVENT);
    if (said !== EVENT) throw new UnsupportedEvent(said);
    const member = payload.at("data.member.memberCollective");
    const [name, slug] = [member.line("name"), member.line("slug", "")];
    const isIncognito = name.toLowerCase() === "incognito" || slug.startsWith("incognito");
    const url = slug === "" ? "" : `https://opencollective.com/${encodeURIComponent(slug)}`;
    const who = isIncognito ? "Someone incognito" : boldMarkup(link(name, url));
    const amount = payload.oneOf(["data.order.formattedAmountWithInterval", "data.order.formattedAmount"]);
    return {
      event: EVENT,
      topic: "New Member",
      content: paragraphs(
        `:tada: ${who} donated ${bold(amount)}.`,
        !isIncognito && quote(payload.text("data.member.description", "")),
      ),
    };
  },
  sample: jsonSample({
    type: "collective.member.created",
    data: {
      member: { memberCollective: { name: "Ann Finch", slug: "ann-finch" } },
      order: { formattedAmount: "€1.00" },
    },
  }),
});

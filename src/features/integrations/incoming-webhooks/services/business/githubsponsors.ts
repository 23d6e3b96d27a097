import { configured, integration, jsonSample, SILENT, UnsupportedEvent } from "../../integration.ts";
import { link, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const EVENTS = ["cancelled", "created", "edited", "pending_cancellation", "pending_tier_change", "tier_changed"];

const tierOf = (tier: Payload) =>
  tier.has("name") ? tier.line("name") : `$${tier.number("monthly_price_in_dollars")} a month`;

export const githubsponsors = integration({
  name: "githubsponsors",
  title: "GitHub Sponsors",
  events: EVENTS,
  deliveryId: "X-GitHub-Delivery",
  signature: { by: "hmac", header: "X-Hub-Signature-256" },
  render(delivery) {
    const { payload } = delivery;
    const topic = "sponsors";
    if (delivery.header("X-GitHub-Event") === "ping") {
      return { topic, content: configured("GitHub Sponsors", payload.line("sender.login", "")) };
    }
    const event = payload.line("action");
    if (!EVENTS.includes(event)) throw new UnsupportedEvent(event);
    const sponsor = payload.line("sponsorship.sponsor.login");
    const who = link(sponsor, payload.line("sponsorship.sponsor.html_url", ""));
    const tier = tierOf(payload.at("sponsorship.tier"));
    const former = payload.has("changes.tier.from") ? ` from ${tierOf(payload.at("changes.tier.from"))}` : "";
    const change = `the sponsorship${former} to ${tier}`;
    const from = payload.has("effective_date") ? ` from ${time(payload.line("effective_date"))} on` : "";
    const told: Record<string, () => string | undefined> = {
      created: () => `${who} sponsors us: ${tier}. :tada:`,
      cancelled: () => `${who} has canceled the sponsorship (${tier}).`,
      pending_cancellation: () => `${who} has canceled the sponsorship (${tier})${from}.`,
      tier_changed: () => `${who} has changed ${change}.`,
      pending_tier_change: () => `${who} changes ${change}${from}.`,
      edited: () =>
        payload.has("changes.privacy_level")
          ? `${who} now sponsors us in ${payload.line("sponsorship.privacy_level", "another way")}.`
          : undefined,
    };
    const content = told[event]?.();
    return content === undefined ? SILENT : { event, topic, content };
  },
  sample: jsonSample({
    action: "created",
    sponsorship: {
      sponsor: { login: "ann", html_url: "https://github.com/ann" },
      tier: { monthly_price_in_dollars: 5 },
    },
  }),
});

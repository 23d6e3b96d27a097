import { type DeliverySample, json } from "./delivery-sample.ts";

/** Support and sales: a delivery of each. */
export const businessSamples: Readonly<Record<string, DeliverySample>> = {
  freshdesk: json({
    freshdesk_webhook: {
      triggered_event: "{ticket_action:created}",
      ticket_id: 7,
      ticket_url: "https://birds.freshdesk.com/helpdesk/tickets/7",
      ticket_type: "Problem",
      ticket_subject: "The lid is open",
      ticket_description: "<div>Rain comes in.</div>",
      ticket_status: "Open",
      ticket_priority: "High",
      requester_name: "Ann",
      requester_email: "ann@example.com",
    },
  }),
  githubsponsors: json({
    action: "created",
    sponsorship: {
      sponsor: { login: "ann", html_url: "https://github.com/ann" },
      tier: { monthly_price_in_dollars: 5 },
    },
  }),
  intercom: json({
    topic: "company.created",
    data: { item: { name: "Birds", user_count: 3, plan: { name: "Nest" } } },
  }),
  stripe: json({
    type: "charge.succeeded",
    data: {
      object: {
        id: "ch_1",
        amount: 1250,
        currency: "eur",
        customer: "cus_1",
        description: "Oil",
        receipt_url: "https://pay.stripe.com/receipts/1",
      },
    },
  }),
  zendesk: json({ ticket_title: "The lid is open", ticket_id: "7", message: "Ann has **opened** a ticket." }),
};

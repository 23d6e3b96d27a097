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
  front: json({
    type: "comment",
    conversation: { id: "cnv_a73yq9", subject: "Re: The lid" },
    source: { data: { first_name: "Ann", last_name: "Finch" } },
    target: { data: { body: "Is there oil?" } },
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
  opencollective: json({
    type: "collective.member.created",
    data: {
      member: { memberCollective: { name: "Ann Finch", slug: "ann-finch" } },
      order: { formattedAmount: "€1.00" },
    },
  }),
  patreon: json(
    {
      data: {
        attributes: {
          full_name: "Ann",
          currently_entitled_amount_cents: 1000,
          last_charge_status: "Paid",
          patron_status: "active_patron",
        },
      },
      included: [{ type: "campaign", attributes: { patron_count: 5, pay_per_name: "month" } }],
    },
    { "X-Patreon-Event": "members:pledge:create" },
  ),
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

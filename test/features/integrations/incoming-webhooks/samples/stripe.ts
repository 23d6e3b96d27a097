import { expected, type Sample } from "../sample.ts";

const on = (type: string, object: object, previous_attributes?: object, livemode = true) => ({
  payload: {
    id: "evt_1",
    object: "event",
    type,
    created: 1_768_033_800,
    livemode,
    data: { object, ...(previous_attributes && { previous_attributes }) },
  },
});
const charge = {
  id: "ch_1",
  object: "charge",
  amount: 1250,
  amount_refunded: 0,
  currency: "eur",
  customer: "cus_1",
  status: "succeeded",
  description: "Oil",
  receipt_url: "https://pay.stripe.com/receipts/1",
};
const dispute = {
  id: "dp_1",
  object: "dispute",
  amount: 1250,
  currency: "eur",
  charge: "ch_1",
  reason: "product_not_received",
  status: "needs_response",
  evidence_details: { due_by: 1_768_500_000 },
};
const customer = {
  id: "cus_1",
  object: "customer",
  name: "Ann",
  email: "ann@example.com",
  currency: "eur",
  balance: 0,
};
const discount = { id: "di_1", object: "discount", customer: "cus_1", coupon: { id: "RAIN", name: "Rainy day" } };
const card = { id: "card_1", object: "card", brand: "Visa", last4: "4242", customer: "cus_1" };
const subscription = {
  id: "sub_1",
  object: "subscription",
  customer: "cus_1",
  currency: "eur",
  status: "active",
  trial_end: 1_768_500_000,
  quantity: 2,
  items: {
    data: [
      {
        quantity: 2,
        price: { id: "price_1", nickname: "Nest", unit_amount: 500, currency: "eur", recurring: { interval: "month" } },
      },
    ],
  },
};
const invoice = {
  id: "in_1",
  object: "invoice",
  number: "N-7",
  amount_due: 1000,
  amount_paid: 1000,
  currency: "jpy",
  customer: "cus_1",
  customer_name: "Ann",
  status: "open",
  hosted_invoice_url: "https://invoice.stripe.com/i/1",
};
const payout = {
  id: "po_1",
  object: "payout",
  amount: 5000,
  currency: "bhd",
  status: "paid",
  arrival_date: 1_768_500_000,
};

export const samples: readonly Sample[] = [
  {
    name: "a charge: captured",
    ...on("charge.captured", charge),
    becomes: expected`
      charge.captured > cus_1
      :check: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was captured.
      * **Amount**: 12.50 EUR
      * **Status**: succeeded
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: expired",
    ...on("charge.expired", charge),
    becomes: expected`
      charge.expired > cus_1
      :cross_mark: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has expired.
      * **Amount**: 12.50 EUR
      * **Status**: succeeded
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: pending",
    ...on("charge.pending", charge),
    becomes: expected`
      charge.pending > cus_1
      Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) is pending.
      * **Amount**: 12.50 EUR
      * **Status**: succeeded
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: refunded",
    ...on("charge.refunded", { ...charge, amount_refunded: 1250 }),
    becomes: expected`
      charge.refunded > cus_1
      Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was refunded.
      * **Amount**: 12.50 EUR
      * **Refunded**: 12.50 EUR
      * **Status**: succeeded
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: succeeded",
    ...on("charge.succeeded", charge),
    becomes: expected`
      charge.succeeded > cus_1
      :check: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has succeeded.
      * **Amount**: 12.50 EUR
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: failed",
    ...on("charge.failed", { ...charge, status: "failed", failure_message: "Your card was declined." }),
    becomes: expected`
      charge.failed > cus_1
      :cross_mark: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has failed.
      * **Amount**: 12.50 EUR
      * **Reason**: Your card was declined.
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a charge: updated",
    ...on("charge.updated", charge, { description: null }),
    becomes: expected`
      charge.updated > cus_1
      Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.
      * **description**: nothing → \`Oil\`
      * **Amount**: 12.50 EUR
    `,
  },
  {
    name: "a charge without a customer, in test mode",
    ...on("charge.succeeded", { ...charge, customer: null }, undefined, false),
    becomes: expected`
      charge.succeeded > charges
      :check: Charge [ch_1](https://dashboard.stripe.com/test/payments/ch_1) has succeeded (test mode).
      * **Amount**: 12.50 EUR
      * **Description**: Oil
      * **Links**: [receipt](https://pay.stripe.com/receipts/1)
    `,
  },
  {
    name: "a dispute: created",
    ...on("charge.dispute.created", dispute),
    becomes: expected`
      charge.dispute.created > disputes
      :cross_mark: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was created.
      * **Amount**: 12.50 EUR
      * **Status**: needs response
      * **Reason**: product not received
      * **Evidence until**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a dispute: closed",
    ...on("charge.dispute.closed", { ...dispute, status: "lost" }),
    becomes: expected`
      charge.dispute.closed > disputes
      Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was closed.
      * **Amount**: 12.50 EUR
      * **Status**: lost
      * **Reason**: product not received
    `,
  },
  {
    name: "a dispute: funds_reinstated",
    ...on("charge.dispute.funds_reinstated", { ...dispute, status: "won" }),
    becomes: expected`
      charge.dispute.funds_reinstated > disputes
      :check: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) has given its funds back to us.
      * **Amount**: 12.50 EUR
      * **Status**: won
      * **Reason**: product not received
    `,
  },
  {
    name: "a dispute: funds_withdrawn",
    ...on("charge.dispute.funds_withdrawn", dispute),
    becomes: expected`
      charge.dispute.funds_withdrawn > disputes
      :cross_mark: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) has taken its funds from us.
      * **Amount**: 12.50 EUR
      * **Status**: needs response
      * **Reason**: product not received
      * **Evidence until**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a dispute: updated",
    ...on("charge.dispute.updated", dispute, { status: "warning_needs_response" }),
    becomes: expected`
      charge.dispute.updated > disputes
      Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.
      * **status**: \`warning_needs_response\` → \`needs_response\`
      * **Amount**: 12.50 EUR
    `,
  },
  {
    name: "a refund",
    ...on("charge.refund.updated", {
      id: "re_1",
      object: "refund",
      amount: 1250,
      currency: "eur",
      charge: "ch_1",
      reason: "duplicate",
      status: "succeeded",
    }),
    becomes: expected`
      charge.refund.updated > refunds
      Refund [re_1](https://dashboard.stripe.com/refunds/re_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.
      * **Amount**: 12.50 EUR
      * **Status**: succeeded
      * **Reason**: duplicate
    `,
  },
  {
    name: "a refund that has failed afterwards",
    ...on(
      "charge.refund.updated",
      {
        id: "re_1",
        object: "refund",
        amount: 1250,
        currency: "eur",
        charge: "ch_1",
        failure_reason: "expired_or_canceled_card",
        status: "failed",
      },
      { status: "succeeded", failure_reason: null },
    ),
    becomes: expected`
      charge.refund.updated > refunds
      Refund [re_1](https://dashboard.stripe.com/refunds/re_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.
      * **status**: \`succeeded\` → \`failed\`
      * **failure reason**: nothing → \`expired_or_canceled_card\`
      * **Amount**: 12.50 EUR
    `,
  },
  ...(["created", "failed", "updated"] as const).map((did) => ({
    name: `a refund: ${did}`,
    ...on(`refund.${did}`, {
      id: "re_1",
      object: "refund",
      amount: 1250,
      currency: "eur",
      charge: "ch_1",
      status: "pending",
    }),
    becomes: [
      {
        event: `refund.${did}`,
        topic: "refunds",
        content: `${did === "failed" ? ":cross_mark: " : ""}Refund [re_1](https://dashboard.stripe.com/refunds/re_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) ${did === "failed" ? "has" : "was"} ${did}.\n* **Amount**: 12.50 EUR\n* **Status**: pending`,
      },
    ],
  })),
  {
    name: "a customer: created",
    ...on("customer.created", customer),
    becomes: expected`
      customer.created > cus_1
      Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was created.
      * **Email**: ann@example.com
    `,
  },
  {
    name: "a customer: deleted",
    ...on("customer.deleted", customer),
    becomes: expected`
      customer.deleted > cus_1
      Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was deleted.
      * **Email**: ann@example.com
    `,
  },
  {
    name: "a customer: updated",
    ...on("customer.updated", customer, { email: "a@example.com", balance: 500, metadata: {} }),
    becomes: expected`
      customer.updated > cus_1
      Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was updated.
      * **email**: \`a@example.com\` → \`ann@example.com\`
      * **balance**: 5.00 EUR → 0.00 EUR
    `,
  },
  {
    name: "a customer: updated, in nothing that is told",
    ...on("customer.updated", customer, { metadata: {} }),
    becomes: [],
  },
  {
    name: "a discount: created",
    ...on("customer.discount.created", discount),
    becomes: expected`
      customer.discount.created > cus_1
      Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Coupon**: Rainy day
    `,
  },
  {
    name: "a discount without an id",
    ...on("customer.discount.created", { ...discount, id: undefined }),
    becomes: expected`
      customer.discount.created > cus_1
      Discount of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Coupon**: Rainy day
    `,
  },
  {
    name: "a discount: deleted",
    ...on("customer.discount.deleted", { ...discount, coupon: undefined, source: { type: "coupon", coupon: "RAIN" } }),
    becomes: expected`
      customer.discount.deleted > cus_1
      Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.
      * **Coupon**: RAIN
    `,
  },
  {
    name: "a discount: updated",
    ...on("customer.discount.updated", { ...discount, end: null }, { end: 1_768_500_000 }),
    becomes: expected`
      customer.discount.updated > cus_1
      Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.
      * **end**: <time:2026-01-15T18:00:00Z> → nothing
    `,
  },
  {
    name: "a source: created",
    ...on("customer.source.created", card),
    becomes: expected`
      customer.source.created > cus_1
      Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Card**: Visa ending in 4242
    `,
  },
  {
    name: "a source: deleted",
    ...on("customer.source.deleted", card),
    becomes: expected`
      customer.source.deleted > cus_1
      Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.
      * **Card**: Visa ending in 4242
    `,
  },
  {
    name: "a source: expiring",
    ...on("customer.source.expiring", card),
    becomes: expected`
      customer.source.expiring > cus_1
      Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) expires soon.
      * **Card**: Visa ending in 4242
    `,
  },
  {
    name: "a source: updated",
    ...on("customer.source.updated", card, { last4: "4241" }),
    becomes: expected`
      customer.source.updated > cus_1
      Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.
      * **last4**: \`4241\` → \`4242\`
    `,
  },
  {
    name: "a subscription: created",
    ...on("customer.subscription.created", subscription),
    becomes: expected`
      customer.subscription.created > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
      * **Trial until**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a subscription that is paid every three months",
    ...on("customer.subscription.created", {
      ...subscription,
      trial_end: null,
      items: {
        data: [{ plan: { nickname: "Nest", amount: 1500, currency: "eur", interval: "month", interval_count: 3 } }],
      },
    }),
    becomes: expected`
      customer.subscription.created > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Plans**: 1 × Nest (15.00 EUR every 3 months)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: deleted",
    ...on("customer.subscription.deleted", subscription),
    becomes: expected`
      customer.subscription.deleted > cus_1
      :cross_mark: Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: paused",
    ...on("customer.subscription.paused", subscription),
    becomes: expected`
      customer.subscription.paused > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was paused.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: pending_update_applied",
    ...on("customer.subscription.pending_update_applied", subscription),
    becomes: expected`
      customer.subscription.pending_update_applied > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has its pending update applied.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: pending_update_expired",
    ...on("customer.subscription.pending_update_expired", subscription),
    becomes: expected`
      customer.subscription.pending_update_expired > cus_1
      :cross_mark: Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has a pending update that expired.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: resumed",
    ...on("customer.subscription.resumed", subscription),
    becomes: expected`
      customer.subscription.resumed > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was resumed.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
    `,
  },
  {
    name: "a subscription: trial_will_end",
    ...on("customer.subscription.trial_will_end", subscription),
    becomes: expected`
      customer.subscription.trial_will_end > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has a trial that ends soon.
      * **Plans**: 2 × Nest (5.00 EUR a month)
      * **Status**: active
      * **Trial until**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a subscription: updated",
    ...on("customer.subscription.updated", subscription, { quantity: 1, trial_end: 1_768_400_000 }),
    becomes: expected`
      customer.subscription.updated > cus_1
      Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.
      * **quantity**: \`1\` → \`2\`
      * **trial end**: <time:2026-01-14T14:13:20Z> → <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "an invoice: created",
    ...on("invoice.created", invoice),
    becomes: expected`
      invoice.created > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: deleted",
    ...on("invoice.deleted", invoice),
    becomes: expected`
      invoice.deleted > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was deleted.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: finalized",
    ...on("invoice.finalized", invoice),
    becomes: expected`
      invoice.finalized > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was finalized.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: marked_uncollectible",
    ...on("invoice.marked_uncollectible", invoice),
    becomes: expected`
      invoice.marked_uncollectible > cus_1
      :cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was marked as uncollectible.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: paid",
    ...on("invoice.paid", invoice),
    becomes: expected`
      invoice.paid > cus_1
      :check: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was paid.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: payment_action_required",
    ...on("invoice.payment_action_required", invoice),
    becomes: expected`
      invoice.payment_action_required > cus_1
      :cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) needs an action of the customer to be paid.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: payment_failed",
    ...on("invoice.payment_failed", invoice),
    becomes: expected`
      invoice.payment_failed > cus_1
      :cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) could not be paid.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: payment_succeeded",
    ...on("invoice.payment_succeeded", invoice),
    becomes: expected`
      invoice.payment_succeeded > cus_1
      :check: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was paid.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: sent",
    ...on("invoice.sent", invoice),
    becomes: expected`
      invoice.sent > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was sent.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: upcoming",
    ...on("invoice.upcoming", { ...invoice, id: null, number: null }),
    becomes: expected`
      invoice.upcoming > cus_1
      Invoice of customer [Ann](https://dashboard.stripe.com/customers/cus_1) is coming up.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: voided",
    ...on("invoice.voided", invoice),
    becomes: expected`
      invoice.voided > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was voided.
      * **Amount**: 1000 JPY
      * **Status**: open
      * **Links**: [invoice](https://invoice.stripe.com/i/1)
    `,
  },
  {
    name: "an invoice: updated",
    ...on("invoice.updated", invoice, { amount_due: 900 }),
    becomes: expected`
      invoice.updated > cus_1
      Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was updated.
      * **amount due**: 900 JPY → 1000 JPY
    `,
  },
  {
    name: "an item of an invoice",
    ...on("invoiceitem.created", {
      id: "ii_1",
      object: "invoiceitem",
      amount: 300,
      currency: "eur",
      customer: "cus_1",
      description: "Oil",
    }),
    becomes: expected`
      invoiceitem.created > cus_1
      Invoice item ii_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.
      * **Amount**: 3.00 EUR
      * **Description**: Oil
    `,
  },
  {
    name: "a payment that has failed",
    ...on("payment_intent.payment_failed", {
      id: "pi_1",
      object: "payment_intent",
      amount: 1250,
      currency: "eur",
      customer: "cus_1",
      status: "requires_payment_method",
      last_payment_error: { message: "Declined." },
    }),
    becomes: expected`
      payment_intent.payment_failed > cus_1
      :cross_mark: Payment intent [pi_1](https://dashboard.stripe.com/payments/pi_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has failed.
      * **Amount**: 12.50 EUR
      * **Status**: requires payment method
      * **Reason**: Declined.
    `,
  },
  {
    name: "a payout: canceled",
    ...on("payout.canceled", payout),
    becomes: expected`
      payout.canceled > payouts
      Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was canceled.
      * **Amount**: 5.000 BHD
      * **Status**: paid
      * **Arrives on**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a payout: created",
    ...on("payout.created", payout),
    becomes: expected`
      payout.created > payouts
      Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was created.
      * **Amount**: 5.000 BHD
      * **Status**: paid
      * **Arrives on**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a payout: failed",
    ...on("payout.failed", payout),
    becomes: expected`
      payout.failed > payouts
      :cross_mark: Payout [po_1](https://dashboard.stripe.com/payouts/po_1) has failed.
      * **Amount**: 5.000 BHD
      * **Status**: paid
      * **Arrives on**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "a payout: paid",
    ...on("payout.paid", payout),
    becomes: expected`
      payout.paid > payouts
      :check: Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was paid.
      * **Amount**: 5.000 BHD
      * **Status**: paid
      * **Arrives on**: <time:2026-01-15T18:00:00Z>
    `,
  },
  {
    name: "an event that is not known",
    ...on("radar.early_fraud_warning.created", charge),
    becomes: { unsupported: "radar.early_fraud_warning.created" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

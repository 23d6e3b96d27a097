import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "charge.captured",
        topic: "cus_1",
        content:
          ":check: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was captured.\n* **Amount**: 12.50 EUR\n* **Status**: succeeded\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: expired",
    ...on("charge.expired", charge),
    becomes: [
      {
        event: "charge.expired",
        topic: "cus_1",
        content:
          ":cross_mark: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has expired.\n* **Amount**: 12.50 EUR\n* **Status**: succeeded\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: pending",
    ...on("charge.pending", charge),
    becomes: [
      {
        event: "charge.pending",
        topic: "cus_1",
        content:
          "Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) is pending.\n* **Amount**: 12.50 EUR\n* **Status**: succeeded\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: refunded",
    ...on("charge.refunded", { ...charge, amount_refunded: 1250 }),
    becomes: [
      {
        event: "charge.refunded",
        topic: "cus_1",
        content:
          "Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was refunded.\n* **Amount**: 12.50 EUR\n* **Refunded**: 12.50 EUR\n* **Status**: succeeded\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: succeeded",
    ...on("charge.succeeded", charge),
    becomes: [
      {
        event: "charge.succeeded",
        topic: "cus_1",
        content:
          ":check: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has succeeded.\n* **Amount**: 12.50 EUR\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: failed",
    ...on("charge.failed", { ...charge, status: "failed", failure_message: "Your card was declined." }),
    becomes: [
      {
        event: "charge.failed",
        topic: "cus_1",
        content:
          ":cross_mark: Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has failed.\n* **Amount**: 12.50 EUR\n* **Reason**: Your card was declined.\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a charge: updated",
    ...on("charge.updated", charge, { description: null }),
    becomes: [
      {
        event: "charge.updated",
        topic: "cus_1",
        content:
          "Charge [ch_1](https://dashboard.stripe.com/payments/ch_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.\n* **description**: nothing → `Oil`\n* **Amount**: 12.50 EUR",
      },
    ],
  },
  {
    name: "a charge without a customer, in test mode",
    ...on("charge.succeeded", { ...charge, customer: null }, undefined, false),
    becomes: [
      {
        event: "charge.succeeded",
        topic: "charges",
        content:
          ":check: Charge [ch_1](https://dashboard.stripe.com/test/payments/ch_1) has succeeded (test mode).\n* **Amount**: 12.50 EUR\n* **Description**: Oil\n* **Links**: [receipt](https://pay.stripe.com/receipts/1)",
      },
    ],
  },
  {
    name: "a dispute: created",
    ...on("charge.dispute.created", dispute),
    becomes: [
      {
        event: "charge.dispute.created",
        topic: "disputes",
        content:
          ":cross_mark: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was created.\n* **Amount**: 12.50 EUR\n* **Status**: needs response\n* **Reason**: product not received\n* **Evidence until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a dispute: closed",
    ...on("charge.dispute.closed", dispute),
    becomes: [
      {
        event: "charge.dispute.closed",
        topic: "disputes",
        content:
          "Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was closed.\n* **Amount**: 12.50 EUR\n* **Status**: needs response\n* **Reason**: product not received\n* **Evidence until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a dispute: funds_reinstated",
    ...on("charge.dispute.funds_reinstated", dispute),
    becomes: [
      {
        event: "charge.dispute.funds_reinstated",
        topic: "disputes",
        content:
          ":check: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) has given its funds back to us.\n* **Amount**: 12.50 EUR\n* **Status**: needs response\n* **Reason**: product not received\n* **Evidence until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a dispute: funds_withdrawn",
    ...on("charge.dispute.funds_withdrawn", dispute),
    becomes: [
      {
        event: "charge.dispute.funds_withdrawn",
        topic: "disputes",
        content:
          ":cross_mark: Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) has taken its funds from us.\n* **Amount**: 12.50 EUR\n* **Status**: needs response\n* **Reason**: product not received\n* **Evidence until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a dispute: updated",
    ...on("charge.dispute.updated", dispute, { status: "warning_needs_response" }),
    becomes: [
      {
        event: "charge.dispute.updated",
        topic: "disputes",
        content:
          "Dispute [dp_1](https://dashboard.stripe.com/disputes/dp_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.\n* **status**: `warning_needs_response` → `needs_response`\n* **Amount**: 12.50 EUR",
      },
    ],
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
    becomes: [
      {
        event: "charge.refund.updated",
        topic: "refunds",
        content:
          "Refund [re_1](https://dashboard.stripe.com/refunds/re_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.\n* **Amount**: 12.50 EUR\n* **Status**: succeeded\n* **Reason**: duplicate",
      },
    ],
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
    becomes: [
      {
        event: "charge.refund.updated",
        topic: "refunds",
        content:
          "Refund [re_1](https://dashboard.stripe.com/refunds/re_1) of charge [ch_1](https://dashboard.stripe.com/payments/ch_1) was updated.\n* **status**: `succeeded` → `failed`\n* **failure reason**: nothing → `expired_or_canceled_card`\n* **Amount**: 12.50 EUR",
      },
    ],
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
    becomes: [
      {
        event: "customer.created",
        topic: "cus_1",
        content:
          "Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was created.\n* **Email**: ann@example.com",
      },
    ],
  },
  {
    name: "a customer: deleted",
    ...on("customer.deleted", customer),
    becomes: [
      {
        event: "customer.deleted",
        topic: "cus_1",
        content:
          "Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was deleted.\n* **Email**: ann@example.com",
      },
    ],
  },
  {
    name: "a customer: updated",
    ...on("customer.updated", customer, { email: "a@example.com", balance: 500, metadata: {} }),
    becomes: [
      {
        event: "customer.updated",
        topic: "cus_1",
        content:
          "Customer [cus_1](https://dashboard.stripe.com/customers/cus_1) (Ann) was updated.\n* **email**: `a@example.com` → `ann@example.com`\n* **balance**: 5.00 EUR → 0.00 EUR",
      },
    ],
  },
  {
    name: "a customer: updated, in nothing that is told",
    ...on("customer.updated", customer, { metadata: {} }),
    becomes: [],
  },
  {
    name: "a discount: created",
    ...on("customer.discount.created", discount),
    becomes: [
      {
        event: "customer.discount.created",
        topic: "cus_1",
        content:
          "Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.\n* **Coupon**: Rainy day",
      },
    ],
  },
  {
    name: "a discount: deleted",
    ...on("customer.discount.deleted", discount),
    becomes: [
      {
        event: "customer.discount.deleted",
        topic: "cus_1",
        content:
          "Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.\n* **Coupon**: Rainy day",
      },
    ],
  },
  {
    name: "a discount: updated",
    ...on("customer.discount.updated", discount, { end: 1 }),
    becomes: [
      {
        event: "customer.discount.updated",
        topic: "cus_1",
        content:
          "Discount di_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.\n* **end**: `1` → nothing",
      },
    ],
  },
  {
    name: "a source: created",
    ...on("customer.source.created", card),
    becomes: [
      {
        event: "customer.source.created",
        topic: "cus_1",
        content:
          "Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.\n* **Card**: Visa ending in 4242",
      },
    ],
  },
  {
    name: "a source: deleted",
    ...on("customer.source.deleted", card),
    becomes: [
      {
        event: "customer.source.deleted",
        topic: "cus_1",
        content:
          "Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.\n* **Card**: Visa ending in 4242",
      },
    ],
  },
  {
    name: "a source: expiring",
    ...on("customer.source.expiring", card),
    becomes: [
      {
        event: "customer.source.expiring",
        topic: "cus_1",
        content:
          "Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) expires soon.\n* **Card**: Visa ending in 4242",
      },
    ],
  },
  {
    name: "a source: updated",
    ...on("customer.source.updated", card, { last4: "4241" }),
    becomes: [
      {
        event: "customer.source.updated",
        topic: "cus_1",
        content:
          "Card card_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.\n* **last4**: `4241` → `4242`",
      },
    ],
  },
  {
    name: "a subscription: created",
    ...on("customer.subscription.created", subscription),
    becomes: [
      {
        event: "customer.subscription.created",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active\n* **Trial until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a subscription: deleted",
    ...on("customer.subscription.deleted", subscription),
    becomes: [
      {
        event: "customer.subscription.deleted",
        topic: "cus_1",
        content:
          ":cross_mark: Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was deleted.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active",
      },
    ],
  },
  {
    name: "a subscription: paused",
    ...on("customer.subscription.paused", subscription),
    becomes: [
      {
        event: "customer.subscription.paused",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was paused.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active",
      },
    ],
  },
  {
    name: "a subscription: pending_update_applied",
    ...on("customer.subscription.pending_update_applied", subscription),
    becomes: [
      {
        event: "customer.subscription.pending_update_applied",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has its pending update applied.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active",
      },
    ],
  },
  {
    name: "a subscription: pending_update_expired",
    ...on("customer.subscription.pending_update_expired", subscription),
    becomes: [
      {
        event: "customer.subscription.pending_update_expired",
        topic: "cus_1",
        content:
          ":cross_mark: Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has a pending update that expired.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active",
      },
    ],
  },
  {
    name: "a subscription: resumed",
    ...on("customer.subscription.resumed", subscription),
    becomes: [
      {
        event: "customer.subscription.resumed",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was resumed.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active",
      },
    ],
  },
  {
    name: "a subscription: trial_will_end",
    ...on("customer.subscription.trial_will_end", subscription),
    becomes: [
      {
        event: "customer.subscription.trial_will_end",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has a trial that ends soon.\n* **Plans**: 2 × Nest (5.00 EUR a month)\n* **Status**: active\n* **Trial until**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a subscription: updated",
    ...on("customer.subscription.updated", subscription, { quantity: 1, trial_end: 1_768_400_000 }),
    becomes: [
      {
        event: "customer.subscription.updated",
        topic: "cus_1",
        content:
          "Subscription [sub_1](https://dashboard.stripe.com/subscriptions/sub_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was updated.\n* **quantity**: `1` → `2`\n* **trial end**: <time:2026-01-14T14:13:20Z> → <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "an invoice: created",
    ...on("invoice.created", invoice),
    becomes: [
      {
        event: "invoice.created",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was created.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: deleted",
    ...on("invoice.deleted", invoice),
    becomes: [
      {
        event: "invoice.deleted",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was deleted.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: finalized",
    ...on("invoice.finalized", invoice),
    becomes: [
      {
        event: "invoice.finalized",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was finalized.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: marked_uncollectible",
    ...on("invoice.marked_uncollectible", invoice),
    becomes: [
      {
        event: "invoice.marked_uncollectible",
        topic: "cus_1",
        content:
          ":cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was marked as uncollectible.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: paid",
    ...on("invoice.paid", invoice),
    becomes: [
      {
        event: "invoice.paid",
        topic: "cus_1",
        content:
          ":check: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was paid.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: payment_action_required",
    ...on("invoice.payment_action_required", invoice),
    becomes: [
      {
        event: "invoice.payment_action_required",
        topic: "cus_1",
        content:
          ":cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) needs an action of the customer to be paid.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: payment_failed",
    ...on("invoice.payment_failed", invoice),
    becomes: [
      {
        event: "invoice.payment_failed",
        topic: "cus_1",
        content:
          ":cross_mark: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) could not be paid.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: payment_succeeded",
    ...on("invoice.payment_succeeded", invoice),
    becomes: [
      {
        event: "invoice.payment_succeeded",
        topic: "cus_1",
        content:
          ":check: Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was paid.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: sent",
    ...on("invoice.sent", invoice),
    becomes: [
      {
        event: "invoice.sent",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was sent.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: upcoming",
    ...on("invoice.upcoming", invoice),
    becomes: [
      {
        event: "invoice.upcoming",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) is coming up.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: voided",
    ...on("invoice.voided", invoice),
    becomes: [
      {
        event: "invoice.voided",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was voided.\n* **Amount**: 1000 JPY\n* **Status**: open\n* **Links**: [invoice](https://invoice.stripe.com/i/1)",
      },
    ],
  },
  {
    name: "an invoice: updated",
    ...on("invoice.updated", invoice, { amount_due: 900 }),
    becomes: [
      {
        event: "invoice.updated",
        topic: "cus_1",
        content:
          "Invoice [N-7](https://dashboard.stripe.com/invoices/in_1) of customer [Ann](https://dashboard.stripe.com/customers/cus_1) was updated.\n* **amount due**: 900 JPY → 1000 JPY",
      },
    ],
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
    becomes: [
      {
        event: "invoiceitem.created",
        topic: "cus_1",
        content:
          "Invoice item ii_1 of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) was created.\n* **Amount**: 3.00 EUR\n* **Description**: Oil",
      },
    ],
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
    becomes: [
      {
        event: "payment_intent.payment_failed",
        topic: "cus_1",
        content:
          ":cross_mark: Payment intent [pi_1](https://dashboard.stripe.com/payments/pi_1) of customer [cus_1](https://dashboard.stripe.com/customers/cus_1) has failed.\n* **Amount**: 12.50 EUR\n* **Status**: requires payment method\n* **Reason**: Declined.",
      },
    ],
  },
  {
    name: "a payout: canceled",
    ...on("payout.canceled", payout),
    becomes: [
      {
        event: "payout.canceled",
        topic: "payouts",
        content:
          "Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was canceled.\n* **Amount**: 5.000 BHD\n* **Status**: paid\n* **Arrives on**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a payout: created",
    ...on("payout.created", payout),
    becomes: [
      {
        event: "payout.created",
        topic: "payouts",
        content:
          "Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was created.\n* **Amount**: 5.000 BHD\n* **Status**: paid\n* **Arrives on**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a payout: failed",
    ...on("payout.failed", payout),
    becomes: [
      {
        event: "payout.failed",
        topic: "payouts",
        content:
          ":cross_mark: Payout [po_1](https://dashboard.stripe.com/payouts/po_1) has failed.\n* **Amount**: 5.000 BHD\n* **Status**: paid\n* **Arrives on**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "a payout: paid",
    ...on("payout.paid", payout),
    becomes: [
      {
        event: "payout.paid",
        topic: "payouts",
        content:
          ":check: Payout [po_1](https://dashboard.stripe.com/payouts/po_1) was paid.\n* **Amount**: 5.000 BHD\n* **Status**: paid\n* **Arrives on**: <time:2026-01-15T18:00:00Z>",
      },
    ],
  },
  {
    name: "an event that is not known",
    ...on("radar.early_fraud_warning.created", charge),
    becomes: { unsupported: "radar.early_fraud_warning.created" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];

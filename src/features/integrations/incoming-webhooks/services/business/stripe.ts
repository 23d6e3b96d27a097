import { integration, jsonSample, SILENT, UnsupportedEvent } from "../../integration.ts";
import {
  capitalized,
  code,
  counted,
  facts,
  joinItems,
  lines,
  link,
  marked,
  spaced,
  time,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Currencies without a subunit, or with thousandths. All others have hundredths. */
const WHOLE = "bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" ");
const THOUSANDTHS = ["bhd", "jod", "kwd", "omr", "tnd"];

function money(amount: number, currency: string): string {
  const digits = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`.trim();
}

const amountOf = (item: Payload, path: string) =>
  item.has(path) ? money(item.number(path, 0), item.line("currency", "").toLowerCase()) : "";

/** Returns an object's id. For expanded fields, Stripe sends the object instead of its id. */
const idOf = (item: Payload, path: string) => item.line(`${path}.id`, item.line(path, ""));

const PAGES: Readonly<Record<string, string>> = {
  charge: "payments",
  customer: "customers",
  dispute: "disputes",
  invoice: "invoices",
  payment_intent: "payments",
  payout: "payouts",
  refund: "refunds",
  subscription: "subscriptions",
};

function objectLink(kind: string, id: string, isLive: boolean, shown = id): string {
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  const base = `https://dashboard.stripe.com/${isLive ? "" : "test/"}`;
  return link(shown, page === undefined || id === "" ? "" : `${base}${page}/${encodeURIComponent(id)}`);
}

/** Wording for actions that the event name doesn't express. */
const VERBS: Readonly<Record<string, string>> = {
  "charge.dispute.funds_reinstated": "has given its funds back to us",
  "charge.dispute.funds_withdrawn": "has taken its funds from us",
  "charge.pending": "is pending",
  "customer.subscription.trial_will_end": "has a trial that ends soon",
  "customer.subscription.pending_update_applied": "has its pending update applied",
  "customer.subscription.pending_update_expired": "has a pending update that expired",
  "customer.source.expiring": "expires soon",
  "invoice.marked_uncollectible": "was marked as uncollectible",
  "invoice.payment_action_required": "needs an action of the customer to be paid",
  "invoice.payment_failed": "could not be paid",
  "invoice.payment_succeeded": "was paid",
  "invoice.upcoming": "is coming up",
  "payment_intent.payment_failed": "has failed",
};

const EVENTS = [
  ..."captured expired failed pending refunded succeeded updated".split(" ").map((did) => `charge.${did}`),
  ..."closed created funds_reinstated funds_withdrawn updated".split(" ").map((did) => `charge.dispute.${did}`),
  "charge.refund.updated",
  ..."created deleted updated".split(" ").map((did) => `customer.${did}`),
  ..."created deleted updated".split(" ").map((did) => `customer.discount.${did}`),
  ..."created deleted expiring updated".split(" ").map((did) => `customer.source.${did}`),
  ..."created deleted paused pending_update_applied pending_update_expired resumed trial_will_end updated"
    .split(" ")
    .map((did) => `customer.subscription.${did}`),
  ..."created deleted finalized marked_uncollectible paid payment_action_required payment_failed payment_succeeded sent upcoming updated voided"
    .split(" ")
    .map((did) => `invoice.${did}`),
  "invoiceitem.created",
  "payment_intent.payment_failed",
  ..."created failed updated".split(" ").map((did) => `refund.${did}`),
  ..."canceled created failed paid".split(" ").map((did) => `payout.${did}`),
];

const BAD = /failed|expired|dispute\.(?:created|funds_withdrawn)|uncollectible|subscription\.deleted|action_required/;
const GOOD = /succeeded|\.paid$|reinstated|captured/;

/** Fields that change with every event, or don't interest readers. */
const UNTOLD = [
  "updated",
  "metadata",
  "default_source",
  "sources",
  "latest_invoice",
  "next_pending_invoice_item_invoice",
];
const MAX_CHANGES = 10;
const AMOUNT = /amount|total|balance/;
const MOMENT = /(?:_at|_end|_start|_date|_anchor|^created|^start|^end)$/;

/** Formats an updated field: a time, an amount, or a word. */
function fieldOf(item: Payload, name: string, { value }: Payload): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "object") return "";
  if (typeof value === "number" && MOMENT.test(name)) return time(value);
  if (typeof value === "number" && AMOUNT.test(name)) return money(value, item.line("currency", ""));
  return code(String(value).slice(0, 200));
}

function changesOf(item: Payload, data: Payload): string[] {
  return data
    .fields("previous_attributes")
    .map(([name, value]) => {
      if (UNTOLD.includes(name) || (typeof value.value === "object" && value.value !== null)) return "";
      const now = fieldOf(item, name, item.at(name));
      return now === "" ? "" : `* **${spaced(name)}**: ${fieldOf(item, name, value)} → ${now}`;
    })
    .filter((line) => line !== "");
}

function detailsOf(item: Payload, event: string): Record<string, string> {
  const kind = item.line("object", "");
  const amount =
    kind === "invoice"
      ? amountOf(item, event.includes("paid") || event.includes("succeeded") ? "amount_paid" : "amount_due")
      : amountOf(item, "amount");
  const plan = item.list("items.data").map((one) => {
    const price = one.has("price") ? one.at("price") : one.at("plan");
    const name = price.oneOf(["nickname", "id"], "a plan");
    const cost = amountOf(price, price.has("unit_amount") ? "unit_amount" : "amount");
    const recurring = price.has("recurring") ? price.at("recurring") : price;
    const [count, interval] = [recurring.number("interval_count", 1), recurring.line("interval", "")];
    const often = interval === "" ? "" : count === 1 ? ` a ${interval}` : ` every ${counted(count, interval)}`;
    return `${one.number("quantity", 1)} × ${name}${cost === "" ? "" : ` (${cost}${often})`}`;
  });
  const moment = (path: string) => (item.number(path, 0) > 0 ? time(item.number(path)) : "");
  const page = item.oneOf(["hosted_invoice_url", "receipt_url"], "");
  return {
    Amount: amount,
    Refunded: event === "charge.refunded" ? amountOf(item, "amount_refunded") : "",
    Plans: joinItems(plan),
    Status: ["charge.succeeded", "charge.failed"].includes(event) ? "" : spaced(item.line("status", "")),
    Reason: spaced(
      item.oneOf(
        ["reason", "failure_message", "failure_reason", "last_payment_error.message", "cancellation_details.reason"],
        "",
      ),
    ),
    "Evidence until": item.line("status", "").endsWith("needs_response") ? moment("evidence_details.due_by") : "",
    "Trial until": event.includes("trial") || event.endsWith("subscription.created") ? moment("trial_end") : "",
    "Next try": moment("next_payment_attempt"),
    "Arrives on": kind === "payout" ? moment("arrival_date") : "",
    Coupon: item.oneOf(
      ["coupon", "source.coupon"].flatMap((at) => [`${at}.name`, `${at}.id`, at]),
      "",
    ),
    Card: item.has("last4") ? `${item.line("brand", "")} ending in ${item.line("last4")}`.trim() : "",
    Email: kind === "customer" ? item.line("email", "") : "",
    Description: item.line("description", ""),
    Links: page === "" ? "" : link(kind === "invoice" ? "invoice" : "receipt", page),
  };
}

export const stripe = integration({
  name: "stripe",
  title: "Stripe",
  events: EVENTS,
  deliveryId: "payload:id",
  signature: { by: "hmac", header: "Stripe-Signature", time: { field: "t" }, signed: "{time}.{body}" },
  render({ payload }) {
    const event = payload.line("type");
    if (!EVENTS.includes(event)) throw new UnsupportedEvent(event);
    const item = payload.at("data.object");
    const kind = item.line("object", event.split(".")[0] ?? "").replace("invoiceitem", "invoice_item");
    const isLive = !payload.has("livemode") || payload.is("livemode");
    const id = item.line("id", "");
    const customer = kind === "customer" ? id : idOf(item, "customer");
    const changes = event.endsWith(".updated") ? changesOf(item, payload.at("data")) : [];
    if (event.endsWith(".updated") && kind !== "refund" && changes.length === 0) return SILENT;
    const word = event.split(".").at(-1) ?? "";
    const did = Object.hasOwn(VERBS, event)
      ? VERBS[event]
      : `${/^(?:failed|succeeded|expired)$/.test(word) ? "has" : "was"} ${spaced(word)}`;
    const shown = objectLink(kind, id, isLive, kind === "invoice" ? item.line("number", id) : id);
    const whose =
      customer === "" || kind === "customer"
        ? ""
        : ` of customer ${objectLink("customer", customer, isLive, item.oneOf(["customer_name", "customer_email"], customer))}`;
    const name = kind === "customer" ? item.oneOf(["name", "email"], "") : "";
    const charge = kind === "dispute" || kind === "refund" ? idOf(item, "charge") : "";
    const of = charge === "" ? "" : ` of charge ${objectLink("charge", charge, isLive)}`;
    const what = `${capitalized(spaced(kind))} ${shown}`.trim();
    const head = `${what}${name === "" ? "" : ` (${name})`}${of}${whose}`;
    const isWell = GOOD.test(event) ? true : BAD.test(event) ? false : undefined;
    const group =
      kind === "dispute" ? "disputes" : kind === "refund" ? "refunds" : kind === "payout" ? "payouts" : "charges";
    return {
      event,
      topic: customer || group,
      content: lines(
        marked(isWell, `${head} ${did}${isLive ? "" : " (test mode)"}.`),
        ...(changes.length > 0
          ? [
              ...changes.slice(0, MAX_CHANGES),
              changes.length > MAX_CHANGES && `[and ${changes.length - MAX_CHANGES} more]`,
              // A change to a refund or dispute says little without its amount.
              !payload.has("data.previous_attributes.amount") && facts({ Amount: amountOf(item, "amount") }),
            ]
          : [facts(detailsOf(item, event))]),
      ),
    };
  },
  sample: jsonSample({
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
});

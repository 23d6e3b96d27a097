import { configured, entryFor, integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import { bold, facts, joinItems, lines, link, quote, time, withQuote } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { textOfHtml } from "../../render/text-of-html.ts";

interface Person {
  readonly topic: string;
  readonly shown: string;
}

/** People are users, or leads, which Intercom calls contacts. */
function person(item: Payload, app: string, kind?: "User" | "Contact"): Person {
  const name = item.oneOf(["name", "pseudonym", "email", "id"], "someone");
  const id = item.line("id", "");
  const isUser = kind === undefined ? item.oneOf(["role", "type"], "") === "user" : kind === "User";
  const url = id === "" || app === "" ? "" : `https://app.intercom.com/a/apps/${app}/users/${encodeURIComponent(id)}`;
  const mail = item.line("email", "");
  return {
    topic: `${isUser ? "User" : "Contact"}: ${name}`,
    shown: `${link(name, url)}${mail === "" || mail === name ? "" : ` (${mail})`}`,
  };
}

type EventRenderer = (item: Payload, app: string) => Omit<WebhookMessage, "event">;

const toldOf =
  (kind: "User" | "Contact", did: string): EventRenderer =>
  (item, app) => {
    const { topic, shown } = person(item, app, kind);
    return { topic, content: `${kind} ${shown} ${did}.` };
  };

const created =
  (kind: "User" | "Contact"): EventRenderer =>
  (item, app) => {
    const { topic, shown } = person(item, app, kind);
    const details = facts({
      Phone: item.line("phone", ""),
      Companies: joinItems(item.list("companies.companies").map((one) => one.oneOf(["name", "id"], "?"))),
      "Signed up": item.has("signed_up_at") ? time(item.line("signed_up_at")) : "",
    });
    return { topic, content: lines(`New ${kind.toLowerCase()}: ${shown}`, details) };
  };

const tagged =
  (kind: "User" | "Contact", did: "added" | "removed"): EventRenderer =>
  (item, app) => {
    const inner = item.has("user") ? item.at("user") : item.at("contact");
    const { topic, shown } = person(inner, app, kind);
    const how = did === "added" ? "added to" : "removed from";
    return { topic, content: `The tag ${bold(item.line("tag.name", "?"))} was ${how} ${shown}.` };
  };

/** Describes an action in a conversation. `shown` links the conversation and names the person it is with. */
type Deed = (who: string, shown: string, part: Payload, item: Payload) => string;

const conversation =
  (deed: Deed, hasText = true): EventRenderer =>
  (item, app) => {
    const places = ["user", "contacts.contacts.0", "contacts.0", "source.author", "conversation_message.author"];
    const user = places.map((at) => item.at(at)).find((one) => one.has("id") || one.has("email")) ?? item.at("user");
    const { topic, shown } = person(user, app);
    const id = item.line("id", "");
    const url = item.line("links.conversation_web", `https://app.intercom.com/a/apps/${app}/conversations/${id}`);
    const part = item.list("conversation_parts.conversation_parts").at(-1) ?? first(item);
    const title = item.oneOf(["title", "source.subject", "conversation_message.subject"], "");
    const name = textOfHtml(title) === "" ? "conversation" : `conversation “${textOfHtml(title)}”`;
    const who = part.oneOf(["author.name", "author.email"], "Someone");
    const text = hasText ? quote(textOfHtml(part.text("body", ""))) : "";
    const told = deed(who, `${link(name, url)} with ${shown}`, part, item);
    return { topic, content: withQuote(told, text) };
  };

const first = (item: Payload) => (item.has("source") ? item.at("source") : item.at("conversation_message"));
const byWhom =
  (did: string): Deed =>
  (who, shown) =>
    `${who} ${did} the ${shown}`;

const RENDERERS: Readonly<Record<string, EventRenderer>> = {
  "company.created": (item) => {
    const name = item.oneOf(["name", "company_id", "id"]);
    const details = facts({
      Size: item.line("user_count", ""),
      Spends: item.line("monthly_spend", ""),
      Plan: item.line("plan.name", ""),
      Website: item.has("website") ? link(item.line("website"), item.line("website")) : "",
    });
    return { topic: `Company: ${name}`, content: lines(`New company: ${bold(name)}`, details) };
  },
  "contact.added_email": toldOf("Contact", "has an email address"),
  "contact.created": created("Contact"),
  "contact.signed_up": toldOf("Contact", "has signed up"),
  "contact.tag.created": tagged("Contact", "added"),
  "contact.tag.deleted": tagged("Contact", "removed"),
  "contact.email.updated": toldOf("Contact", "has another email address"),
  "contact.unsubscribed": toldOf("Contact", "has unsubscribed from email"),
  "contact.deleted": toldOf("Contact", "was deleted"),
  "conversation.admin.assigned": conversation((who, shown, part) => {
    const to = part.oneOf(["assigned_to.name", "assigned_to.email"], "");
    return `${who} assigned the ${shown}${to === "" ? "" : ` to ${bold(to)}`}`;
  }),
  "conversation.admin.closed": conversation(byWhom("closed")),
  "conversation.admin.noted": conversation(byWhom("added a note to")),
  "conversation.admin.opened": conversation(byWhom("opened")),
  "conversation.admin.replied": conversation(byWhom("replied in")),
  "conversation.admin.single.created": conversation(byWhom("began")),
  "conversation.admin.snoozed": conversation(byWhom("snoozed")),
  "conversation.admin.unsnoozed": conversation(byWhom("unsnoozed")),
  "conversation.deleted": conversation((_, shown) => `The ${shown} was deleted`, false),
  "conversation.user.created": conversation(byWhom("began")),
  "conversation.user.replied": conversation(byWhom("replied in")),
  "conversation_part.tag.created": conversation((_, shown, part, item) => {
    const added = part.has("tags.tags") ? part.at("tags") : item.at("tags_added");
    const tags = joinItems(added.list("tags").map((tag) => bold(tag.line("name", "?"))));
    return `The ${shown} has ${tags === "" ? "a new tag" : `the tag ${tags}`}`;
  }, false),
  "event.created": (item, app) => {
    const inner = item.has("user") ? item.at("user") : item.at("contact");
    const email = item.oneOf(["email", "user_id", "intercom_user_id", "id"], "someone");
    const { topic, shown } = inner.has("id") ? person(inner, app, "User") : { topic: `User: ${email}`, shown: email };
    const at = item.line("created_at", "");
    const when = at === "" ? "" : ` at ${time(at)}`;
    return { topic, content: `${shown}: event ${bold(item.oneOf(["event_name", "name"], "?"))}${when}.` };
  },
  "user.created": created("User"),
  "user.deleted": toldOf("User", "was deleted"),
  "user.email.updated": toldOf("User", "has another email address"),
  "user.tag.created": tagged("User", "added"),
  "user.tag.deleted": tagged("User", "removed"),
  "user.unsubscribed": toldOf("User", "has unsubscribed from email"),
};

export const intercom = integration({
  name: "intercom",
  title: "Intercom",
  events: Object.keys(RENDERERS),
  deliveryId: "payload:id",
  signature: { by: "hmac", header: "X-Hub-Signature", hash: "sha1" },
  render({ payload }) {
    // Newer versions renamed some events.
    const event = payload
      .line("topic")
      .replace(/^contact\.(lead|user)\./, (_, kind) => (kind === "lead" ? "contact." : "user."));
    if (event === "ping") return { topic: "Intercom", content: configured("Intercom") };
    const teller = entryFor(RENDERERS, event);
    return { event, ...teller(payload.at("data.item"), payload.line("app_id", "")) };
  },
  sample: jsonSample({
    topic: "company.created",
    data: { item: { name: "Birds", user_count: 3, plan: { name: "Nest" } } },
  }),
});

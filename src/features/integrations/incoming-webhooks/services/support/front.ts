import { entryFor, integration, jsonSample } from "../../integration.ts";
import { bold, link, paragraphs, quote } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Describes what happened to a conversation; `who` is the person or rule that acted. */
type EventRenderer = (payload: Payload, who: string, conversation: string) => string;

const personName = (person: Payload, fallback: string): string =>
  [person.line("first_name", ""), person.line("last_name", "")].filter((name) => name !== "").join(" ") ||
  person.oneOf(["name", "username", "email"], fallback);

const inboxOf = (payload: Payload) => payload.oneOf(["source.data.0.address", "source.data.0.name"], "an inbox");
const handleOf = (payload: Payload) => payload.line("conversation.recipient.handle", "someone");
const blurbOf = (payload: Payload) => quote(payload.text("target.data.blurb", ""));

const inbound: EventRenderer = (payload, _, conversation) =>
  paragraphs(
    `New message in ${conversation} from ${bold(handleOf(payload))} to ${bold(inboxOf(payload))}.`,
    blurbOf(payload),
  );
const outbound =
  (what: string): EventRenderer =>
  (payload, _, conversation) =>
    paragraphs(
      `${what} in ${conversation} from ${bold(inboxOf(payload))} to ${bold(handleOf(payload))}.`,
      blurbOf(payload),
    );
const commented: EventRenderer = (payload, who, conversation) =>
  paragraphs(`${who} commented on ${conversation}:`, quote(payload.text("target.data.body", "")));
const did =
  (what: string): EventRenderer =>
  (_, who, conversation) =>
    `${who} ${what} ${conversation}.`;
const tagOf = (payload: Payload) => bold(payload.line("target.data.name", "?"));

const renderers: Readonly<Record<string, EventRenderer>> = {
  archive: did("archived"),
  assign: (payload, who, conversation) => {
    const to = bold(personName(payload.at("target.data"), "someone"));
    return `${who} assigned ${conversation} to ${to === who ? "themselves" : to}.`;
  },
  comment: commented,
  inbound,
  mention: commented,
  out_reply: outbound("Reply"),
  outbound: outbound("New message"),
  reopen: did("reopened"),
  restore: did("restored"),
  tag: (payload, who, conversation) => `${who} added the tag ${tagOf(payload)} to ${conversation}.`,
  trash: did("deleted"),
  unassign: did("unassigned"),
  untag: (payload, who, conversation) => `${who} removed the tag ${tagOf(payload)} from ${conversation}.`,
};

export const front = integration({
  name: "front",
  title: "Front",
  events: Object.keys(renderers),
  deliveryId: "payload:id",
  signature: { by: "hmac", header: "X-Front-Signature", hash: "sha1", encoding: "base64" },
  render({ payload }) {
    const event = payload.line("type");
    const teller = entryFor(renderers, event);
    const id = payload.line("conversation.id");
    const subject = payload.line("conversation.subject", "");
    // Removes reply prefixes, so that replies go to the topic of the original message.
    const topic = subject.replace(/^(?:(?:re|fwd?):\s*)+/i, "") || id;
    const conversation = link(subject || "a conversation", `https://app.frontapp.com/open/${encodeURIComponent(id)}`);
    const who = bold(personName(payload.at("source.data"), "Front"));
    return { event, topic, content: teller(payload, who, conversation) };
  },
  sample: jsonSample({
    type: "comment",
    conversation: { id: "cnv_a73yq9", subject: "Re: The lid" },
    source: { data: { first_name: "Ann", last_name: "Finch" } },
    target: { data: { body: "Is there oil?" } },
  }),
});

import { entryFor, integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, capitalized, facts, lines, link, paragraphs, quote, wordFor } from "../../render/compose.ts";
import { textOfHtml } from "../../render/text-of-html.ts";

const STATUS: Readonly<Record<string, string>> = {
  2: "Open",
  3: "Pending",
  4: "Resolved",
  5: "Closed",
  6: "Waiting on customer",
  7: "Waiting on third party",
};
const PRIORITY: Readonly<Record<string, string>> = { 1: "Low", 2: "Medium", 3: "High", 4: "Urgent" };
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = { status: STATUS, priority: PRIORITY };

/** Matches `{status:{from:2,to:4}}`, Freshdesk's format for what triggered a rule. */
const CHANGE = /^\{?(\w{1,40}):\{from:([^,{}]{0,80}),to:([^,{}]{0,80})\}/;
/** Matches `{note_type:private}`. */
const SIMPLE = /^\{?(\w{1,40}):([^,{}]{1,80})/;

const KINDS: Readonly<Record<string, string>> = {
  private: "a private note",
  public: "a public note",
  reply: "a reply",
};

export const freshdesk = integration({
  name: "freshdesk",
  title: "Freshdesk",
  events: ["created", "updated", "status_changed", "priority_changed", "note_added"],
  render({ payload }) {
    const ticket = payload.at("freshdesk_webhook");
    const said = ticket.line("triggered_event");
    const id = ticket.line("ticket_id");
    const subject = ticket.line("ticket_subject", "without a subject");
    const topic = `#${id}: ${subject}`;
    const shown = `ticket ${link(topic, ticket.line("ticket_url", ""))}`;
    const mail = ticket.line("requester_email", "");
    const name = ticket.line("requester_name", mail) || "Someone";
    const who = mail === "" || mail === name ? name : `${name} (${mail})`;
    const type = ticket.line("ticket_type", "");
    const details = {
      Type: type,
      Status: ticket.line("ticket_status", ""),
      Priority: ticket.line("ticket_priority", ""),
    };

    const [, field = "", from = "", to = ""] = CHANGE.exec(said) ?? [];
    if (field !== "") {
      const words = entryFor(WORDS, field, said);
      const [old, now] = [from, to].map((value) => bold(wordFor(words, value.trim()) ?? (value.trim() || "none")));
      const rest = { ...details, [field === "status" ? "Status" : "Priority"]: "" };
      return {
        event: `${field}_changed`,
        topic,
        content: lines(`${capitalized(shown)} of ${who} changed its ${field} from ${old} to ${now}.`, facts(rest)),
      };
    }
    const [, what = "", value = ""] = SIMPLE.exec(said) ?? [];
    const kind = wordFor(KINDS, value);
    if (what === "note_type" || what === "reply_sent") {
      return { event: "note_added", topic, content: `${capitalized(shown)} of ${who} has ${kind ?? "a reply"}.` };
    }
    if (what !== "ticket_action") throw new UnsupportedEvent(said);
    const isNew = value === "created";
    return {
      event: isNew ? "created" : "updated",
      topic,
      content: paragraphs(
        lines(isNew ? `${who} created ${shown}:` : `${capitalized(shown)} of ${who} was ${value}.`, facts(details)),
        isNew && quote(textOfHtml(ticket.text("ticket_description", ""))),
      ),
    };
  },
  sample: jsonSample({
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
});

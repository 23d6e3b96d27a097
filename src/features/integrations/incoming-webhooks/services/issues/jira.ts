import { Placeholders } from "../../../../../util/placeholders.ts";
import {
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { bold, codeBlock, facts, lines, link, paragraphs, quote, truncate, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Returns the URL of an issue's page, derived from the API URL that Jira sends. */
function issueUrl(issue: Payload): string {
  const [base] = issue.line("self", "").split("/rest/api/", 1);
  return base === undefined || base === "" ? "" : `${base}/browse/${issue.line("key")}`;
}

/** Returns the issue's number from a comment's URL, because some servers send comments without their issue. */
function issueNumber(payload: Payload): string | undefined {
  if (payload.has("issue")) return undefined;
  const [, number] = /\/issue\/(\d{1,20})\/comment\//.exec(payload.line("comment.self", "")) ?? [];
  return number;
}

const summaryOf = (issue: Payload) => issue.line("fields.summary", "");
const personName = (person: Payload) => person.oneOf(["displayName", "name", "emailAddress"], "");
const shownIssue = (issue: Payload) => link(`${issue.line("key")}: ${summaryOf(issue)}`, issueUrl(issue));
const topicOf = (issue: Payload) => `${issue.line("key")}: ${summaryOf(issue)}`;

/** Returns a quoted comment. Older servers send comments as strings. */
const saidIn = (payload: Payload) =>
  quote(markdown(payload.text("comment.body", payload.text("comment", "")).replaceAll("\\!", "!"), payload));

function created(payload: Payload): string {
  const issue = payload.at("issue");
  const who = personName(payload.at("user")) || personName(issue.at("fields.creator")) || "Someone";
  const details = facts({
    Type: issue.line("fields.issuetype.name", ""),
    Priority: issue.line("fields.priority.name", ""),
    Assignee: personName(issue.at("fields.assignee")) || "no one",
  });
  return paragraphs(
    lines(`${who} created ${shownIssue(issue)}:`, details),
    quote(markdown(issue.text("fields.description", ""), payload)),
  );
}

const COMMENTED: Record<string, string> = {
  issue_commented: "commented on",
  issue_comment_edited: "edited a comment on",
  issue_comment_deleted: "deleted a comment from",
};

function commented(payload: Payload, did: string): string {
  const comment = payload.at("comment");
  const number = issueNumber(payload);
  const on = number === undefined ? shownIssue(payload.at("issue")) : `issue ${number}`;
  if (did.startsWith("deleted")) {
    const who = personName(payload.at("user"));
    const author = personName(comment.at("author"));
    // The comment's author may not be the one who deleted it, and newer servers don't send who did.
    return who === ""
      ? `A comment${author === "" ? "" : ` by ${author}`} was deleted from ${on}.`
      : `${who} ${did} ${on}.`;
  }
  const who =
    personName(comment.at("updateAuthor")) ||
    personName(comment.at("author")) ||
    personName(payload.at("user")) ||
    "Someone";
  const body = saidIn(payload);
  return paragraphs(`${who} ${did} ${on}${body === "" ? "." : ":"}`, body);
}

const MAX_CHANGE = 200;

function changed(field: string, from: string, to: string): string {
  const [before, after] = [bold(truncate(from, MAX_CHANGE)), bold(truncate(to, MAX_CHANGE))];
  if (field === "description") return "* changed the description";
  if (before === after) return `* changed ${field}`;
  if (after === "") return `* removed ${before} from ${field}`;
  return before === "" ? `* set ${field} to ${after}` : `* changed ${field} from ${before} to ${after}`;
}

function updated(payload: Payload): string | undefined {
  const issue = payload.at("issue");
  const items = payload
    .list("changelog.items")
    .map((item) => changed(item.line("field", "?"), item.line("fromString", ""), item.line("toString", "")));
  const [from, to] = [payload.line("transition.from_status", ""), payload.line("transition.to_status", "")];
  const changes = items.length === 0 && to !== "" ? [changed("status", from, to)] : items;
  const said = saidIn(payload);
  if (changes.length === 0 && said === "") return undefined;
  const who = personName(payload.at("user")) || "Someone";
  const assignee = personName(issue.at("fields.assignee"));
  const head = `${who} updated ${shownIssue(issue)}${assignee === "" ? "" : ` (assigned to ${assignee})`}:`;
  return paragraphs(lines(head, ...changes), said);
}

/** Events that aren't about issues. */
const SILENT_EVENTS =
  /^(?:jira:)?(?:worklog|sprint|version|issuelink|attachment|board|project|user|issue_property|option|jira_expression)_/;

function renderEvent(event: string, payload: Payload): string | undefined {
  const kind = payload.line("issue_event_type_name", "");
  // The oldest servers send no event type.
  const isComment =
    kind === "" && payload.has("comment") && !payload.has("changelog.items") && !payload.has("transition");
  const more = wordFor(COMMENTED, isComment ? "issue_commented" : kind);
  switch (event) {
    case "jira:issue_created":
      return created(payload);
    case "jira:issue_deleted":
      return `${personName(payload.at("user")) || "Someone"} deleted ${topicOf(payload.at("issue"))}.`;
    case "jira:issue_updated":
      return more === undefined || !(payload.has("comment") || kind === "issue_comment_deleted")
        ? updated(payload)
        : commented(payload, more);
    case "comment_created":
      return commented(payload, "commented on");
    case "comment_updated":
      return commented(payload, "edited a comment on");
    case "comment_deleted":
      return commented(payload, "deleted a comment from");
    default:
      if (SILENT_EVENTS.test(event)) return undefined;
      throw new UnsupportedEvent(event);
  }
}

export const jira = integration({
  name: "jira",
  title: "Jira",
  events: [
    "comment_created",
    "comment_deleted",
    "comment_updated",
    "jira:issue_created",
    "jira:issue_deleted",
    "jira:issue_updated",
  ],
  deliveryId: "X-Atlassian-Webhook-Identifier",
  signature: { by: "hmac", header: "X-Hub-Signature" },
  escapesTwice: true,
  render({ payload }: ReceivedDelivery): WebhookMessage | typeof SILENT {
    // If a workflow step calls the webhook, there is no event type.
    const event = payload.has("transition")
      ? payload.line("webhookEvent", "jira:issue_updated")
      : payload.line("webhookEvent");
    const content = renderEvent(event, payload);
    if (content === undefined) return SILENT;
    const number = issueNumber(payload);
    return { event, topic: number === undefined ? topicOf(payload.at("issue")) : `Issue ${number}`, content };
  },
  sample: jsonSample({
    webhookEvent: "jira:issue_created",
    user: { displayName: "Ann" },
    issue: {
      key: "NEST-7",
      self: "https://birds.atlassian.net/rest/api/2/issue/10007",
      fields: {
        summary: "The lid does not close",
        description: "Since *yesterday*, see [the log|https://example.com/log].",
        issuetype: { name: "Bug" },
        priority: { name: "High" },
        assignee: { displayName: "Bob" },
      },
    },
  }),
});

const MAX_MARKUP = 8000;

const PEOPLE = ["user", "comment.author", "comment.updateAuthor"];
const PEOPLE_OF_ISSUE = ["assignee", "reporter", "creator"].map((role) => `issue.fields.${role}`);

/** Returns an account's name by its id. A payload only has the names of accounts involved in its event. */
function accountName(payload: Payload, id: string): string {
  const people = [...PEOPLE, ...PEOPLE_OF_ISSUE].map((path) => payload.at(path));
  const found = people.find((person) => person.line("accountId", "") === id);
  return (found && personName(found)) || "someone";
}

/** Converts Jira's common markup to Markdown. */
function markdown(text: string, payload: Payload): string {
  const parts = truncate(text.replace(/\r\n?/g, "\n"), MAX_MARKUP).split(
    /(\{code(?::[^}\n]*)?\}[\s\S]*?\{code\}|\{noformat\}[\s\S]*?\{noformat\})/,
  );
  return parts
    .map((part, index) => (index % 2 === 1 ? block(part) : prose(part, payload)))
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function block(part: string): string {
  const [, language = ""] = /^\{code:(?:[^}\n]*\|)?(?:language=)?([a-z#+]+)[|}]/i.exec(part) ?? [];
  return `\n${codeBlock(part.replace(/^\{[^}]*\}\n?/, "").replace(/\{\w+\}$/, ""), language)}\n`;
}

/** Code and URLs, where `*`, `_` and `-` are ordinary characters. */
const VERBATIM = /`[^`\n]+`|\]\(https?:[^)\s]*\)|https?:\/\/[^\s<>|\]]*[a-z0-9/]/gi;

function prose(text: string, payload: Payload): string {
  const kept = new Placeholders();
  const marked = Placeholders.clean(text)
    .replace(/\{quote\}([\s\S]*?)\{quote\}/g, (_, inner: string) => `\n${inner.trim().replace(/^/gm, "> ")}\n`)
    .replace(/\{(?:color|panel|anchor)(?::[^}\n]*)?\}/g, "")
    .replace(/\{\{([^{}\n]+)\}\}/g, "`$1`")
    .replace(/\[([^[|\]\n]+)\|(https?:[^|\]\s]+)(?:\|[^\]\n]*)?\]/g, (_, label: string, url: string) =>
      link(label, url),
    )
    .replace(/\[(https?:[^|\]\s]+)\]/g, "$1")
    .replace(/\[~accountid:([^[\]\n]+)\]/g, (_, id: string) => `@${accountName(payload, id)}`)
    .replace(/\[~([^[\]\n]+)\]/g, "@$1")
    .replace(/^#[ \t]+(?=\S)/gm, "1. ")
    .replace(/^h([1-6])\.[ \t]+/gm, (_, level: string) => `${"#".repeat(Number(level))} `)
    .replace(/^bq\.[ \t]+/gm, "> ")
    .replace(VERBATIM, (part) => kept.keep(part))
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,500})(?<=\S)\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w_])_(?=\S)([^_\n]{1,500})(?<=\S)_(?![\w_])/g, "*$1*")
    .replace(/(?<![\w-])-(?=[^\s-])([^-\n]{1,200})(?<=\S)-(?![\w-])/g, "~~$1~~");
  return kept.putBack(marked);
}

import { integration, jsonSample, SILENT, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import {
  facts,
  joinItems,
  lines,
  link,
  paragraphs,
  plainTitle,
  quote,
  quotedTitle,
  truncate,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const PRIORITIES = ["", "urgent", "high", "medium", "low"];
const VERBS: Readonly<Record<"create" | "update" | "remove", string>> = {
  create: "created",
  update: "updated",
  remove: "removed",
};

const actorName = (payload: Payload) => payload.oneOf(["actor.name", "data.user.name", "data.creator.name"], "Someone");
const itemTitle = (item: Payload) => item.line("title", "");

const detailsOf = (issue: Payload) => ({
  Team: issue.line("team.name", ""),
  Priority: issue.line("priorityLabel", PRIORITIES[issue.number("priority", 0)] ?? ""),
  Status: issue.line("state.name", ""),
  Assignee: issue.line("assignee.name", ""),
  Labels: joinItems(issue.list("labels").map((label) => label.line("name", "?"))),
  Project: issue.line("project.name", ""),
  Cycle: issue.oneOf(["cycle.name", "cycle.number"], ""),
  Estimate: issue.line("estimate", ""),
});

const FIELDS: readonly (readonly [field: string, name: string])[] = [
  ["stateId", "Status"],
  ["assigneeId", "Assignee"],
  ["priority", "Priority"],
  ["teamId", "Team"],
  ["labelIds", "Labels"],
  ["projectId", "Project"],
  ["cycleId", "Cycle"],
  ["estimate", "Estimate"],
];

/** Maximum characters of a description shown along with other changed fields. */
const MAX_BESIDE = 500;

function issue(payload: Payload, action: keyof typeof VERBS): WebhookMessage | typeof SILENT {
  const item = payload.at("data");
  const isSub = item.has("parentId") || item.has("parent.id");
  const event = isSub ? "sub_issue" : "issue";
  const name = `${isSub ? "sub-issue" : "issue"} ${item.line("identifier", "")}`.trim();
  const shown = link(`${name} ${itemTitle(item)}`, payload.line("url", item.line("url", "")));
  const details = detailsOf(item);
  const said = (what: readonly (string | false)[], shownDetails: Record<string, string>, body = "") => ({
    event,
    topic: `Issue: ${itemTitle(item)}`,
    content: paragraphs(lines(...what, facts(shownDetails)), quote(body)),
  });
  const head = `${actorName(payload)} ${VERBS[action]} ${shown}`;
  if (action === "remove") return said([`${head}.`], {});
  if (action === "create") return said([`${head}:`], details, item.text("description", ""));
  const before = payload.at("updatedFrom");
  const isChanged = (field: string) => before.at(field).value !== undefined;
  const changed = FIELDS.filter(([field]) => isChanged(field)).map(([, name]) => name);
  const entries = changed.map((name) => [name, details[name as keyof typeof details] || "none"] as const);
  const renamed =
    isChanged("title") &&
    `* **Title**: ${plainTitle(itemTitle(item))} (it was ${quotedTitle(before.line("title", ""))})`;
  const whole = item.text("description", "");
  const description = isChanged("description") ? whole : truncate(whole, MAX_BESIDE);
  const due = isChanged("dueDate") && `* **Due**: ${item.line("dueDate", "none")}`;
  if (entries.length === 0 && !renamed && !due && !isChanged("description")) return SILENT;
  return said([`${head}:`, renamed, due], Object.fromEntries(entries), description);
}

function comment(payload: Payload, action: keyof typeof VERBS): WebhookMessage {
  const item = payload.at("data");
  const url = payload.line("url", "");
  const who = item.line("user.name", actorName(payload));
  // Comments on documents and projects come without a title.
  const isOfIssue = item.has("issue") || item.has("issueId");
  const title = item.line("issue.title", isOfIssue ? "an issue" : "a document or project");
  const did = action === "create" ? `${link("commented", url)} on` : `${VERBS[action]} a ${link("comment", url)} on`;
  const body = action === "remove" ? "" : quote(item.text("body", ""));
  return {
    event: "comment",
    topic: isOfIssue ? `Issue: ${title}` : "Comments",
    content: paragraphs(`${who} ${did} ${plainTitle(title)}${body === "" ? "." : ":"}`, body),
  };
}

export const linear = integration({
  name: "linear",
  title: "Linear",
  events: ["comment", "issue", "sub_issue"],
  deliveryId: "Linear-Delivery",
  signature: { by: "hmac", header: "Linear-Signature" },
  render({ payload }) {
    const type = payload.line("type");
    const action = payload.line("action");
    if (action !== "create" && action !== "update" && action !== "remove")
      throw new UnsupportedEvent(`${type} ${action}`);
    if (type === "Issue") return issue(payload, action);
    if (type === "Comment") return comment(payload, action);
    if (["Reaction", "IssueLabel", "Cycle", "Attachment"].includes(type)) return SILENT;
    throw new UnsupportedEvent(`${type} ${action}`);
  },
  sample: jsonSample({
    type: "Issue",
    action: "create",
    actor: { name: "Ann" },
    url: "https://linear.app/birds/issue/NEST-7/the-lid",
    data: {
      identifier: "NEST-7",
      title: "The lid does not close",
      description: "Since **yesterday**.",
      priorityLabel: "High",
      team: { name: "Nest" },
      state: { name: "Todo" },
      assignee: { name: "Bob" },
    },
  }),
});

import { configured, integration, jsonSample, SILENT, UnsupportedEvent } from "../../integration.ts";
import { bold, joinItems, lines, link, paragraphs, quote, quotedTitle } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { textOfHtml } from "../../render/text-of-html.ts";

const KINDS: Readonly<Record<string, string>> = {
  epic: "epic",
  userstory: "user story",
  milestone: "sprint",
  task: "task",
  issue: "issue",
};
/** Fields whose change is described by the old and new values. */
const VALUES: Readonly<Record<string, string>> = {
  due_date: "due date",
  estimated_finish: "end",
  estimated_start: "start",
  priority: "priority",
  severity: "severity",
  status: "status",
  type: "type",
  user_story: "user story",
};

export const taiga = integration({
  name: "taiga",
  title: "Taiga",
  events: [...Object.keys(KINDS), "relateduserstory", "test"],
  signature: { by: "hmac", header: "X-TAIGA-WEBHOOK-SIGNATURE", hash: "sha1" },
  render({ payload }) {
    const [event, action] = [payload.line("type"), payload.line("action")];
    const who = link(payload.oneOf(["by.full_name", "by.username"], "Someone"), payload.line("by.permalink", ""));
    if (event === "test") return { event, topic: "General", content: configured("Taiga", who) };
    const kind = Object.hasOwn(KINDS, event) ? KINDS[event] : undefined;
    if (kind === undefined && event !== "relateduserstory") throw new UnsupportedEvent(event);
    const data = payload.at("data");
    const topic = data.line(event === "milestone" ? "name" : "milestone.name", "General");
    if (action !== "create" && action !== "delete" && action !== "change")
      throw new UnsupportedEvent(`${event} ${action}`);
    if (kind === undefined) {
      if (action === "change") return SILENT;
      const [story, epic] = [subject(data.at("user_story")), subject(data.at("epic"))];
      const did = action === "create" ? `added the user story ${story} to` : `removed the user story ${story} from`;
      return { event, topic, content: `${who} ${did} the epic ${epic}.` };
    }
    const item = `the ${kind} ${subject(data)}`;
    if (action !== "change") return { event, topic, content: `${who} ${action}d ${item}.` };
    const changes = payload
      .fields("change.diff")
      .map(([field, change]) => changeText(field, change, item))
      .filter((text) => text !== "");
    const content = paragraphs(
      lines(...changes.map((text) => `${who} ${text}.`)),
      reasonText(payload.at("change.diff")),
      commentText(payload.at("change"), who, item),
    );
    return content === "" ? SILENT : { event, topic, content };
  },
  sample: jsonSample({
    type: "issue",
    action: "create",
    by: { full_name: "Ann", permalink: "https://tree.taiga.io/profile/ann" },
    data: { ref: 8, subject: "The lid squeaks", permalink: "https://tree.taiga.io/project/birds-nest/issue/8" },
  }),
});

const subject = (item: Payload): string => {
  const name = item.oneOf(["subject", "name"]);
  return item.has("permalink") ? link(name, item.line("permalink", "")) : bold(name);
};

/** Describes a change to an item. Returns "" if it is minor, such as the position in a list, or has no new value. */
function changeText(field: string, change: Payload, item: string): string {
  if (field === "description_diff") return `changed the description of ${item}`;
  if (field === "points") return `changed the estimate of ${item}${estimates(change)}`;
  const [old, now] = [bold(change.line("from", "")), bold(change.line("to", ""))];
  if (old === now || (field.startsWith("is_") && now === "")) return "";
  const value = Object.hasOwn(VALUES, field) ? VALUES[field] : undefined;
  if (value !== undefined) {
    if (old === "") return `set the ${value} of ${item} to ${now}`;
    return now === "" ? `removed the ${value} of ${item}` : `changed the ${value} of ${item} from ${old} to ${now}`;
  }
  switch (field) {
    case "subject":
    case "name":
      return `renamed ${item} (it was ${quotedTitle(change.line("from", ""))})`;
    case "is_blocked":
      return `${change.is("to") ? "blocked" : "unblocked"} ${item}`;
    case "is_closed":
      return `${change.is("to") ? "closed" : "reopened"} ${item}`;
    case "milestone":
      if (old === "") return `added ${item} to the sprint ${now}`;
      return now === "" ? `removed ${item} from the sprint ${old}` : `moved ${item} from the sprint ${old} to ${now}`;
    case "assigned_to":
      if (old === "") return `assigned ${item} to ${now}`;
      return now === "" ? `unassigned ${item} from ${old}` : `reassigned ${item} from ${old} to ${now}`;
    default:
      return "";
  }
}

/** Describes changed estimates, such as `: UX from **?** to **5**`, for each estimating role. */
function estimates(change: Payload): string {
  const all = change
    .fields("")
    .map(
      ([role, points]) =>
        `${role.slice(0, 100)} from ${bold(points.line("from", "?"))} to ${bold(points.line("to", "?"))}`,
    );
  return all.length === 0 ? "" : `: ${joinItems(all)}`;
}

const reasonText = (diff: Payload): string =>
  diff.is("is_blocked.to") ? quote(textOfHtml(diff.text("blocked_note_html.to", ""))) : "";

function commentText(change: Payload, who: string, item: string): string {
  const text = quote(change.text("comment", ""));
  if (text === "") return "";
  if (change.has("delete_comment_date")) return `${who} deleted a comment on ${item}.`;
  return paragraphs(`${who} ${change.has("edit_comment_date") ? "edited a comment" : "commented"} on ${item}:`, text);
}

import { gathered, integration, jsonSample, SILENT, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import {
  bold,
  code,
  counted,
  joinItems,
  lines,
  link,
  paragraphs,
  quote,
  quotedTitle,
  time,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const DELETED = ["story_delete", "epic_delete"];
const COMMENTED = ["story-comment_create", "epic-comment_create"];
const TASKS = ["story-task_create", "story-task_delete", "story-task_update_complete"];
/** Pull request and branch events, with the wording of their relation to a story. */
const MADE: Readonly<Record<string, string>> = {
  "pull-request_create": "was opened for",
  "pull-request_comment": "belongs to",
  branch_create: "belongs to",
};

/** Event names for changes of a story or epic, in order of precedence. */
const CHANGES: Readonly<Record<string, string>> = {
  description: "description",
  state: "state",
  workflow_state_id: "state",
  name: "name",
  archived: "archived",
  epic_id: "epic",
  estimate: "estimate",
  file_ids: "attachment",
  label_ids: "label",
  project_id: "project",
  story_type: "type",
  owner_ids: "owner",
  deadline: "deadline",
};
const OF_EPICS = ["archived", "description", "state", "name"];

export const shortcut = integration({
  name: "shortcut",
  title: "Shortcut",
  events: [
    ...["story_create", "epic_create", ...DELETED, ...COMMENTED, ...TASKS, ...Object.keys(MADE)],
    ...new Set(Object.values(CHANGES).map((name) => `story_update_${name}`)),
    ...OF_EPICS.map((name) => `epic_update_${name}`),
    "story_update_batch",
  ],
  deliveryId: "payload:id",
  signature: { by: "hmac", header: "Payload-Signature" },
  render({ payload }) {
    // Shortcut occasionally sends null, which isn't an event.
    if (payload.value === null) return SILENT;
    const id = payload.line("primary_id", "");
    const actions = payload.list("actions").filter((action) => id === "" || action.line("id", "") === id);
    // Throws an error that names the missing field.
    if (actions.length === 0) payload.line("actions.0.id");
    const messages = actions.flatMap((action) => messagesOf(payload, action, id === ""));
    return messages.length === 0 ? SILENT : gathered(messages, "Shortcut");
  },
  sample: jsonSample({
    version: "v1",
    primary_id: 11,
    actions: [
      {
        id: 11,
        entity_type: "story",
        action: "create",
        name: "Oil the lid",
        story_type: "feature",
        description: "It squeaks.",
        app_url: "https://app.shortcut.com/birds/story/11",
      },
    ],
  }),
});

function messagesOf(payload: Payload, action: Payload, isBatch: boolean): WebhookMessage[] {
  const [entity, did] = [action.line("entity_type"), action.line("action")];
  const event = `${entity}_${did}`;
  if (event === "story_create" || event === "epic_create") {
    return [{ event, topic: action.line("name"), content: createdText(payload, action) }];
  }
  if (DELETED.includes(event)) {
    const topic = action.line("name");
    return [{ event, topic, content: `The ${entity} ${bold(topic)} was deleted.` }];
  }
  if (event === "story_update" || event === "epic_update") return updated(payload, action, isBatch);
  if (COMMENTED.includes(event)) {
    const item = itemOf(payload, entity.replace("-comment", ""));
    const content = paragraphs(`Someone commented on the ${item.name}:`, quote(action.text("text", "")));
    return [{ event, topic: item.topic, content }];
  }
  if (entity === "story-task") return taskMessages(payload, action, did);
  const made = Object.hasOwn(MADE, event) ? MADE[event] : undefined;
  if (made !== undefined) return storiesWith(payload, action, event, made);
  // Edits of comments are too minor to report.
  if (event === "story-comment_update") return [];
  throw new UnsupportedEvent(event);
}

const itemLink = (item: Payload): string => {
  const url = item.line("app_url", "");
  return url === "" ? bold(item.line("name", "?")) : link(item.line("name", "?"), url);
};

/** Returns the story or epic an action is about: one that also changed, or a referenced one. */
function itemOf(payload: Payload, entity: string): { readonly topic: string; readonly name: string } {
  const all = [...payload.list("actions"), ...payload.list("references")];
  const found = all.find((one) => one.line("entity_type", "") === entity && one.has("name"));
  return found === undefined
    ? { topic: "Shortcut", name: entity }
    : { topic: found.line("name", "Shortcut"), name: `${entity} ${itemLink(found)}` };
}

/** Returns the name of a referenced object, or "" without an id. */
function referred(payload: Payload, id: string): string {
  if (id === "") return "";
  const all = [...payload.list("references"), ...payload.list("actions")];
  return bold(all.find((one) => one.line("id", "") === id && one.has("name"))?.line("name", "") ?? "?") || "?";
}

function createdText(payload: Payload, action: Payload): string {
  const type = action.line("story_type", "");
  const epic = referred(payload, action.line("epic_id", ""));
  const state = action.line("state", "");
  const kind = action.line("entity_type");
  const more = [
    type !== "" && ` of the type ${bold(type)}`,
    epic !== "" && ` in the epic ${epic}`,
    kind === "epic" && state !== "" && ` (${state})`,
  ].filter((part) => part !== false);
  const text = quote(action.text("description", ""));
  return paragraphs(`The ${kind} ${itemLink(action)}${more.join("")} was created${text === "" ? "." : ":"}`, text);
}

function updated(payload: Payload, action: Payload, isBatch: boolean): WebhookMessage[] {
  const changes = action.at("changes");
  const entity = action.line("entity_type");
  const known = Object.entries(CHANGES).filter(
    ([field, name]) => changes.at(field).value !== undefined && (entity === "story" || OF_EPICS.includes(name)),
  );
  const [first] = known;
  if (first === undefined) {
    if (isBatch) return [];
    throw new UnsupportedEvent(`${entity}_update`);
  }
  const told = known.map(([field]) => changeText(payload, field, changes.at(field))).filter((text) => text !== "");
  const [only] = told;
  if (only === undefined) return [];
  const item = `The ${entity} ${itemLink(action)}`;
  const text = quote(changes.text("description.new", ""));
  const said =
    told.length === 1
      ? `${item} ${only}${text === "" ? "." : ":"}`
      : lines(`${item}:`, ...told.map((change) => `* ${change}`));
  const event = isBatch && entity === "story" ? "story_update_batch" : `${entity}_update_${first[1]}`;
  return [{ event, topic: action.line("name"), content: paragraphs(said, text) }];
}

/** Describes a change, as the words after the story's or epic's name. Returns "" for minor changes. */
function changeText(payload: Payload, field: string, change: Payload): string {
  const [old, now] = [change.line("old", ""), change.line("new", "")];
  const [oldName, newName] = [referred(payload, old), referred(payload, now)];
  const added = change.list("adds").map((_, index) => referred(payload, change.line(`adds.${index}`, "")));
  switch (field) {
    case "description":
      return now === "" ? "has no description any more" : `has ${old === "" ? "a" : "another"} description`;
    case "state":
      return `went from ${bold(old)} to ${bold(now)}`;
    case "workflow_state_id":
      return `went from ${oldName} to ${newName}`;
    case "name":
      return `was renamed (it was ${quotedTitle(old)})`;
    case "archived":
      return change.is("new") ? "was archived" : "is no longer archived";
    case "epic_id":
    case "project_id":
      if (oldName !== "" && newName !== "") return `was moved from the ${CHANGES[field]} ${oldName} to ${newName}`;
      return `was ${newName === "" ? "removed from" : "added to"} the ${CHANGES[field]} ${newName || oldName}`;
    case "estimate":
      return now === "" ? "is no longer estimated" : `was estimated at ${counted(change.number("new", 0), "point")}`;
    case "deadline":
      return now === "" ? "has no due date any more" : `is due ${time(now)}`;
    case "file_ids":
      return added.length === 0 ? "" : `has a new attachment: ${joinItems(added)}`;
    case "label_ids":
      return added.length === 0 ? "" : `has a new label: ${joinItems(added)}`;
    case "story_type":
      return `is of the type ${bold(now)} (it was ${bold(old)})`;
    default:
      return added.length === 0 ? "has lost an owner" : "has a new owner";
  }
}

function taskMessages(payload: Payload, action: Payload, did: string): WebhookMessage[] {
  const { topic, name } = itemOf(payload, "story");
  const task = bold(action.line("description"));
  if (did === "create")
    return [{ event: "story-task_create", topic, content: `The task ${task} was added to the ${name}.` }];
  if (did === "delete")
    return [{ event: "story-task_delete", topic, content: `The task ${task} was removed from the ${name}.` }];
  if (did !== "update" || !action.has("changes.complete")) throw new UnsupportedEvent(`story-task_${did}`);
  if (!action.is("changes.complete.new")) return [];
  return [{ event: "story-task_update_complete", topic, content: `:check: The task ${task} of the ${name} is done.` }];
}

/** Returns one message about a pull request or branch per story that the payload updates. */
function storiesWith(payload: Payload, made: Payload, event: string, did: string): WebhookMessage[] {
  const stories = payload
    .list("actions")
    .filter((one) => one.line("entity_type", "") === "story" && one.line("action", "") === "update");
  const number = made.line("number", "");
  const title = number === "" ? code(made.line("name", "?")) : `#${number} ${made.line("title", "")}`;
  const name = `${number === "" ? "Branch" : "Pull request"} ${link(title, made.line("url", ""))}`;
  return stories.map((story) => {
    const state = story.at("changes.workflow_state_id");
    const [old, now] = [referred(payload, state.line("old", "")), referred(payload, state.line("new", ""))];
    const moved = now === "" ? "" : `, which went from ${old || "?"} to ${now}`;
    return { event, topic: story.line("name"), content: `${name} ${did} the story ${itemLink(story)}${moved}.` };
  });
}

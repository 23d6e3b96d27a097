import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { link, quote, spaced, withQuote, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { textOfHtml } from "../../render/text-of-html.ts";

/** Object kinds in event names. Longer names come first, because the first prefix that matches counts. */
const KINDS: Readonly<Record<string, string>> = {
  document: "document",
  question_answer: "answer",
  question: "question",
  message: "message",
  todolist: "to-do list",
  todo: "to-do",
  comment: "comment",
};
const VERBS: Readonly<Record<string, string>> = {
  active: "activated",
  archived: "archived",
  completed: "completed",
  created: "created",
  publicized: "published",
  trashed: "trashed",
  unarchived: "unarchived",
  uncompleted: "reopened",
  untrashed: "restored",
};
/** Events whose content is quoted below the title. */
const QUOTED = ["question_answer_created", "comment_created", "message_created"];

export const basecamp = integration({
  name: "basecamp",
  title: "Basecamp",
  events: Object.keys(KINDS),
  deliveryId: "payload:id",
  render({ payload, namesSubject }) {
    const kind = payload.line("kind");
    const [event, name] = Object.entries(KINDS).find(([prefix]) => kind.startsWith(`${prefix}_`)) ?? [];
    if (event === undefined || name === undefined) throw new UnsupportedEvent(kind);
    const verb = verbOf(kind.slice(event.length + 1));
    if (verb === undefined) throw new UnsupportedEvent(kind);
    const recording = payload.at("recording");
    const text = QUOTED.includes(kind) ? quote(textOfHtml(recording.text("content", ""))) : "";
    const project = recording.line("bucket.name");
    const what = `${namesSubject ? `[${project}] ` : ""}${payload.line("creator.name")} ${verb} the ${describeRecording(recording, event, name)}`;
    return { event, topic: project, content: withQuote(what, text) };
  },
  sample: jsonSample({
    kind: "message_created",
    creator: { name: "Ann" },
    recording: {
      title: "The lid is open",
      app_url: "https://3.basecamp.com/3688623/buckets/2957043/messages/427058780",
      content: "<div>Rain comes in.</div>",
      bucket: { name: "Nest" },
    },
  }),
});

function verbOf(said: string): string | undefined {
  const changed = /^(\w{1,50})_changed$/.exec(said)?.[1];
  if (changed === undefined) return wordFor(VERBS, said);
  return `changed the ${changed === "due_on" ? "due date" : spaced(changed)} of`;
}

/** Returns a recording's title, or its parent's for comments and answers, which have none. */
function describeRecording(recording: Payload, event: string, name: string): string {
  const url = recording.line("app_url", "");
  if (event !== "comment" && event !== "question_answer") return `${name} ${link(recording.line("title"), url)}`;
  const parent = recording.at("parent");
  const on = event === "comment" ? "on" : "to the question";
  return `${link(name, url)} ${on} ${link(parent.line("title"), parent.line("app_url", ""))}`;
}

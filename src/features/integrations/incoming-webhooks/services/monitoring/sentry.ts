import { entryFor, integration, jsonSample, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import { bold, code, codeBlock, facts, lines, link, paragraphs, spaced, time, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const MAX_LINES = 3;

/**
 * Returns the source lines around the error, from the innermost frame of the program's own code, if Sentry has them.
 */
function faultOf(event: Payload): string {
  const frames = event.list("exception.values").flatMap((one) => one.list("stacktrace.frames"));
  const all = frames.length > 0 ? frames : event.list("stacktrace.frames");
  const withSource = all.filter((frame) => frame.has("context_line"));
  const frame = withSource.findLast((one) => one.is("in_app")) ?? withSource.at(-1);
  if (frame === undefined) return "";
  const around = (path: string) => frame.list(path).map((one) => (typeof one.value === "string" ? one.value : ""));
  const before = around("pre_context").slice(-MAX_LINES);
  const after = around("post_context").slice(0, MAX_LINES);
  const source = [
    ...before.map((one) => `    ${one}`),
    `--> ${frame.text("context_line")}`,
    ...after.map((one) => `    ${one}`),
  ];
  const place = `${frame.oneOf(["filename", "abs_path", "module"], "?")}:${frame.line("lineno", "?")}`;
  return paragraphs(`In ${code(place)}:`, codeBlock(source.join("\n"), languageOf(frame, event)));
}

const languageOf = (frame: Payload, event: Payload) =>
  wordFor(
    {
      javascript: "javascript",
      node: "javascript",
      python: "python",
      ruby: "ruby",
      go: "go",
      java: "java",
      php: "php",
      csharp: "csharp",
    },
    event.line("platform", frame.line("platform", "")),
  ) ?? "";

/** In the oldest servers' payloads, some details are in `around`, the object that contains the event. */
function reported(event: Payload, url: string, project: string, around = event): WebhookMessage {
  const title = event.oneOf(
    ["title", "message", "logentry.message", "metadata.title"],
    around.line("message", "An event"),
  );
  const details = facts({
    Level: event.line("level", around.line("level", "")),
    Time: time(event.oneOf(["datetime", "timestamp", "received"], "")),
    Environment: event.line("environment", ""),
    Release: typeof event.at("release").value === "string" ? code(event.line("release", "")) : "",
    Culprit: code(event.line("culprit", around.line("culprit", ""))),
  });
  const head = `New event${project === "" ? "" : ` in ${project}`}: ${link(title, url)}`;
  return { topic: title, content: paragraphs(lines(head, details), faultOf(event)) };
}

const ACTIONS: Record<string, string> = {
  created: "was created",
  resolved: "was resolved",
  unresolved: "is unresolved again",
  assigned: "was assigned",
  ignored: "is ignored",
  archived: "was archived",
};

function issue(payload: Payload): WebhookMessage {
  const action = payload.line("action");
  const did = entryFor(ACTIONS, action, `issue ${action}`);
  const item = payload.at("data.issue");
  const title = item.line("title");
  const shown = link(title, item.oneOf(["web_url", "permalink", "url"], ""));
  const assignee = item.oneOf(["assignedTo.name", "assignedTo.email"], "");
  const who = payload.line("actor.name", "");
  const by = action === "created" || who === "" || who === "Sentry" ? "" : ` by ${who}`;
  const to = action === "assigned" && assignee !== "" ? ` to ${bold(assignee)}` : "";
  const details = facts({
    Project: item.oneOf(["project.name", "project.slug"], ""),
    Level: item.line("level", ""),
    "First seen": item.has("firstSeen") ? time(item.line("firstSeen")) : "",
    Events: item.line("count", ""),
    Assignee: action === "created" ? assignee : "",
    Culprit: item.has("culprit") ? code(item.line("culprit")) : "",
  });
  return { topic: title, content: lines(`Issue ${shown} ${did}${to}${by}.`, action === "created" && details) };
}

export const sentry = integration({
  name: "sentry",
  title: "Sentry",
  deliveryId: "Request-ID",
  signature: { by: "hmac", header: "Sentry-Hook-Signature" },
  render({ payload, header }) {
    if (payload.has("data.issue")) return issue(payload);
    for (const path of ["data.event", "data.error"]) {
      if (payload.has(path)) {
        const event = payload.at(path);
        return reported(event, event.oneOf(["web_url", "issue_url", "url"], ""), "");
      }
    }
    // The older webhook has some of the event's details outside `event`.
    if (payload.has("event")) {
      const project = payload.oneOf(["project_name", "project_slug", "project"], "");
      return reported(payload.at("event"), payload.line("url", ""), project, payload);
    }
    const resource = header("Sentry-Hook-Resource");
    if (resource === "") payload.text("data.event");
    throw new UnsupportedEvent(spaced(resource));
  },
  sample: jsonSample({
    action: "created",
    data: {
      issue: {
        title: "TypeError: lid is None",
        web_url: "https://sentry.io/organizations/birds/issues/1/",
        level: "error",
        culprit: "nest.close",
        count: "3",
        firstSeen: "2026-01-10T08:30:00.000000Z",
        project: { slug: "nest" },
        assignedTo: { name: "Bob" },
      },
    },
  }),
});

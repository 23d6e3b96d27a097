import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import {
  bold,
  code,
  counted,
  facts,
  joinItems,
  lines,
  link,
  paragraphs,
  quote,
  time,
  wordFor,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const HAPPENED: Readonly<Record<string, string>> = {
  ErrorReoccurred: "An error is back",
  NewErrorOccurred: "New error",
  OneMinuteFollowUp: "One minute later",
  FiveMinuteFollowUp: "Five minutes later",
  TenMinuteFollowUp: "Ten minutes later",
  ThirtyMinuteFollowUp: "Thirty minutes later",
  HourlyFollowUp: "In the last hour",
};

const MAX_FIELDS = 20;

const formatTime = (error: Payload, path: string) => (error.has(path) ? time(utc(error.line(path))) : "");
/** Adds the zone to times that lack it. Raygun's times are in UTC. */
const utc = (at: string) => (/T[\d:.]+$/.test(at) ? `${at}Z` : at);

function notification(error: Payload, shown: string, type: string): string {
  const head = wordFor(HAPPENED, type) ?? (type.endsWith("FollowUp") ? "Later" : undefined);
  if (head === undefined) throw new UnsupportedEvent(type);
  const tags = error.list("instance.tags").map((tag) => (typeof tag.value === "string" ? code(tag.value) : ""));
  const own = error.fields("instance.customData").slice(0, MAX_FIELDS);
  const users = error.number("usersAffected", 0);
  return lines(
    `${head}: ${shown}`,
    facts({
      Occurrences: `${error.number("totalOccurrences", 1)}${users > 0 ? `, ${counted(users, "user")} affected` : ""}`,
      "First occurred": formatTime(error, "firstOccurredOn"),
      "Last occurred": formatTime(error, "lastOccurredOn"),
      Tags: joinItems(tags.filter((tag) => tag !== "")),
      "Affected user": code(error.oneOf(["instance.affectedUser.Identifier", "instance.affectedUser.UUID"], "")),
    }),
    ...own.map(([name, value]) => {
      const text = typeof value.value === "object" ? JSON.stringify(value.value) : String(value.value);
      return `* ${code(name.slice(0, 100))}: ${code(text.slice(0, 200))}`;
    }),
  );
}

function activity(error: Payload, shown: string, type: string): string {
  const who = error.line("user", "Someone");
  if (type === "StatusChanged") return `${who} changed the status of ${shown} to ${bold(error.line("status", "?"))}.`;
  if (type === "AssignedToUser") return `${who} assigned ${shown} to ${bold(error.line("assignedTo", "?"))}.`;
  if (type === "CommentAdded") return paragraphs(`${who} commented on ${shown}:`, quote(error.text("comment", "")));
  throw new UnsupportedEvent(type);
}

export const raygun = integration({
  name: "raygun",
  title: "Raygun",
  events: ["error_activity", "error_notification"],
  render({ payload }) {
    const event = payload.line("event");
    const type = payload.line("eventType", "");
    const tell = event === "error_activity" ? activity : event === "error_notification" ? notification : undefined;
    if (tell === undefined) throw new UnsupportedEvent(event);
    const error = payload.at("error");
    const application = link(payload.line("application.name", "an application"), payload.line("application.url", ""));
    const message = error.line("message", "");
    const shown = `${link(message || "an error", error.line("url", ""))} in ${application}`;
    // An error's message can be empty.
    return { event, topic: message || payload.line("application.name", "Raygun"), content: tell(error, shown, type) };
  },
  sample: jsonSample({
    event: "error_notification",
    eventType: "NewErrorOccurred",
    error: {
      url: "https://app.raygun.com/error/7",
      message: "The lid is open",
      firstOccurredOn: "2026-01-10T08:30:00Z",
      lastOccurredOn: "2026-01-10T08:30:00Z",
      usersAffected: 1,
      totalOccurrences: 3,
      instance: { tags: ["lid"] },
    },
    application: { name: "Nest", url: "https://app.raygun.com/dashboard/nest" },
  }),
});

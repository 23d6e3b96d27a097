import type { ReceivedDelivery, SILENT, WebhookMessage } from "../../integration.ts";
import { link } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** The message about an event; silent where it is not worth one. */
export type RenderedEvent = WebhookMessage | typeof SILENT;
export type EventRenderer = (payload: Payload, delivery: ReceivedDelivery) => RenderedEvent;

export const repositoryOf = (payload: Payload): string => payload.line("repository.name");
export const senderOf = (payload: Payload): string => payload.line("sender.login", "Someone");

/** The fields in which an event can have what was edited. */
const EDITED = ["comment", "review", "discussion", "release", "pull_request", "issue"];

/** Whether an edit changed nothing: GitHub tells of those that were saved as they were, too. */
export function isWithoutChange(payload: Payload): boolean {
  const { value } = payload.at("changes");
  if (payload.line("action", "") !== "edited" || typeof value !== "object" || value === null) return false;
  const edited = EDITED.find((name) => payload.has(name));
  return payload.fields("changes").every(([name, change]) => {
    const { value: before } = change.at("from");
    if (edited === undefined || typeof before !== "string") return false;
    return unified(before) === unified(payload.at(edited).text(name, ""));
  });
}

const unified = (text: string) => text.replaceAll("\r\n", "\n");

/** The topic of an issue or pull request. */
export const itemTopic = (payload: Payload, item: Payload, kind: "PR" | "issue"): string =>
  `${repositoryOf(payload)} / ${kind} #${item.number("number")} ${item.line("title", "")}`.trim();

/** `created`, `edited` and `deleted` as words about a comment. */
export const commented = (action: string, url: string): string =>
  action === "created" ? `${link("commented", url)} on` : `${action} a ${link("comment", url)} on`;

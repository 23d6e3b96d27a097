import type { ReceivedDelivery, SILENT, WebhookMessage } from "../../integration.ts";
import { link } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** A message about an event, or SILENT if the event isn't worth one. */
export type RenderedEvent = WebhookMessage | typeof SILENT;
export type EventRenderer = (payload: Payload, delivery: ReceivedDelivery) => RenderedEvent;

export const repositoryOf = (payload: Payload): string => payload.line("repository.name");
export const senderOf = (payload: Payload): string => payload.line("sender.login", "Someone");

const EDITED = ["comment", "review", "discussion", "release", "pull_request", "issue"];

/** Whether an edit changed nothing. GitHub also reports edits that were saved unchanged. */
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

export const itemTopic = (payload: Payload, item: Payload, kind: "PR" | "issue"): string =>
  `${repositoryOf(payload)} / ${kind} #${item.number("number")} ${item.line("title", "")}`.trim();

/** Returns a link to an issue or discussion that was transferred to another repository. */
export function transferTarget(payload: Payload, kind: "issue" | "discussion"): string {
  const [repository, item] = [payload.at("changes.new_repository"), payload.at(`changes.new_${kind}`)];
  return link(`${repository.line("name", "another repository")}#${item.line("number", "")}`, item.line("html_url", ""));
}

export const commented = (action: string, url: string): string =>
  action === "created" ? `${link("commented", url)} on` : `${action} a ${link("comment", url)} on`;

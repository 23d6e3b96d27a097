import type { Target } from "../../model/places/conversation.ts";
import type { Draft } from "../../model/state.ts";
import type { DraftRow } from "../../store/own.ts";

/** A draft in the server's form, without its id. */
export type DraftForm = Omit<Draft, "id">;

/** The server's form of a draft; undefined for the edit of a message, which is not shared. */
export function draftForm({ target, content, writtenAt }: DraftRow): DraftForm | undefined {
  if (typeof target === "number") return undefined;
  const rest = { content: stored(content), timestamp: Math.floor(writtenAt / 1000) };
  if (target.kind === "direct") return { type: "private", to: [...target.users], topic: "", ...rest };
  if (target.channel === undefined) return { type: "", to: [], topic: "", ...rest };
  return { type: "stream", to: [target.channel], topic: target.topic.trim(), ...rest };
}

export function targetOfDraft({ type, to, topic }: Draft): Target {
  if (type === "private") return { kind: "direct", users: to };
  return { kind: "topic", channel: type === "stream" ? to[0] : undefined, topic };
}

/** Whether both have the same content and recipients, whenever they were written. */
export const isSameForm = (one: DraftForm, other: DraftForm): boolean =>
  one.type === other.type &&
  one.topic === other.topic &&
  one.content === other.content &&
  one.to.length === other.to.length &&
  one.to.every((id) => other.to.includes(id));

/** Content in the form in which the server stores it. */
const stored = (content: string): string => content.replace(/^\n+/, "").trimEnd();

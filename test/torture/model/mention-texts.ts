import * as fc from "fast-check";
import type { Account, Group, Message, Model } from "./model.ts";
import { participants, permitsFor } from "./rules.ts";

export const mention = fc.constantFrom("none", "none", "none", "somebody", "group", "all", "topic");
type MentionKind = "none" | "somebody" | "group" | "all" | "topic";

/** The content of a message, and the users it mentions. */
export interface MentionText {
  readonly text: string;
  readonly kind: MentionKind;
  readonly named: ReadonlySet<number>;
  readonly group?: Group;
}

export function textWithMention(model: Model, kind: MentionKind, n: number): MentionText {
  const people = model.accounts.filter(({ isActive }) => isActive);
  const groups = model.groups.filter(({ isActive }) => isActive);
  const person = people[n % people.length];
  const group = groups[n % Math.max(1, groups.length)];
  const nobody = new Set<number>();
  if (kind === "somebody" && person !== undefined)
    return { text: `@**${person.name}**, look`, kind, named: new Set([person.id]) };
  if (kind === "group" && group !== undefined)
    return { text: `@*${group.name}*, look`, kind, named: everybodyIn(model, group), group };
  if (kind === "all" || kind === "topic") return { text: `@**${kind}**, look`, kind, named: nobody };
  return { text: "no news", kind: "none", named: nobody };
}

function everybodyIn(model: Model, group: Group, found = new Set<number>()): Set<number> {
  for (const id of group.members) found.add(id);
  for (const id of group.subgroups) {
    const inner = model.group(id);
    if (inner !== undefined) everybodyIn(model, inner, found);
  }
  return found;
}

export const mayMention = (model: Model, account: Account, { group }: MentionText): boolean =>
  group === undefined || permitsFor(model, account, group, "can_mention_group");

/** Sets the mention flags for everyone who has the message (messages.md 2, 7). */
export function flagMentions(model: Model, message: Message, { kind, named }: MentionText): void {
  const { place, rows } = message;
  const inTopic = "channel" in place ? participants(model, place.channel, place.topic) : new Set<number>();
  for (const [id, flags] of rows) {
    set(flags, "mentioned", named.has(id));
    set(flags, "stream_wildcard_mentioned", kind === "all" && "channel" in place);
    set(flags, "topic_wildcard_mentioned", kind === "topic" && inTopic.has(id));
  }
}

const set = (flags: Set<string>, flag: string, is: boolean) => (is ? flags.add(flag) : flags.delete(flag));

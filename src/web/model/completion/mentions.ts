import { channelById } from "../channels/channels.ts";
import type { ChannelId } from "../ids.ts";
import type { State } from "../state.ts";
import { isInCode } from "./trigger.ts";

/** A mention that notifies, as written in the text. */
export interface WrittenMention {
  readonly name: string;
  readonly id: number | undefined;
  readonly kind: "person" | "group";
}

const mention = /(?<![^\s'"({[/<])@(?:\*\*([^*\n]*)\*\*|\*([^*\n]+)\*)/g;

/** Finds the mentions that notify someone. Those in code don't count. */
export function mentionsIn(text: string): WrittenMention[] {
  if (!text.includes("@*")) return [];
  return Array.from(text.matchAll(mention)).flatMap(({ index, 1: person, 2: group }): WrittenMention[] => {
    if (isInCode(text, index)) return [];
    if (person === undefined) return [{ name: group ?? "", id: undefined, kind: "group" }];
    const [, name = person, id] = /^(.*)\|(\d+)$/.exec(person) ?? [];
    return [{ name, id: id === undefined ? undefined : Number(id), kind: "person" }];
  });
}

/** Mentioning everyone in a larger channel requires a permission. */
const MANY_PEOPLE = 15;

/** Returns a channel's member count if mentioning everyone requires a permission, otherwise undefined. */
export function manyIn(state: State, channel: ChannelId): number | undefined {
  const count = channelById(state, channel)?.subscriber_count ?? 0;
  return count > MANY_PEOPLE ? count : undefined;
}

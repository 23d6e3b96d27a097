import { computed, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import { perClient } from "../../../client/per-client.ts";
import { type Candidate, manyIn, type NamedEmoji } from "../../../model/completion/candidate.ts";
import {
  channelsIndex,
  commandsIndex,
  distanceOfChannels,
  distanceOfPeople,
  groupsIndex,
  nameCounts,
  peopleIndex,
} from "../../../model/completion/completables.ts";
import { type CompletionContext, complete } from "../../../model/completion/complete.ts";
import { completionEdit } from "../../../model/completion/completion-edit.ts";
import { type Trigger, triggerAt } from "../../../model/completion/trigger.ts";
import { usableCustomEmoji } from "../../../model/emoji/custom-emoji.ts";
import type { Edit, Field } from "../../../model/formatting/field.ts";
import type { ChannelId, UserId } from "../../../model/ids.ts";
import { indexed, type SearchItem } from "../../../model/match.ts";
import type { Message } from "../../../model/message.ts";
import { hasPermission } from "../../../model/people/permissions.ts";
import { isSameTarget, type Target, targetOf } from "../../../model/routes/conversation.ts";
import { type EmojiNames, loadEmojiNames } from "../../../parts/emoji/emoji-names.ts";
import { noteEmojiUse, usedEmoji } from "../../../parts/emoji/emoji-used.ts";
import { membersOf, topicsOf } from "./members-and-topics.ts";

/** The completions at the caret, best first. Never empty. */
export interface Offer {
  readonly trigger: Trigger;
  readonly candidates: readonly Candidate[];
}

/**
 * Returns the completions at the caret as a signal, or undefined if nothing can be completed there. The signal changes
 * only when topics, emoji or members have loaded.
 */
export function offerAt(
  client: Client,
  { text, end }: Field,
  target: Target | undefined,
): ReadonlySignal<Offer | undefined> | undefined {
  const trigger = triggerAt(text, end);
  if (trigger === undefined) return undefined;
  const state = untracked(() => client.watch());
  const channel = target?.kind === "topic" ? target.channel : undefined;
  const members = channel !== undefined && trigger.kind === "mention" ? membersOf(client, channel) : undefined;
  const completable = {
    people: peopleIndex(state),
    groups: groupsIndex(state),
    channels: channelsIndex(state),
    commands: commandsIndex(state),
    get emoji() {
      return emojiIndex(client).value;
    },
    topicsOf: (of: ChannelId) => topicsOf(client, of),
  };
  return computed(() => {
    const subscribers = members?.value;
    const surroundings = untracked(() => surroundingsOf(client, target, subscribers));
    const candidates = complete(trigger, completable, surroundings);
    return candidates.length === 0 ? undefined : { trigger, candidates };
  });
}

/** Returns the messages of the target's conversation if it is on screen, otherwise none. */
function messagesNear(client: Client, target: Target | undefined): readonly Message[] {
  const place = client.place.value;
  const shown = place.view === "topic" || place.view === "direct" ? place : undefined;
  if (shown === undefined || !isSameTarget(targetOf(shown, client.watch().user_id), target)) return [];
  return client.feed(shown).messages.value;
}

function distanceOfEmoji(): CompletionContext["distanceOfEmoji"] {
  const used = new Map(usedEmoji(40).map(({ type, code }, order) => [`${type} ${code}`, order]));
  return ({ type, code }) => used.get(`${type} ${code}`) ?? used.size;
}

function surroundingsOf(
  client: Client,
  target: Target | undefined,
  subscribers: ReadonlySet<UserId> | undefined,
): CompletionContext {
  const state = client.watch();
  const channel = target?.kind === "topic" ? target.channel : undefined;
  const users = target?.kind === "direct" ? target.users : [];
  return {
    channel,
    inGroup: users.length > 1,
    mayMentionAll:
      channel === undefined ||
      manyIn(state, channel) === undefined ||
      hasPermission(state, "can_mention_many_users_group"),
    distanceOfPerson: distanceOfPeople(state, {
      messages: messagesNear(client, target),
      users,
      subscribers,
    }),
    distanceOfChannel: distanceOfChannels(state, channel),
    distanceOfEmoji: distanceOfEmoji(),
    now: new Date(),
  };
}

export function editFor(client: Client, candidate: Candidate, trigger: Trigger, field: Field): Edit {
  if (candidate.kind === "emoji") noteEmojiUse(candidate.emoji);
  const state = client.watch();
  const counts = nameCounts(state);
  return completionEdit(candidate, trigger, field, {
    countOfName: (name) => counts.get(name) ?? 0,
    emptyTopicName: state.realm_empty_topic_display_name,
  });
}

const emojiNames = signal<EmojiNames | undefined>(undefined);
let isRequested = false;

const emojiIndexOf = perClient((client) => computed(() => indexOf(client)));

function emojiIndex(client: Client): ReadonlySignal<readonly SearchItem<NamedEmoji>[]> {
  if (!isRequested) {
    isRequested = true;
    void load(client.watch().server_emoji_data_url);
  }
  return emojiIndexOf(client);
}

async function load(url: string): Promise<void> {
  try {
    emojiNames.value = await loadEmojiNames(url);
  } catch {
    isRequested = false;
  }
}

function indexOf(client: Client): SearchItem<NamedEmoji>[] {
  const own = usableCustomEmoji(client.watch("emoji"));
  const taken = new Set(own.map(({ name }) => name));
  const customs = own.map(
    ({ id, name, still_url, source_url }): NamedEmoji => ({
      name,
      aliases: [],
      type: "realm_emoji",
      code: id,
      picture: still_url ?? source_url,
    }),
  );
  const others = Object.entries(emojiNames.value ?? {}).flatMap(([code, names]): NamedEmoji[] => {
    const [name, ...aliases] = names.filter((one) => !taken.has(one));
    return name === undefined ? [] : [{ name, aliases, type: "unicode_emoji", code, picture: undefined }];
  });
  return indexed([...customs, ...others], ({ name, aliases }) => [name, ...aliases]);
}

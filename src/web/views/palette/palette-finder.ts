import { keyOfPlace, readHabits } from "../../client/background/habits.ts";
import type { Client } from "../../client/client.ts";
import { otherOrganizations } from "../../client/organizations/list.ts";
import { actionsNow, isPermitted } from "../../keyboard.ts";
import { ACTIONS, type ActionName } from "../../keys.ts";
import { channelById, subscriptionTo } from "../../model/channels/channels.ts";
import { hides, visibilityByKey } from "../../model/channels/topics.ts";
import type { Message } from "../../model/message.ts";
import { isMutedUser, userById } from "../../model/people/users.ts";
import { type Conversation, directKey } from "../../model/routes/conversation.ts";
import { NameIndex } from "../../model/search/name-index.ts";
import {
  type KnownTopic,
  nearnessOf,
  type PaletteIndex,
  type PaletteQuery,
  paletteQuery,
  paletteTargets,
  type RankingFactors,
} from "../../model/search/palette.ts";
import { keyOfTarget, type PaletteTarget, paletteTargetOfDirect, weightAt } from "../../model/search/palette-target.ts";
import type { State } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { appWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";
import { labelOf } from "../../words/help.ts";
import { paletteWords } from "../../words/search.ts";
import { isTarget, type PaletteEntry } from "./palette-entry.ts";
import {
  channelsByName,
  groupsByName,
  peopleByName,
  recentOrderOf,
  topicsByName,
  topicsHeardOf,
} from "./palette-index.ts";

interface PaletteSection {
  readonly title?: string;
  readonly entries: readonly PaletteEntry[];
}

const EMPTY_INDEX = new NameIndex<never>([], () => ({ name: "" }));
const MAX_ENTRIES = 40;
const RECENT = 8;
/** Maximum number of targets shown before messages that contain the typed words. */
const BEST = 6;
/** Number of topics prepared per step. A step takes a few milliseconds. */
const PREPARED_AT_ONCE = 500;

/** Actions that aren't listed in the palette, because they move within a list or have no effect from the palette. */
const UNLISTED_ACTIONS: ReadonlySet<ActionName> = new Set<ActionName>([
  ...(["palette", "leave", "nextPane", "previousPane", "menu", "filterSidebar", "filterPeople", "undo"] as const),
  ...(["nextMessage", "previousMessage", "pageDown", "pageUp", "firstMessage", "lastMessage"] as const),
]);

/** Finds palette entries in the state at the time the palette opens. */
export class PaletteFinder {
  readonly #client: Client;
  readonly #state: State;
  readonly #here: string | undefined;
  readonly #actions: readonly ActionName[];
  readonly #organizations = otherOrganizations();
  #topics: readonly KnownTopic[] | undefined;
  #order: ReturnType<typeof recentOrderOf> | undefined;
  #index: PaletteIndex | undefined;
  /** Recent targets, by the kinds searched for. */
  readonly #recents = new Map<string, readonly PaletteTarget[]>();
  readonly #nearness = new Map<PaletteTarget, number>();
  readonly #preparation = this.#prepare();

  constructor(client: Client) {
    this.#client = client;
    this.#state = client.watch();
    this.#here = keyOfPlace(client.place.peek(), this.#state.user_id);
    this.#actions = actionsNow().filter((name) => {
      const { where } = ACTIONS[name];
      return !UNLISTED_ACTIONS.has(name) && where !== "composer" && where !== "list";
    });
  }

  #nameOf(origin: string): string {
    return this.#organizations.find((one) => one.origin === origin)?.name ?? "";
  }

  find(typed: string): readonly PaletteSection[] {
    const query = paletteQuery(typed);
    const text = query.text.trim();
    if (text === "" && query.kinds.length > 1) return this.#atFirst(query.kinds);
    if (text === "" && query.kinds.includes("actions")) return [{ entries: this.#allActions() }];
    const found = paletteTargets(query, this.#indexes(), {
      limit: MAX_ENTRIES,
      nearness: (target) => this.#nearnessOf(target),
    });
    return [{ entries: [...found, { kind: "words", text }, ...this.#newTopic(text)] }];
  }

  /**
   * Runs one preparation step of a few milliseconds, so that no key press has to wait for the whole preparation.
   * Returns true if there are more steps. Until the last step, only topics with the newest messages are found.
   */
  prepare(): boolean {
    return this.#preparation.next().done !== true;
  }

  *#prepare(): Generator<void, undefined> {
    this.#allTopics();
    yield;
    this.#recentOrder();
    yield;
    this.find("");
    yield;
    const { topics } = this.#indexes();
    for (const target of topics.things()) this.#nearnessOf(target);
    yield;
    for (let more = topics.indexMore(PREPARED_AT_ONCE); more.length > 0; more = topics.indexMore(PREPARED_AT_ONCE)) {
      for (const target of more) this.#nearnessOf(target);
      yield;
    }
  }

  /** Recent places and currently possible actions. */
  #atFirst(kinds: PaletteQuery["kinds"]): readonly PaletteSection[] {
    const key = kinds.join();
    const entries = this.#recents.get(key) ?? this.#recent(kinds);
    this.#recents.set(key, entries);
    const recent: PaletteSection = { title: paletteWords().recent, entries };
    if (!kinds.includes("actions")) return [recent];
    const actions: PaletteSection = {
      title: paletteWords().actions,
      entries: [...this.#newTopic(""), ...this.#allActions()],
    };
    return [recent, actions].filter(({ entries }) => entries.length > 0);
  }

  #recent(kinds: PaletteQuery["kinds"]): PaletteTarget[] {
    const targets = new Map<string, PaletteTarget>();
    for (const target of this.#latest()) {
      const key = keyOfTarget(target);
      if (kinds.includes(KIND_OF[target.kind]) && key !== this.#here && !targets.has(key)) targets.set(key, target);
      if (targets.size === RECENT) break;
    }
    return [...targets.values()];
  }

  /** Visited places, latest first, then the conversations with the newest messages. */
  *#latest(): Generator<PaletteTarget, undefined> {
    const { conversations, ranks } = this.#recentOrder();
    const me = this.#state.user_id;
    const targetOf = (conversation: Conversation): PaletteTarget =>
      conversation.kind === "topic" ? conversation : paletteTargetOfDirect(conversation.users, me);
    const directs = this.#state.recent_private_conversations.map(({ user_ids }) => paletteTargetOfDirect(user_ids, me));
    const known = new Map(directs.map((target) => [keyOfTarget(target), target]));
    for (const { stream_id: channel } of this.#state.subscriptions)
      known.set(`#${channel}`, { kind: "channel", channel });
    for (const key of [...readHabits().keys()].reverse()) {
      const conversation = conversations[ranks.get(conversationKey(key)) ?? -1];
      const target = conversation === undefined ? known.get(key) : targetOf(conversation);
      if (target !== undefined) yield target;
    }
    for (const conversation of conversations) yield targetOf(conversation);
  }

  #allActions(): PaletteTarget[] {
    const actions = this.#actions.map((action): PaletteTarget => ({ kind: "action", action }));
    return [...this.#organizations.map(({ origin }): PaletteTarget => ({ kind: "organization", origin })), ...actions];
  }

  #newTopic(topic: string): PaletteEntry[] {
    const place = this.#client.place.peek();
    if (place.view !== "topic" && place.view !== "topics" && place.view !== "channel") return [];
    const channel = channelById(this.#state, place.channel);
    return channel === undefined || channel.is_archived || !isPermitted("composeTopic")
      ? []
      : [{ kind: "newTopic", channel: place.channel, topic }];
  }

  #allTopics(): readonly KnownTopic[] {
    this.#topics ??= topicsHeardOf(this.#client);
    return this.#topics;
  }

  #recentOrder() {
    this.#order ??= recentOrderOf(this.#state, this.#allTopics());
    return this.#order;
  }

  #indexes(): PaletteIndex {
    this.#index ??= {
      // Direct messages require an account.
      people: isPermitted("composeDirect") ? peopleByName(this.#state) : EMPTY_INDEX,
      groups: isPermitted("composeDirect") ? groupsByName(this.#state) : EMPTY_INDEX,
      channels: channelsByName(this.#state),
      topics: topicsByName(this.#state, this.#allTopics(), PREPARED_AT_ONCE),
      actions: new NameIndex(this.#allActions(), (one) => ({
        name: one.kind === "action" ? labelOf(one.action) : one.kind === "organization" ? this.#nameOf(one.origin) : "",
      })),
    };
    return this.#index;
  }

  /** Returns a target's nearness, cached in this finder. */
  #nearnessOf(target: PaletteTarget): number {
    const known = this.#nearness.get(target);
    if (known !== undefined) return known;
    const nearness = nearnessOf(this.#rankingFactorsOf(target));
    this.#nearness.set(target, nearness);
    return nearness;
  }

  #rankingFactorsOf(target: PaletteTarget): RankingFactors {
    const key = keyOfTarget(target);
    const known = readHabits().get(key);
    const habit = known === undefined ? 0 : weightAt(known, Date.now());
    const state = this.#state;
    const plain: RankingFactors = {
      habit,
      unread: 0,
      recency: undefined,
      isMuted: false,
      isFaraway: false,
      isAction: false,
    };
    const inConversation = (key: string): RankingFactors => ({
      ...plain,
      unread: unreadOf(state).conversations.get(key)?.count ?? 0,
      recency: this.#recentOrder().ranks.get(key),
    });
    switch (target.kind) {
      case "person": {
        const { user } = target;
        const factors = inConversation(directKey(user === state.user_id ? [] : [user]));
        return { ...factors, isMuted: isMutedUser(state, user), isFaraway: userById(state, user)?.is_bot ?? true };
      }
      case "group":
        return inConversation(directKey(target.users));
      case "channel": {
        const subscription = subscriptionTo(state, target.channel);
        const unread = unreadOf(state).channels.get(target.channel)?.count ?? 0;
        return {
          ...plain,
          unread,
          isMuted: subscription?.is_muted ?? false,
          isFaraway: subscription === undefined,
        };
      }
      case "topic": {
        const { channel } = target;
        const topicKey = conversationKey(key);
        const isMuted = hides(state, channel, visibilityByKey(state, topicKey));
        return { ...inConversation(topicKey), isMuted, isFaraway: subscriptionTo(state, channel) === undefined };
      }
      case "organization":
        return plain;
      case "action":
        return { ...plain, isAction: true };
    }
  }
}

const KIND_OF = {
  person: "people",
  group: "groups",
  channel: "channels",
  topic: "topics",
  action: "actions",
  organization: "actions",
} as const;

/** True if messages can be written to an entry. */
export const isConversation = (entry: PaletteEntry): entry is PaletteTarget =>
  ["person", "group", "channel", "topic"].includes(entry.kind);

export const onlyConversations = (sections: readonly PaletteSection[]): readonly PaletteSection[] =>
  sections
    .map((section) => ({ ...section, entries: section.entries.filter(isConversation) }))
    .filter(({ entries }) => entries.length > 0);

/**
 * Places found messages after the best targets and the entries that aren't targets, because users don't look through
 * all targets.
 */
export function withMessages(
  sections: readonly PaletteSection[],
  messages: readonly Message[],
): readonly PaletteSection[] {
  const [{ entries } = { entries: [] }] = sections;
  if (messages.length === 0) return sections;
  const targets = entries.filter(isTarget);
  const others = entries.filter((entry) => !isTarget(entry));
  const rest = { title: appWords().more, entries: targets.slice(BEST) };
  return [
    { entries: [...targets.slice(0, BEST), ...others] },
    { title: feedWords().name, entries: messages.map((message) => ({ kind: "message", message }) as const) },
    ...(rest.entries.length > 0 ? [rest] : []),
  ];
}

/** Converts a target's key to the key of its conversation, if it leads to one. */
const conversationKey = (key: string): string => (key.startsWith("#") ? key.slice(1).replace(">", ":") : key);

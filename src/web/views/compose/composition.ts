import { batch, effect, type Signal, signal, untracked } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { Drafts } from "../../client/sending/drafts.ts";
import type { Pending } from "../../client/sending/outbox.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import { afterMove, type TopicMove } from "../../model/messages/topic-move.ts";
import { mentionOf } from "../../model/people/people.ts";
import { userById } from "../../model/people/users.ts";
import { type Conversation, conversationOf } from "../../model/places/conversation.ts";
import type { Place } from "../../model/places/place.ts";
import { insertText, replaceInField } from "./editing/apply-edit.ts";
import { conversationOfTarget, isSameTarget, type Target, targetOf, targetOfConversation } from "./target/target.ts";

/** How long somebody pauses before their draft is kept. */
const PAUSE_MS = 400;

/**
 * What is being written: one message at a time, whichever view is shown. The texts of other conversations wait as drafts.
 */
export class Composition {
  /** Where it goes; undefined while nothing is being written in a place of many conversations. */
  readonly target: Signal<Target | undefined> = signal(undefined);
  readonly text = signal("");
  /** Whether the target is being said, with fields, rather than shown in words. */
  readonly changesTarget = signal(false);
  /** Which field is to have the focus, until it has it. */
  readonly wants: Signal<"target" | "text" | undefined> = signal(undefined);
  readonly #client: Client;
  readonly #drafts: Drafts;
  #draft: string | undefined;
  #place: Place | undefined;
  #area: HTMLTextAreaElement | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client) {
    this.#client = client;
    this.#drafts = client.drafts;
    // What is being written goes along with its topic, whatever is shown.
    effect(() => {
      const moves = client.moved.value;
      untracked(() => this.#follow(moves));
    });
  }

  /** The field, while it is shown. */
  attach(area: HTMLTextAreaElement | null): void {
    this.#area = area;
  }

  /** The next letter that is typed goes into the text. */
  focus(): void {
    this.#area?.focus();
  }

  /** Another place is shown: what was being written there goes on, and the rest waits as a draft. */
  enter(place: Place): void {
    if (place === this.#place) return;
    const before = this.#here();
    const known = this.#place !== undefined;
    this.#place = place;
    const target = this.#here();
    // A jump to another message of the conversation changes nothing.
    if (known && isSameTarget(target, this.target.value)) return;
    // What was begun by itself goes with its writer, until a place is shown that is written to.
    const isOwn = !isSameTarget(before, this.target.value) && this.text.value.trim() !== "";
    if (target !== undefined || !isOwn) this.#load(target);
  }

  /** The text changes by typing. */
  write(text: string): void {
    this.text.value = text;
    this.#keepSoon();
  }

  /** Keeps what is written as a draft, at once. */
  keep(): void {
    clearTimeout(this.#pause);
    const target = this.target.value;
    if (target === undefined) return;
    if (this.text.value.trim() === "") {
      if (this.#draft !== undefined) this.#drafts.remove(this.#draft);
      this.#draft = undefined;
    } else {
      this.#draft = this.#drafts.save(this.#draft, target, this.text.value);
    }
  }

  /** Sends what is written somewhere else; nothing written: goes on with the draft that waits there. */
  retarget(target: Target): void {
    if (isSameTarget(target, this.target.value)) return;
    const changing = this.changesTarget.value;
    if (this.text.value.trim() === "") this.#load(target);
    else {
      this.target.value = target;
      this.keep();
    }
    this.changesTarget.value = changing;
  }

  /** What is written goes to what is shown, instead of somewhere else. */
  bringHere(): void {
    const here = this.#here();
    if (here === undefined) return;
    this.retarget(here);
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** Writes to a conversation: what is being written elsewhere waits as a draft. */
  startIn(target: Target): void {
    if (!isSameTarget(target, this.target.value)) this.#load(target);
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** Writes a text to a conversation; a draft that waits there stays what it is. */
  startWith(target: Target, text: string): void {
    this.keep();
    this.#show(target, undefined, text);
    this.keep();
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** The target is to be said anew. */
  changeTarget(): void {
    this.changesTarget.value = true;
    this.wants.value = "target";
  }

  /** The target has been said. */
  targetDone(): void {
    this.changesTarget.value = conversationOfTarget(this.target.value, this.#me) === undefined;
    this.wants.value = "text";
  }

  /** The topic is being typed: the draft of another topic is not fetched for each letter of it. */
  retopic(topic: string): void {
    const target = this.target.value;
    if (target?.kind !== "topic") return;
    this.target.value = { ...target, topic };
    this.#keepSoon();
  }

  /** Begins a topic in the channel that is shown, or in one that is yet to be chosen. */
  startTopic(): void {
    const here = this.#here();
    const channel = here?.kind === "topic" ? here.channel : undefined;
    this.#load({ kind: "topic", channel, topic: "" });
    this.changeTarget();
  }

  startDirect(): void {
    this.#load({ kind: "direct", users: [] });
    this.changeTarget();
  }

  /** Begins a message that is yet to be addressed. */
  startForward(text: string): void {
    this.startWith({ kind: "topic", channel: undefined, topic: "" }, text);
    this.changeTarget();
  }

  #follow(moves: readonly TopicMove[]): void {
    const target = this.target.value;
    // An empty topic may be one that is yet to be said.
    if (target === undefined || (this.changesTarget.value && target.kind === "topic" && target.topic === "")) return;
    const now = moves.reduce(afterMove, target);
    this.retarget(now);
    // It may be spelled otherwise.
    if (now !== target) this.target.value = now;
  }

  /** Writes to the sender of a message alone. */
  replyToSender({ sender_id }: Message): void {
    this.startIn({ kind: "direct", users: [sender_id] });
  }

  mentionSender(message: Message): void {
    this.replyTo(message);
    const state = this.#client.watch();
    const sender = userById(state, message.sender_id);
    if (sender !== undefined) this.insert(`${mentionOf(state, sender)} `);
  }

  replyTo(message: Message): void {
    this.startIn(targetOfConversation(conversationOf(message, this.#me), this.#me));
  }

  /** Puts a text where the caret is; as a paragraph of its own where it is a block. */
  insert(text: string): void {
    const area = this.#area;
    if (area === null) {
      this.write(this.text.value + (this.text.value === "" ? "" : "\n") + text);
      return;
    }
    insertText(area, text);
  }

  /** Replaces a text of what is being written, or of what was and is a draft by now. */
  replace(text: string, by: string): void {
    if (this.text.value.includes(text)) {
      if (this.#area === null || !replaceInField(this.#area, text, by))
        this.write(this.text.value.replace(text, () => by));
      return;
    }
    this.#drafts.rewrite(text, by);
  }

  /** A message that was refused is written again: its text comes back, and what is being written waits as a draft. */
  restore({ localId, to, content }: Pending): void {
    this.startWith(targetOfConversation(to, this.#me), content);
    this.#client.outbox.discard(localId);
  }

  /** A draft is written on. */
  resume(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return;
    this.keep();
    this.#show(draft.target, id, draft.content);
    this.wants.value = "text";
  }

  /** Hands the message over to be sent, and returns where it goes. */
  send(): Conversation | undefined {
    const to = conversationOfTarget(this.target.value, this.#me);
    if (to === undefined) return undefined;
    this.#client.outbox.send(to, this.text.value);
    this.clear();
    // Nobody asks any more where it goes, but in a channel for the next message's topic.
    const place = this.#place?.view;
    if (place !== "channel" && place !== "topics") this.changesTarget.value = false;
    return to;
  }

  /** The text is done with: sent, scheduled, or thrown away. */
  clear(): void {
    this.text.value = "";
    this.keep();
  }

  /** Nothing is written any more, unless there is a text: then it waits as a draft. */
  leave(): void {
    this.keep();
    this.#area?.blur();
    const here = this.#here();
    if (this.text.value.trim() === "" || here === undefined) this.#load(here);
  }

  #keepSoon(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.keep(), PAUSE_MS);
  }

  get #me(): UserId {
    return this.#client.watch().user_id;
  }

  /** What the place that is shown is written to. */
  #here(): Target | undefined {
    return this.#place && targetOf(this.#place, this.#me);
  }

  #load(target: Target | undefined): void {
    this.keep();
    const draft = target === undefined ? undefined : this.#drafts.latestFor(target);
    this.#show(target, draft?.id, draft?.content ?? "");
  }

  #show(target: Target | undefined, draft: string | undefined, text: string): void {
    clearTimeout(this.#pause);
    this.#draft = draft;
    batch(() => {
      this.target.value = target;
      this.text.value = text;
      // In a channel the topic is still to be said.
      const place = this.#place?.view;
      this.changesTarget.value = (place === "channel" || place === "topics") && isSameTarget(target, this.#here());
    });
  }
}

const compositions = new WeakMap<Client, Composition>();

/** What is being written in this page. */
export function compositionOf(client: Client): Composition {
  const known = compositions.get(client);
  if (known !== undefined) return known;
  const composition = new Composition(client);
  compositions.set(client, composition);
  return composition;
}

import { batch, effect, type Signal, signal, untracked } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { perClient } from "../../client/per-client.ts";
import type { Drafts, StoredDraft } from "../../client/sending/drafts.ts";
import type { Pending } from "../../client/sending/outbox.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { afterMove, type TopicMove } from "../../model/messages/message-update.ts";
import { mentionOf } from "../../model/people/people-by-name.ts";
import { userById } from "../../model/people/users.ts";
import {
  type Conversation,
  conversationOf,
  isSameTarget,
  type Target,
  targetOf,
  targetOfConversation,
} from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import { focusContent } from "../frame/keep-focus.ts";
import { insertText, replaceInField } from "./apply-edit.ts";
import { Attachments } from "./attachments/attachments.ts";
import { conversationOfTarget } from "./target/target.ts";

const DRAFT_SAVE_DELAY_MS = 400;

/** The message being written, of which the page has only one. Texts for other conversations are kept as drafts. */
export class Composition {
  /** The message's target. Undefined in a place with several conversations while no message is being written. */
  readonly target: Signal<Target | undefined> = signal(undefined);
  readonly text = signal("");
  /** Incremented whenever another text is shown, including the empty field after a message is sent. */
  readonly shown: Signal<number> = signal(0);
  /** True if the target is edited in fields instead of shown as text. */
  readonly changesTarget = signal(false);
  /** The field that should get the focus. Undefined once the field has it. */
  readonly wants: Signal<"target" | "text" | undefined> = signal(undefined);
  /** True if the message being written was started with "Reply". */
  readonly isReply = signal(false);
  /** True once Enter has started a new line where other apps would have sent the message. */
  readonly asksEnter = signal(false);
  /** Files for the composer to attach. */
  readonly files: Signal<readonly File[]> = signal([]);
  /** The files of this text and of drafts. Uploads continue while no composer is shown. */
  readonly attachments: Attachments;
  readonly #client: Client;
  readonly #drafts: Drafts;
  #draft: string | undefined;
  /** The draft as this page last loaded or saved it. */
  #saved: { readonly target: Target | undefined; readonly text: string } = { target: undefined, text: "" };
  /** True if the text is a draft that was loaded when its target was chosen, and that hasn't been changed since. */
  #isFound = false;
  #place: Route | undefined;
  #area: HTMLTextAreaElement | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client) {
    this.#client = client;
    this.#drafts = client.drafts;
    this.attachments = new Attachments(client, this);
    // When messages are moved to another topic, the text's target changes, too.
    effect(() => {
      const moves = client.moved.value;
      untracked(() => this.#follow(moves));
    });
    effect(() => {
      void this.#drafts.all.value;
      untracked(() => this.#adopt());
    });
  }

  /** Sets the text field, or null when it is removed. */
  attach(area: HTMLTextAreaElement | null): void {
    this.#area = area;
  }

  focus(): void {
    this.#area?.focus();
  }

  /** Follows the page to another place: saves the current text as a draft, and loads the new place's draft. */
  enter(place: Route): void {
    if (place === this.#place) return;
    const before = this.#here();
    const known = this.#place !== undefined;
    const hadTopics = this.#hasTopics;
    this.#place = place;
    const target = this.#here();
    // Jumping to another message of the conversation changes nothing.
    if (known && isSameTarget(target, this.target.value)) {
      if (hadTopics !== this.#hasTopics) this.changesTarget.value = this.#hasTopics;
      return;
    }
    // A text for another target stays open until the user goes to a place that has a target.
    const isOwn = !isSameTarget(before, this.target.value) && this.text.value.trim() !== "";
    if (target !== undefined || !isOwn) this.#load(target);
  }

  write(text: string): void {
    this.attachments.changed(this.text.value, text);
    this.text.value = text;
    this.#isFound = false;
    this.#keepSoon();
  }

  /** Saves the text as a draft, immediately. */
  keep(): void {
    clearTimeout(this.#pause);
    const target = this.target.value;
    const text = this.text.value;
    const before = this.#saved;
    // Without a change, nothing is saved, because the draft may have been edited or sent elsewhere since.
    if (target === undefined || (text === before.text && isSameTarget(target, before.target))) return;
    this.#saved = { target, text };
    const draft = this.#draft === undefined ? undefined : this.#drafts.get(this.#draft);
    // If the draft was changed both here and elsewhere, both texts are kept.
    const isAsBefore = draft === undefined || [draft.content, this.#textOf(draft)].includes(before.text);
    const id = isAsBefore ? this.#draft : undefined;
    this.#draft = undefined;
    if (text.trim() !== "") this.#draft = this.#drafts.save(id, target, text);
    else if (id !== undefined) this.#drafts.remove(id);
  }

  /**
   * Changes the text's target. If the user hasn't written anything, the shown draft stays with the previous target, and
   * the new target's draft is loaded.
   */
  retarget(target: Target): void {
    if (isSameTarget(target, this.target.value)) return;
    const changing = this.changesTarget.value;
    if (this.text.value.trim() === "" || this.#isFound) {
      this.#load(target);
      // A draft without a topic counts as written by the user, because its topic is still to be chosen.
      this.#isFound = this.text.value !== "" && !(target.kind === "topic" && target.topic === "");
    } else {
      this.target.value = target;
      this.keep();
    }
    this.changesTarget.value = changing;
  }

  /** Changes the target to the conversation on screen. */
  bringHere(): void {
    const here = this.#here();
    if (here === undefined) return;
    this.retarget(here);
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** Starts writing to a conversation: saves the current text as a draft, and loads the new target's draft. */
  startIn(target: Target): void {
    if (!isSameTarget(target, this.target.value)) this.#load(target);
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** Starts a message with the given text, without touching the conversation's draft. */
  startWith(target: Target, text: string): void {
    this.keep();
    this.#show(target, undefined, text);
    this.keep();
    this.changesTarget.value = false;
    this.wants.value = "text";
  }

  /** Appends text and files from another app. */
  add(text: string, files: readonly File[]): void {
    const parts = [this.text.value.trimEnd(), text].filter((part) => part !== "");
    if (text !== "") this.write(parts.join("\n"));
    this.files.value = [...this.files.value, ...files];
    this.wants.value ??= "text";
  }

  changeTarget(): void {
    this.changesTarget.value = true;
    this.wants.value = "target";
  }

  /** Closes the target's fields if the target is complete, and focuses the text. */
  targetDone(): void {
    this.changesTarget.value = conversationOfTarget(this.target.value, this.#me) === undefined;
    this.wants.value = "text";
  }

  /** Sets the topic while it is being typed. Doesn't load the draft of another topic for each letter. */
  retopic(topic: string): void {
    const target = this.target.value;
    if (target?.kind !== "topic") return;
    this.target.value = { ...target, topic };
    this.#keepSoon();
  }

  /** Starts a topic in the channel on screen, or in one still to be chosen. */
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

  /** Starts a message with the given text. The user still has to choose its target. */
  startForward(text: string): void {
    this.startWith({ kind: "topic", channel: undefined, topic: "" }, text);
    this.changeTarget();
  }

  /**
   * Applies changes to the draft from another tab or device, even if it was sent or deleted there. Does nothing if the
   * user has changed the text here.
   */
  #adopt(): void {
    const { target, text } = this.#saved;
    if (this.#draft === undefined || target === undefined || this.text.value !== text) return;
    const draft = this.#drafts.get(this.#draft) ?? this.#drafts.find(target, text);
    this.#draft = draft?.id;
    this.#saved = { target, text: this.#textOf(draft) };
    this.text.value = this.#saved.text;
  }

  #follow(moves: readonly TopicMove[]): void {
    const target = this.target.value;
    // The user hasn't typed the topic yet.
    if (target === undefined || (this.changesTarget.value && target.kind === "topic" && target.topic === "")) return;
    const now = moves.reduce(afterMove, target);
    this.retarget(now);
    // Set even if the target is the same topic, because its spelling may have changed.
    if (now !== target) this.target.value = now;
  }

  /** Starts a direct message to just the sender of a message. */
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
    this.isReply.value = true;
  }

  /** Inserts text at the caret, on a new line if it has several lines. */
  insert(text: string): void {
    const area = this.#area;
    if (area === null) {
      this.write(this.text.value + (this.text.value === "" ? "" : "\n") + text);
      return;
    }
    insertText(area, text);
  }

  /**
   * Returns a function that inserts a string, such as a server response, into the text. If a text for another target is
   * shown by the time it is called, it appends the string to the newest draft for the original target.
   */
  inserter(): (text: string) => void {
    const [shown, target] = [this.shown.peek(), this.target.peek()];
    return (text) => {
      if (shown === this.shown.peek() || target === undefined || isSameTarget(target, this.target.peek()))
        this.insert(text);
      else {
        const { id, content = "" } = this.#drafts.latestFor(target) ?? {};
        this.#drafts.save(id, target, content === "" ? text : `${content.trimEnd()}\n${text}`);
      }
    };
  }

  /**
   * Replaces a string in the text or, if the text no longer contains it, in the draft that does. Returns false if no
   * draft does.
   */
  replace(text: string, by: string): boolean {
    if (!this.text.value.includes(text)) return this.#drafts.rewrite(text, by);
    if (this.#area === null || !replaceInField(this.#area, text, by))
      this.write(this.text.value.replace(text, () => by));
    return true;
  }

  /** Moves a refused message's text back to the composer. The current text is saved as a draft. */
  restore({ localId, to, content }: Pending): void {
    this.startWith(targetOfConversation(to, this.#me), content);
    this.#client.outbox.discard(localId);
  }

  /** Opens a draft for editing. */
  resume(id: string): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return;
    this.keep();
    this.#show(draft.target, draft);
    this.wants.value = "text";
  }

  /** Passes the message to the outbox, and returns its conversation. */
  send(): Conversation | undefined {
    const to = conversationOfTarget(this.target.value, this.#me);
    if (to === undefined) return undefined;
    this.#client.outbox.send(to, this.text.value);
    this.clear();
    // Closes the target's fields, except in a channel, where the next message needs a topic.
    if (!this.#hasTopics) this.changesTarget.value = false;
    return to;
  }

  /** Removes the given text from the composer or the drafts, unless the user has changed it since. */
  discard(target: Target, text: string): void {
    if (this.text.value === text && isSameTarget(this.target.value, target)) {
      this.clear();
      return;
    }
    const draft = this.#drafts.find(target, text);
    if (draft !== undefined) this.#drafts.remove(draft.id);
  }

  /** Empties the composer after the text was sent, scheduled or discarded. */
  clear(): void {
    this.text.value = "";
    this.shown.value += 1;
    this.isReply.value = false;
    this.keep();
  }

  /**
   * Moves the focus from the composer to the content, and saves the text as a draft. The text stays visible if the
   * place has a target.
   */
  leave(): void {
    this.keep();
    focusContent();
    const here = this.#here();
    if (this.text.value.trim() === "" || here === undefined) this.#load(here);
  }

  #keepSoon(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.keep(), DRAFT_SAVE_DELAY_MS);
  }

  get #me(): UserId {
    return this.#client.watch().user_id;
  }

  /** True if the place on screen is a channel, where each message needs a topic. */
  get #hasTopics(): boolean {
    return this.#place?.view === "channel" || this.#place?.view === "topics";
  }

  /** The target of the place on screen. */
  #here(): Target | undefined {
    return this.#place && targetOf(this.#place, this.#me);
  }

  #load(target: Target | undefined): void {
    this.keep();
    const draft = target === undefined ? undefined : this.#drafts.latestFor(target);
    this.#show(target, draft);
  }

  #textOf(draft: StoredDraft | undefined): string {
    return this.attachments.withoutLost(draft?.content ?? "");
  }

  #show(target: Target | undefined, draft: StoredDraft | undefined, text = this.#textOf(draft)): void {
    clearTimeout(this.#pause);
    this.#isFound = false;
    this.#draft = draft?.id;
    this.#saved = { target, text: draft === undefined ? "" : text };
    batch(() => {
      this.shown.value += 1;
      this.target.value = target;
      this.text.value = text;
      this.isReply.value = false;
      this.asksEnter.value = false;
      // In a channel, the topic is still to be chosen.
      this.changesTarget.value = this.#hasTopics && isSameTarget(target, this.#here());
    });
  }
}

export const compositionOf = perClient((client) => new Composition(client));

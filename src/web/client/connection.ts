import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../wire/clock.ts";
import type { Page } from "../wire/page.ts";
import type { Link } from "../wire/pump.ts";
import type { ServerConnectionState } from "./client.ts";

/** A failure shorter than this is not shown, because most end by themselves. */
const SHOWN_AFTER_MS = 2_000;

type Offline = Extract<ServerConnectionState, { readonly kind: "offline" }>;

/** The state of the connection to the server, from the answers to calls and from the link of the events. */
export class LiveConnection {
  readonly #clock: Clock;
  readonly #page: Page;
  readonly #signal = signal<ServerConnectionState>({ kind: "starting" });
  #lastAnswer: number;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, page: Page) {
    this.#clock = clock;
    this.#page = page;
    this.#lastAnswer = clock.now();
    page.on(["offline"], () => this.#lose("no-network"));
    page.on(["logged-in"], () => {
      if (this.#signal.value.kind === "logged-out") this.#set("live");
    });
  }

  get signal(): ReadonlySignal<ServerConnectionState> {
    return this.#signal;
  }

  /** Notes whether a call was answered. */
  onAnswer(isAnswered: boolean): void {
    if (!isAnswered) this.#loseSoon();
    // Other answers do not count: only events and a new login show that there is a session.
    else if (this.#signal.value.kind === "live" || this.#isUnreached) this.#set("live");
  }

  onLink(link: Link): void {
    if (link === "failing") this.#loseSoon();
    else if (link === "barred") this.#lose("barred");
    else this.#set(link);
  }

  loggedOut(): void {
    this.#set("logged-out");
  }

  #set(kind: "live" | "logged-out"): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#lastAnswer = this.#clock.now();
    if (this.#signal.value.kind !== kind) this.#signal.value = { kind };
  }

  #loseSoon(): void {
    if (!this.#page.online()) this.#lose("no-network");
    else if (this.#signal.value.kind !== "logged-out")
      this.#cancel ??= this.#clock.after(SHOWN_AFTER_MS, () => this.#lose("no-answer"));
  }

  #lose(reason: Offline["reason"]): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const now = this.#signal.value;
    if (now.kind !== "logged-out" && !(now.kind === "offline" && now.reason === reason))
      this.#signal.value = { kind: "offline", since: this.#lastAnswer, reason };
  }

  /** Whether it is shown that the server is not reached; a network that is not allowed is another matter. */
  get #isUnreached(): boolean {
    const now = this.#signal.value;
    return now.kind === "offline" && now.reason !== "barred";
  }
}

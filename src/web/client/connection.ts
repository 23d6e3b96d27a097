import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../wire/clock.ts";
import type { Page } from "../wire/page.ts";
import type { Link } from "../wire/pump.ts";
import type { ServerConnectionState } from "./client.ts";

/** Shorter failures aren't shown, because most recover on their own. */
const SHOWN_AFTER_MS = 2_000;

type Offline = Extract<ServerConnectionState, { readonly kind: "offline" }>;

/** The state of the server connection, derived from API responses and the event link. */
export class LiveConnection {
  readonly #clock: Clock;
  readonly #page: Page;
  readonly #signal = signal<ServerConnectionState>({ kind: "starting" });
  readonly signal: ReadonlySignal<ServerConnectionState> = this.#signal;
  #lastAnswer: number;
  /**
   * True once the page is being left, because the session was ended. The page is hidden then, and nothing is reported
   * anymore.
   */
  #isPageLeft = false;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, page: Page) {
    this.#clock = clock;
    this.#page = page;
    this.#lastAnswer = clock.now();
    page.on(["offline"], () => this.#lose("no-network"));
    page.on(["logged-out"], () => {
      this.#isPageLeft = true;
    });
    page.on(["logged-in"], () => {
      if (this.#signal.value.kind === "logged-out") this.#set("live");
    });
  }

  onAnswer(isAnswered: boolean): void {
    if (!isAnswered) this.#loseSoon();
    // Other responses don't count, because only events and a new login show that there is a session.
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
    if (this.#signal.value.kind !== kind) this.#show({ kind });
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
      this.#show({ kind: "offline", since: this.#lastAnswer, reason });
  }

  #show(state: ServerConnectionState): void {
    if (!this.#isPageLeft) this.#signal.value = state;
  }

  /** True if the server is shown as unreachable. A network that isn't allowed doesn't count. */
  get #isUnreached(): boolean {
    const now = this.#signal.value;
    return now.kind === "offline" && now.reason !== "barred";
  }
}

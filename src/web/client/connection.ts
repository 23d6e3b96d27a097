import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../wire/clock.ts";
import type { Page } from "../wire/page.ts";
import type { Link } from "../wire/pump.ts";
import type { Connection } from "./client.ts";

/** So long nothing is said of a failure: most are over by then. */
const GRACE = 2_000;

/** How it stands with the server, from whatever is heard of it. */
export class LiveConnection {
  readonly #clock: Clock;
  readonly #page: Page;
  readonly #signal = signal<Connection>({ is: "starting" });
  #lastAnswer: number;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, page: Page) {
    this.#clock = clock;
    this.#page = page;
    this.#lastAnswer = clock.now();
    page.on(["offline"], () => this.#lose());
    page.on(["logged-in"], () => {
      if (this.#signal.value.is === "logged-out") this.#answer("live");
    });
  }

  get signal(): ReadonlySignal<Connection> {
    return this.#signal;
  }

  /** A call was answered, or not. */
  answered(isAnswered: boolean): void {
    if (!isAnswered) this.#doubt();
    // Before the first event it is not known whether the session still holds, and after its end every answer says so.
    else if (this.#signal.value.is === "live" || this.#signal.value.is === "offline") this.#answer("live");
  }

  turned(link: Link): void {
    if (link === "failing") this.#doubt();
    else this.#answer(link);
  }

  loggedOut(): void {
    this.#answer("logged-out");
  }

  #answer(is: "live" | "logged-out"): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#lastAnswer = this.#clock.now();
    if (this.#signal.value.is !== is) this.#signal.value = { is };
  }

  #doubt(): void {
    if (this.#signal.value.is === "logged-out" || this.#signal.value.is === "offline") return;
    if (!this.#page.online()) this.#lose();
    else this.#cancel ??= this.#clock.after(GRACE, () => this.#lose());
  }

  #lose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const { is } = this.#signal.value;
    if (is !== "logged-out" && is !== "offline") this.#signal.value = { is: "offline", since: this.#lastAnswer };
  }
}

import { type ReadonlySignal, signal } from "@preact/signals";
import { Encryption, type FrameEncryption } from "./encryption.ts";
import type { Member, RoomRequest, RoomState } from "./frames.ts";

/** How private a call is: only browser-to-browser, only up to the media server, or end-to-end between members. */
export type Secrecy = "browsers" | "service" | "members";

interface SecrecyParts {
  readonly call: string;
  readonly isEncrypted: boolean;
  readonly send: (request: RoomRequest) => void;
}

/** Tracks who other than its members could listen to a call, and its end-to-end encryption if it has one. */
export class CallSecrecy {
  readonly #kind = signal<Secrecy | undefined>(undefined);
  readonly #number = signal<string | undefined>(undefined);
  #encryption: Encryption | undefined;

  constructor({ call, isEncrypted, send }: SecrecyParts) {
    if (!isEncrypted) return;
    this.#encryption = new Encryption(call, {
      send: (to, blob) => send({ type: "key", to, blob }),
      onNumber: (number) => {
        this.#number.value = number;
      },
    });
  }

  /** Undefined until known from the room. */
  get kind(): ReadonlySignal<Secrecy | undefined> {
    return this.#kind;
  }
  /** The number that members compare to verify that they have each other's keys. */
  get number(): ReadonlySignal<string | undefined> {
    return this.#number;
  }
  get key(): Promise<string> | undefined {
    return this.#encryption?.publicKey;
  }
  get frames(): FrameEncryption | undefined {
    return this.#encryption;
  }

  /** Handles the room's state. A call that started encrypted stays so, regardless of later states. */
  settle({ encrypted = false, mode, me, members }: RoomState): void {
    const isFirst = this.#kind.peek() === undefined;
    if (isFirst && !encrypted) {
      this.close();
      this.#encryption = undefined;
    }
    this.#kind.value = this.#encryption !== undefined ? "members" : mode === "sfu" ? "service" : "browsers";
    this.follow(me, members);
    if (!isFirst) this.#encryption?.repeat();
  }

  follow(me: number, members: readonly Member[]): void {
    this.#encryption?.follow(me, members);
  }

  /** Handles a returning member, who missed the keys sent in the meantime. */
  repeat(member: number): void {
    this.#encryption?.repeat(member);
  }

  take({ from, blob }: { readonly from: number; readonly blob: string }): void {
    this.#encryption?.take(from, blob);
  }

  close(): void {
    this.#encryption?.close();
  }
}

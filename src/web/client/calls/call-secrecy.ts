import { type ReadonlySignal, signal } from "@preact/signals";
import { Encryption, type FrameEncryption } from "./encryption.ts";
import type { Member, RoomRequest, RoomState } from "./frames.ts";

/** A kind of secrecy: nobody hears between the browsers, between each of them and the media server, or between the members. */
export type Secrecy = "browsers" | "service" | "members";

interface SecrecyParts {
  readonly call: string;
  readonly isEncrypted: boolean;
  readonly send: (request: RoomRequest) => void;
}

/** The facts of who could hear a call besides its members, and the encryption where it has one of its own. */
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

  /** Undefined until the room has said so. */
  get kind(): ReadonlySignal<Secrecy | undefined> {
    return this.#kind;
  }
  /** The number by which members find out whether they have each other's keys. */
  get number(): ReadonlySignal<string | undefined> {
    return this.#number;
  }
  get key(): Promise<string> | undefined {
    return this.#encryption?.publicKey;
  }
  get frames(): FrameEncryption | undefined {
    return this.#encryption;
  }

  /** Takes the room's state. A call that began encrypted stays so, whatever the room says later. */
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

  /** A member is back: keys that were sent meanwhile are lost. */
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

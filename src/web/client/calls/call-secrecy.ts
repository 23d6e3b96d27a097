import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { UserId } from "../../model/ids.ts";
import { Encryption, type FrameEncryption } from "./encryption.ts";
import type { Member, ModeratorAction, RoomRequest, RoomState } from "./frames.ts";

/** How private a call is: encrypted between browsers, only up to the media server, or end-to-end between members. */
export type Secrecy = "browsers" | "service" | "members";

/** Why a call isn't end-to-end encrypted: who turned encryption off, or whose browsers can't encrypt. */
interface PlainReason {
  /** Null if this member can't see that user. */
  readonly by?: UserId | null | undefined;
  readonly unable: readonly Member[];
}

interface SecrecyParts {
  readonly call: string;
  readonly isEncrypted: boolean;
  readonly send: (request: RoomRequest) => void;
}

/**
 * Tracks whether anyone other than its members could listen to a call, and manages its end-to-end encryption if it has
 * one.
 */
export class CallSecrecy {
  readonly #mode = signal<RoomState["mode"] | undefined>(undefined);
  readonly #isOffered = signal(false);
  readonly #reason = signal<PlainReason>({ unable: [] });
  readonly #number = signal<string | undefined>(undefined);
  #encryption: Encryption | undefined;
  #me = 0;
  #members: readonly Member[] = [];
  /** The key to announce, or undefined if encryption can't start in this browser. Everyone then sends unencrypted. */
  readonly key: Promise<string | undefined> | undefined;

  constructor({ call, isEncrypted, send }: SecrecyParts) {
    if (!isEncrypted) return;
    this.#encryption = new Encryption(call, {
      send: (to, blob) => send({ type: "key", to, blob }),
      onNumber: (number) => {
        this.#number.value = number;
      },
    });
    this.key = this.#encryption.publicKey.catch(() => this.#giveUp());
  }

  /** Undefined until the room has reported the call's mode. */
  readonly kind: ReadonlySignal<Secrecy | undefined> = computed(() => {
    const mode = this.#mode.value;
    if (mode !== "sfu") return mode && "browsers";
    return this.#isOffered.value && !isPlain(this.#reason.value) ? "members" : "service";
  });
  /** Why the call isn't end-to-end encrypted. Undefined if it is, or if it never goes through a media server. */
  readonly reason: ReadonlySignal<PlainReason | undefined> = computed(() =>
    isPlain(this.#reason.value) ? this.#reason.value : undefined,
  );
  /** True if the call can be encrypted, and moderators can turn encryption off and on. */
  readonly isOffered: ReadonlySignal<boolean> = this.#isOffered;
  /** The number that members compare to verify that they have each other's keys. */
  readonly number: ReadonlySignal<string | undefined> = this.#number;

  get frames(): FrameEncryption | undefined {
    return this.#encryption;
  }

  /**
   * Handles the room's state. A call that started encrypted stays encrypted, unless members can see who turned
   * encryption off.
   */
  settle({ encrypted = false, mode = "mesh", me, members, plain_by }: RoomState): void {
    const isFirst = this.#mode.peek() === undefined;
    if (isFirst) this.#isOffered.value = encrypted;
    if (isFirst && !encrypted) this.#giveUp();
    this.#mode.value = mode;
    this.#reason.value = { ...this.#reason.peek(), by: plain_by };
    this.follow(me, members);
    if (!isFirst) this.#encryption?.repeat();
  }

  follow(me: number, members: readonly Member[]): void {
    [this.#me, this.#members] = [me, members];
    const unable = this.#isOffered.peek() ? members.filter(({ key }) => key === undefined) : [];
    this.#reason.value = { ...this.#reason.peek(), unable };
    this.#encryption?.follow(me, members, isPlain(this.#reason.peek()));
  }

  /** Handles a moderator turning encryption off or on. */
  followModerator({ act, by }: ModeratorAction): void {
    if (act !== "plain" && act !== "encrypt") return;
    this.#reason.value = { ...this.#reason.peek(), by: act === "plain" ? by : undefined };
    this.follow(this.#me, this.#members);
  }

  /** Handles a member who reconnected, and missed the keys sent in the meantime. */
  repeat(member: number): void {
    this.#encryption?.repeat(member);
  }

  take({ from, blob }: { readonly from: number; readonly blob: string }): void {
    this.#encryption?.take(from, blob);
  }

  close(): void {
    this.#encryption?.close();
  }

  #giveUp(): undefined {
    this.close();
    this.#encryption = undefined;
  }
}

const isPlain = ({ by, unable }: PlainReason): boolean => by !== undefined || unable.length > 0;

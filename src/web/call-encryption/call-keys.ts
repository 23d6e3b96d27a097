import type { TrackKind } from "./frame-parts.ts";
import { type After, HeardKeys } from "./heard-keys.ts";
import { safetyNumber } from "./safety-number.ts";
import { type OwnKeys, open, seal } from "./sealing.ts";
import { readKeyNumber, SenderKey, type SenderSecret } from "./sender-key.ts";
import { type Bytes, bigEndian, concat, readNumber } from "./sframe.ts";

export type KeyedMember = readonly [id: number, publicKey: string];

interface KeysParts {
  readonly call: string;
  readonly own: OwnKeys;
  readonly after: After;
  readonly send: (to: number, blob: string) => void;
  /** Called with the safety number of the current members. */
  readonly onNumber: (number: string) => void;
}

/** Delay that lets several departures share one new key. */
const LEFT_MS = 2_000;
/** Delay before a new key is used, so that the others can receive it first. */
const DELIVERY_MS = 500;
const KID_BYTES = 8;

/**
 * The keys that one device uses in an encrypted call: its own, which it sends to the others, and those of the others.
 */
export class CallKeys {
  readonly #parts: KeysParts;
  readonly #others = new Map<number, string>();
  readonly #heard = new Map<number, HeardKeys>();
  #sender: SenderKey | undefined;
  #isLeft = false;
  /** The next key. It is being sent to the others, and not used yet. */
  #pending: SenderSecret | undefined;
  /** Serializes everything that changes keys. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: KeysParts) {
    this.#parts = parts;
  }

  /** Applies the list of all members, including this device. */
  follow(me: number, members: readonly KeyedMember[]): Promise<void> {
    return this.#inTurn(async () => {
      const isNew = this.#sender?.member !== me;
      if (isNew) {
        this.#sender = new SenderKey(me);
        this.#pending = undefined;
      }
      const before = new Map(this.#others);
      this.#others.clear();
      for (const [id, key] of members) if (id !== me) this.#others.set(id, key);
      const isHere = (id: number) => this.#others.get(id) === before.get(id);
      const left = [...before.keys()].filter((id) => !isHere(id));
      for (const id of left) this.#heard.delete(id);
      const came = [...this.#others.keys()].filter((id) => !isHere(id));
      if (isNew) await this.#begin();
      else if (came.length > 0) await this.#admit(came);
      if (left.length > 0 && !isNew) this.#replaceSoon();
      const keys = [this.#parts.own.publicKey, ...this.#others.values()];
      this.#parts.onNumber(await safetyNumber(this.#parts.call, keys));
    });
  }

  /** Sends the current key again to a member who may have missed it, or to all. */
  repeat(member?: number): Promise<void> {
    return this.#inTurn(async () => {
      const secret = this.#pending ?? this.#sender?.secret;
      if (secret !== undefined) await this.#sendTo(member === undefined ? [...this.#others.keys()] : [member], secret);
    });
  }

  /** Handles an encrypted message from another member to this one. */
  take(from: number, blob: string): Promise<void> {
    return this.#inTurn(async () => {
      const { call, own, after } = this.#parts;
      const [key, me] = [this.#others.get(from), this.#sender?.member];
      if (key === undefined || me === undefined) return;
      const plain = await open(own, key, { call, from, to: me }, blob).catch(() => undefined);
      if (plain === undefined) return;
      const heard = this.#heard.get(from) ?? new HeardKeys(from, after);
      this.#heard.set(from, heard);
      heard.take({ kid: readNumber(plain.subarray(0, KID_BYTES)), secret: plain.slice(KID_BYTES) });
    });
  }

  async encrypt(kind: TrackKind, frame: Bytes): Promise<Bytes | undefined> {
    return this.#sender?.encrypt(kind, frame);
  }

  async decrypt(member: number, kind: TrackKind, frame: Bytes): Promise<Bytes | undefined> {
    return this.#heard.get(member)?.decrypt(kind, frame);
  }

  async #begin(): Promise<void> {
    this.#pending = await this.#drawForAll();
    await this.#usePending();
  }

  /**
   * Lets new members decrypt what is sent from now on, but nothing sent before. Existing members derive the key
   * themselves, unless it is a new secret.
   */
  async #admit(came: readonly number[]): Promise<void> {
    await this.#usePending();
    const next = await this.#sender?.next();
    if (next === undefined) return;
    const isDerived = readKeyNumber(next.kid).step > 0;
    await this.#sendTo(isDerived ? came : [...this.#others.keys()], next);
    await this.#sender?.use(next);
  }

  /** Generates a new secret soon, so that members who left can't decrypt anything new. */
  #replaceSoon(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    const { after } = this.#parts;
    after(LEFT_MS, () => {
      this.#isLeft = false;
      void this.#inTurn(async () => {
        this.#pending = await this.#drawForAll();
        after(DELIVERY_MS, () => void this.#inTurn(() => this.#usePending()));
      });
    });
  }

  async #drawForAll(): Promise<SenderSecret | undefined> {
    const drawn = this.#sender?.draw();
    if (drawn !== undefined) await this.#sendTo([...this.#others.keys()], drawn);
    return drawn;
  }

  async #usePending(): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) await this.#sender?.use(pending);
  }

  async #sendTo(members: readonly number[], { kid, secret }: SenderSecret): Promise<void> {
    const { call, own, send } = this.#parts;
    const from = this.#sender?.member ?? 0;
    const plain = concat(bigEndian(kid, KID_BYTES), secret);
    for (const to of members) {
      const key = this.#others.get(to);
      // A member whose key is invalid gets nothing.
      const blob = key && (await seal(own, key, { call, from, to }, plain).catch(() => undefined));
      if (blob) send(to, blob);
    }
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#last.then(run);
    this.#last = done.catch(() => {});
    return done;
  }
}

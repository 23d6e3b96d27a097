import type { Credentials } from "./credentials.ts";

// The frames on the link between an organization's object and a relay. Each is a line of JSON; texts that are JSON already
// follow it, each on a line of its own.

/** The realm's answer to who opens a stream that a relay is to hold: which one, and a ticket that is good once. */
export interface Directions {
  readonly relay: string;
  readonly ticket: string;
}

/** The name of a relay's object. */
export const relayObjectName = (subdomain: string, relay: string): string => `${subdomain || "."}/${relay}`;

/** Header of a Worker's request to a relay, and of a relay's to the realm, as JSON. */
export const RELAY_HEADER = "x-parley-relay";

/** The call in that header; null where there is none. */
export function readRelayHeader<Call>(headers: Headers): Call | null {
  const header = headers.get(RELAY_HEADER);
  return header === null ? null : (JSON.parse(header) as Call);
}

/** A request to a relay to hold a stream. */
export interface Opening extends Directions {
  readonly subdomain: string;
}

/** A relay's request to the realm for a link. */
export interface LinkCall {
  readonly relay: string;
  readonly protocol: number;
}

/** The streams of a relay that something is for: all that are open there, or a bitmap by their slots, in base64. */
type Slots = string;
export const ALL: Slots = "all";

/** A stream as its relay knows it; a slot is the number of its socket there. */
export interface StreamState {
  readonly slot: number;
  /** The number of the queue. */
  readonly queue: number;
  /** The newest event that was sent, and the newest one that was acknowledged, by their ids in the realm. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly credentials: Credentials;
}

/** An event as all clients of a form get it, but for its number in their queues. */
export interface RelayedEvent {
  readonly id: number;
  readonly to: Slots;
  /** The index of its text in the frame. */
  readonly text: number;
}

export type ToRelay =
  /** The ticket is that of the socket which is in the slot: another one may have been there when it was asked for. */
  | (StreamState & { readonly do: "opened"; readonly ticket: string; readonly id: string; readonly origin: number })
  | { readonly do: "events"; readonly events: readonly RelayedEvent[] }
  /** To one stream, with a whole frame as its text; null for `sent` where that has no events. */
  | { readonly do: "send"; readonly slot: number; readonly sent: number | null }
  | {
      readonly do: "close";
      readonly slot: number;
      /** A value of StreamCode. */
      readonly code: number;
      readonly reason: string;
      /** The ticket of a stream that is not opened at all. */
      readonly ticket?: string;
    }
  /** Asks to close the streams of clients that are silent. */
  | { readonly do: "check" }
  /** Asks for all streams. */
  | { readonly do: "report" };

export type FromRelay =
  | { readonly do: "report"; readonly streams: readonly StreamState[] }
  | { readonly do: "open"; readonly slot: number; readonly ticket: string }
  | {
      readonly do: "news";
      readonly acknowledged: readonly (readonly [event: number, by: Slots])[];
      /** With how many milliseconds nothing was heard of the client before. */
      readonly closed: readonly (readonly [slot: number, silentMs: number])[];
    };

export const writeFrame = (said: ToRelay | FromRelay, texts: readonly string[] = []): string =>
  texts.length === 0 ? JSON.stringify(said) : `${JSON.stringify(said)}\n${texts.join("\n")}`;

/** Both ends are of one program: a link is made only where they speak the same version. */
export function readFrame<Said extends ToRelay | FromRelay>(frame: string): { said: Said; texts: readonly string[] } {
  const [head = "", ...texts] = frame.split("\n");
  return { said: JSON.parse(head) as Said, texts };
}

export const writeSlots = (bits: Uint8Array): Slots => btoa(String.fromCharCode(...bits));

/** Calls `act` with each slot of a bitmap. */
export function eachSlot(slots: Slots, act: (slot: number) => void): void {
  const bits = atob(slots);
  for (let index = 0; index < bits.length; index++) {
    for (let left = bits.charCodeAt(index); left !== 0; left &= left - 1)
      act(index * 8 + 31 - Math.clz32(left & -left));
  }
}

import type { Credentials } from "./credentials.ts";

// The frames on the link between an organization's object and a relay. Each is a line of JSON, followed by texts that
// are already JSON, one per line.

/** The realm's answer to a client whose stream a relay should hold: which relay, and a single-use ticket. */
export interface Directions {
  readonly relay: string;
  readonly ticket: string;
}

export const relayObjectName = (subdomain: string, relay: string): string => `${subdomain || "."}/${relay}`;

/** Header with JSON, in requests from a Worker to a relay and from a relay to the realm. */
export const RELAY_HEADER = "x-parley-relay";

export function readRelayHeader<Call>(headers: Headers): Call | null {
  const header = headers.get(RELAY_HEADER);
  return header === null ? null : (JSON.parse(header) as Call);
}

export interface Opening extends Directions {
  readonly subdomain: string;
}

export interface LinkCall {
  readonly relay: string;
  readonly protocol: number;
}

/** The relay's streams that a frame concerns: `ALL` open ones, or a bitmap of slots in Base64. */
type Slots = string;
export const ALL: Slots = "all";

/** A stream as reported by its relay. `slot` is the number of its socket at the relay. */
export interface StreamState {
  readonly slot: number;
  readonly queue: number;
  /** The newest event sent, and the newest one acknowledged, by their ids in the realm. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly credentials: Credentials;
}

/** An event as sent to all clients of a form, without its number in their queues. */
export interface RelayedEvent {
  readonly id: number;
  readonly to: Slots;
  /** Index of the event's text in the frame. */
  readonly text: number;
}

export type ToRelay =
  /**
   * Includes the ticket of the socket in the slot, because a different socket may have been there when the stream was
   * requested.
   */
  | (StreamState & { readonly do: "opened"; readonly ticket: string; readonly id: string; readonly origin: number })
  | { readonly do: "events"; readonly events: readonly RelayedEvent[] }
  /** Sends a whole frame, as text, to one stream. `sent` is null if the frame contains no events. */
  | { readonly do: "send"; readonly slot: number; readonly sent: number | null }
  | {
      readonly do: "close";
      readonly slot: number;
      readonly code: number;
      readonly reason: string;
      /** The socket's ticket if its stream hasn't been opened. Undefined for an open stream. */
      readonly ticket?: string;
    }
  /** Requests that the streams of silent clients be closed. */
  | { readonly do: "check" }
  /** Requests a report of all streams. */
  | { readonly do: "report" };

export type FromRelay =
  | { readonly do: "report"; readonly streams: readonly StreamState[] }
  | { readonly do: "open"; readonly slot: number; readonly ticket: string }
  | {
      readonly do: "news";
      readonly acknowledged: readonly (readonly [event: number, by: Slots])[];
      /** Slots of closed streams, with how long each client had been silent, in milliseconds. */
      readonly closed: readonly (readonly [slot: number, silentMs: number])[];
    };

export const writeFrame = (said: ToRelay | FromRelay, texts: readonly string[] = []): string =>
  texts.length === 0 ? JSON.stringify(said) : `${JSON.stringify(said)}\n${texts.join("\n")}`;

/** Parses a frame. Both ends run the same program, because a link is only opened between equal versions. */
export function readFrame<Said extends ToRelay | FromRelay>(frame: string): { said: Said; texts: readonly string[] } {
  const [head = "", ...texts] = frame.split("\n");
  return { said: JSON.parse(head) as Said, texts };
}

export const writeSlots = (bits: Uint8Array): Slots => btoa(String.fromCharCode(...bits));

export function eachSlot(slots: Slots, act: (slot: number) => void): void {
  const bits = atob(slots);
  for (let index = 0; index < bits.length; index++) {
    for (let left = bits.charCodeAt(index); left !== 0; left &= left - 1)
      act(index * 8 + 31 - Math.clz32(left & -left));
  }
}

import { limits } from "../../protocol/limit-table.ts";
import type { Conversion } from "../conversion.ts";
import { writeRow } from "../write-row.ts";

export interface Pinning {
  readonly user_id: number | null;
  readonly date_pinned: number;
  /** Place in the source, for the report. */
  readonly place: string;
}

type Pin = Pinning & { readonly channel_id: number } & (
    | { readonly message_id: number }
    | {
        readonly url: string;
        readonly title: string;
        /** Links on a board are sorted by rank, ascending. */
        readonly rank: string;
      }
  );

/** Collects the pins of channels. Links come first on a board, by rank, then messages in the order they were pinned. */
export class Boards {
  readonly #pins = new Map<number, Pin[]>();

  constructor(private readonly conversion: Conversion) {}

  add(pin: Pin): void {
    const pins = this.#pins.get(pin.channel_id) ?? [];
    this.#pins.set(pin.channel_id, pins);
    pins.push(pin);
    if (pins.length >= 2 * limits.channel.pins) this.#leaveOutOldest(pins);
  }

  async write(): Promise<void> {
    for (const pins of this.#pins.values()) {
      this.#leaveOutOldest(pins);
      const links = pins.filter((pin) => "url" in pin).sort((a, b) => compare(a.rank, b.rank));
      const ordered = [...links.map(({ rank, ...link }) => link), ...pins.filter((pin) => "message_id" in pin)];
      for (const [position, { place, ...pin }] of ordered.entries())
        await writeRow(this.conversion, "channel_pins", { row: { ...pin, position }, place });
    }
  }

  #leaveOutOldest(pins: Pin[]): void {
    pins.sort((a, b) => a.date_pinned - b.date_pinned);
    for (const { place } of pins.splice(0, Math.max(0, pins.length - limits.channel.pins)))
      this.conversion.report.leftOut("channel_pins: older than the ones that a board has room for", place);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

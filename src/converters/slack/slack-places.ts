import { lengthLimits } from "../../protocol/limits.ts";
import { plainText } from "../../util/plain-text.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import type { Pinning } from "../shared/boards.ts";
import { cleanText } from "../text.ts";
import { UniqueNames } from "../unique-names.ts";
import { writeRow } from "../write-row.ts";
import type { SlackLinks } from "./slack-links.ts";
import type { SlackPeople } from "./slack-people.ts";
import { unescaped } from "./slack-text.ts";

export type SlackPlace = { readonly slackId: string } & (
  | {
      readonly channel_id: number;
      /** Pins whose message wasn't found yet, by the message's time. Undefined if the archive doesn't list pins. */
      readonly pins: Map<string, Pinning> | undefined;
    }
  | { readonly members: readonly number[] }
);

interface SlackChannel {
  readonly channel_id: number;
  /** File ids of the channel's canvases: its own first, then those in its tabs. */
  readonly canvases: readonly string[];
  /** File id of the channel's own canvas, if it is empty. */
  readonly emptyCanvas: string | undefined;
}

/**
 * Slack's channels and direct conversations. Channels are written to the archive; of direct conversations, only the
 * members are recorded.
 */
export class SlackPlaces {
  readonly #names = new UniqueNames(lengthLimits.max_stream_name_length);
  readonly #channelNames = new Map<string, string>();
  readonly #byFolder = new Map<string, SlackPlace>();
  readonly channels = new Map<string, SlackChannel>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly people: SlackPeople,
    private readonly links: SlackLinks,
  ) {}

  of = (folder: string): SlackPlace | undefined => this.#byFolder.get(folder);

  channelName = (slackId: string): string | undefined => this.#channelNames.get(slackId);

  async addChannel(
    channel: unknown,
    { isPrivate, place }: { readonly isPrivate: boolean; readonly place: string },
  ): Promise<void> {
    const { report, now } = this.conversion;
    report.read("channels");
    const [slackId, name] = [textAt(channel, "id"), textAt(channel, "name")];
    if (slackId === "" || this.#channelNames.has(slackId)) {
      leaveOutParts(this.conversion, channel, slackId || place);
      return report.leftOut("channels: without an id, or listed before", slackId || place);
    }
    const id = this.#count + 1;
    const given = this.#names.give(name || slackId, slackId);
    if (given !== name)
      report.changed("channels: with another name, which is free and not too long", `${slackId}: ${name}`);
    const description = descriptionOf(channel);
    const kept = [...description].slice(0, lengthLimits.max_stream_description_length).join("");
    if (kept !== description) report.changed("channels: with the beginning of a description that is too long", slackId);
    const row = {
      id,
      name: given,
      description: kept,
      creator_id: this.people.bySlackId(textAt(channel, "creator"))?.id ?? null,
      date_created: Math.min(now, Math.max(0, Math.floor(numberAt(channel, "created") ?? now))),
      invite_only: isPrivate,
      history_public_to_subscribers: true,
      is_archived: valueAt(channel, "is_archived") === true,
      is_default: valueAt(channel, "is_general") === true,
    };
    if (!(await writeRow(this.conversion, "channels", { row, place: slackId })))
      return leaveOutParts(this.conversion, channel, slackId);
    this.#count = id;
    this.#channelNames.set(slackId, given);
    this.links.addChannel(slackId, { id, name: given });
    const pins = this.#pins(channel, slackId);
    for (const folder of [name, slackId])
      if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, { channel_id: id, slackId, pins });
    this.channels.set(slackId, { channel_id: id, ...canvasesOf(channel) });
    await this.#subscribe(channel, id, slackId);
  }

  async #subscribe(channel: unknown, channel_id: number, slackId: string): Promise<void> {
    const { report } = this.conversion;
    const subscribed = new Set<number>();
    for (const member of listAt(channel, "members").map(plainText)) {
      report.read("subscriptions");
      const person = this.people.bySlackId(member);
      const place = `${slackId} ${member}`;
      if (person === undefined || subscribed.has(person.id)) {
        report.leftOut("subscriptions: of no one who is listed, or twice", place);
      } else if (!person.isActive) {
        report.leftOut("subscriptions: of deactivated accounts", place);
      } else {
        subscribed.add(person.id);
        const row = { user_id: person.id, channel_id, active: true };
        await writeRow(this.conversion, "subscriptions", { row, place });
      }
    }
  }

  /**
   * Adds a direct conversation. Its folder in the archive is named after the conversation's id, or for group
   * conversations, its name.
   */
  addDirect(direct: unknown, place: string): void {
    const { report } = this.conversion;
    report.read("direct conversations");
    const slackId = textAt(direct, "id");
    const pins = listAt(direct, "pins").length;
    report.skipped("channel_pins", "in direct conversations, which have no boards", slackId || place, pins);
    const members = new Set<number>();
    for (const member of listAt(direct, "members")) {
      const person = typeof member === "string" ? this.people.knownOrPlaceholder(member) : undefined;
      if (person !== undefined) members.add(person.id);
    }
    const folders = [slackId, textAt(direct, "name")].filter((folder) => folder !== "");
    if (members.size === 0 || folders.length === 0) {
      report.leftOut("direct conversations: without an id, or members", folders[0] ?? place);
      return;
    }
    report.wrote("direct conversations");
    const ids = [...members].sort((a, b) => a - b);
    for (const folder of folders)
      if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, { members: ids, slackId });
  }

  /** Reports the pins whose message wasn't found. */
  finish(): void {
    const left = new Set<Pinning>();
    for (const place of this.#byFolder.values())
      if ("pins" in place) for (const pinning of place.pins?.values() ?? []) left.add(pinning);
    for (const { place } of left)
      this.conversion.report.leftOut("channel_pins: of a message that is left out, or not in the archive", place);
  }

  #pins(channel: unknown, slackId: string): Map<string, Pinning> | undefined {
    if (!Array.isArray(valueAt(channel, "pins"))) return undefined;
    const pins = new Map<string, Pinning>();
    for (const pin of listAt(channel, "pins")) {
      this.conversion.report.read("channel_pins");
      const ts = textAt(pin, "id");
      const place = `${slackId} ${ts}`;
      if (pins.has(ts)) this.conversion.report.leftOut("channel_pins: a second time", place);
      else pins.set(ts, { ...this.pinning(numberAt(pin, "created"), textAt(pin, "user")), place });
    }
    return pins;
  }

  /** @param at time in seconds since 1970, if known */
  pinning = (at: number | undefined, user: string): Omit<Pinning, "place"> => ({
    user_id: this.people.bySlackId(user)?.id ?? null,
    date_pinned: Math.min(this.conversion.now, Math.max(0, Math.floor(at ?? this.conversion.now))),
  });
}

function canvasesOf(channel: unknown): Pick<SlackChannel, "canvases" | "emptyCanvas"> {
  const properties = valueAt(channel, "properties");
  const own = textAt(properties, "canvas", "file_id");
  const tabs = listAt(properties, "tabs").map((tab) => textAt(tab, "data", "file_id"));
  return {
    canvases: [own, ...tabs].filter((file) => file !== ""),
    emptyCanvas: valueAt(valueAt(properties, "canvas"), "is_empty") === true ? own : undefined,
  };
}

function leaveOutParts({ report }: Conversion, channel: unknown, place: string): void {
  for (const [kind, list] of [
    ["subscriptions", "members"],
    ["channel_pins", "pins"],
  ] as const) {
    const parts = listAt(channel, list).length;
    report.skipped(kind, "to a channel that is left out", place, parts);
  }
}

/** Combines a channel's purpose and current topic. */
function descriptionOf(channel: unknown): string {
  const [purpose, topic] = ["purpose", "topic"].map((key) =>
    cleanText(unescaped(textAt(channel, key, "value"))).trim(),
  );
  return [...new Set([purpose, topic])].filter((text) => text !== "").join(" · ");
}

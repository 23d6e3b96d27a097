import { lengthLimits } from "../../protocol/limits.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../text/loose-json.ts";
import { cleanText } from "../text.ts";
import { UniqueNames } from "../unique-names.ts";
import { writeRow } from "../write-row.ts";
import type { SlackPeople } from "./slack-people.ts";
import { unescaped } from "./slack-text.ts";

/** Where the messages of a folder of the archive go to. */
export type SlackPlace = { readonly channel_id: number } | { readonly members: readonly number[] };

/** The conversations: channels, which are written, and direct ones, which are only their members. */
export class SlackPlaces {
  readonly #names = new UniqueNames(lengthLimits.max_stream_name_length);
  readonly #channelNames = new Map<string, string>();
  readonly #byFolder = new Map<string, SlackPlace>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly people: SlackPeople,
  ) {}

  of = (folder: string): SlackPlace | undefined => this.#byFolder.get(folder);

  /** The name of a channel by its id there. */
  channelName = (slackId: string): string | undefined => this.#channelNames.get(slackId);

  async addChannel(channel: unknown, { isPrivate }: { readonly isPrivate: boolean }): Promise<void> {
    const { report, now } = this.conversion;
    report.read("channels");
    const [slackId, name] = [textAt(channel, "id"), textAt(channel, "name")];
    if (slackId === "" || this.#channelNames.has(slackId)) {
      return report.leftOut("channels: without an id, or listed before", slackId || name);
    }
    const id = this.#count + 1;
    const given = this.#names.give(name || slackId, slackId);
    const row = {
      id,
      name: given,
      description: descriptionOf(channel),
      creator_id: this.people.bySlackId(textAt(channel, "creator"))?.id ?? null,
      date_created: Math.min(now, Math.max(0, Math.floor(numberAt(channel, "created") ?? now))),
      invite_only: isPrivate,
      history_public_to_subscribers: true,
      is_archived: valueAt(channel, "is_archived") === true,
      is_default: valueAt(channel, "is_general") === true,
    };
    if (!(await writeRow(this.conversion, "channels", { row, place: slackId }))) return;
    this.#count = id;
    this.#channelNames.set(slackId, given);
    for (const folder of [name, slackId])
      if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, { channel_id: id });
    const subscribed = listAt(channel, "members").flatMap((member) => this.people.bySlackId(String(member)) ?? []);
    for (const user_id of new Set(subscribed.filter(({ isActive }) => isActive).map((person) => person.id))) {
      await writeRow(this.conversion, "subscriptions", {
        row: { user_id, channel_id: id, active: true },
        place: slackId,
      });
    }
  }

  /** A direct conversation: its folder is its id, or its name where several take part. */
  addDirect(direct: unknown): void {
    this.conversion.report.read("direct conversations");
    const ids = listAt(direct, "members").flatMap((member) => this.people.bySlackId(String(member))?.id ?? []);
    const members = [...new Set(ids)].sort((a, b) => a - b);
    const folders = [textAt(direct, "id"), textAt(direct, "name")].filter((folder) => folder !== "");
    if (members.length === 0) {
      this.conversion.report.leftOut("direct conversations: without members that are listed", folders[0] ?? "?");
      return;
    }
    this.conversion.report.wrote("direct conversations");
    for (const folder of folders) if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, { members });
  }
}

function descriptionOf(channel: unknown): string {
  const text = textAt(channel, "purpose", "value").trim() || textAt(channel, "topic", "value").trim();
  return [...cleanText(unescaped(text))].slice(0, lengthLimits.max_stream_description_length).join("");
}

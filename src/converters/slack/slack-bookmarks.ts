import { MAX_PIN_TITLE_LENGTH } from "../../protocol/text-lengths.ts";
import type { Conversion } from "../conversion.ts";
import { numberAt, textAt } from "../markdown/loose-json.ts";
import type { Boards } from "../shared/boards.ts";
import { cleanName } from "../text.ts";
import type { SlackPlaces } from "./slack-places.ts";

/** Bookmarks of channels, which become links on their boards. */
export class SlackBookmarks {
  readonly #known = new Set<string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly known: { readonly places: SlackPlaces; readonly boards: Boards },
  ) {}

  add(bookmark: unknown, where: string): void {
    const { report } = this.conversion;
    report.read("channel_pins");
    const place = textAt(bookmark, "id") || where;
    const problem = this.#take(bookmark, place);
    if (problem !== undefined) report.leftOut(`channel_pins: ${problem}`, place);
  }

  #take(bookmark: unknown, place: string): string | undefined {
    const { places, boards } = this.known;
    const slackId = textAt(bookmark, "channel_id");
    const channel = places.channels.get(slackId);
    if (channel === undefined) return "to a channel that is left out";
    const address = URL.parse(textAt(bookmark, "link"));
    if (address === null || !/^https?:$/.test(address.protocol)) return "with an address that is no web page";
    const key = `${slackId} ${address.href}`;
    if (this.#known.has(key)) return "a second time";
    this.#known.add(key);
    boards.add({
      channel_id: channel.channel_id,
      url: address.href,
      rank: textAt(bookmark, "rank"),
      title: cleanName(textAt(bookmark, "title") || address.href, MAX_PIN_TITLE_LENGTH),
      ...places.pinning(numberAt(bookmark, "date_created"), textAt(bookmark, "last_updated_by_user_id")),
      place,
    });
    return undefined;
  }
}

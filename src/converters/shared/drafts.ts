import type { WrittenRow } from "../../archive-format/tables.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import type { Conversion } from "../conversion.ts";
import { Sorter } from "../sort.ts";
import { splitContent } from "../text.ts";
import type { Boards, Pinning } from "./boards.ts";

type Reaction = Omit<WrittenRow<"reactions">, "message_id">;

export type WrittenPlace =
  | { readonly channel_id: number; readonly topic: string }
  | { readonly members: readonly number[] };

/** A message without an id yet, because ids are assigned in the order of all messages. */
interface Draft {
  readonly sender_id: number;
  readonly place: WrittenPlace;
  /** Can exceed the maximum message length. */
  readonly content: string;
  readonly sent_at: number;
  /** Orders messages of the same second. */
  readonly tie: number;
  readonly edited_at: number | null;
  readonly reactions: readonly Reaction[];
  readonly starredBy: readonly number[];
  /** Key that links use to refer to the message. */
  readonly key?: string;
  /** Set if the message is on its channel's board. */
  readonly pinning?: Pinning | undefined;
}

/** Links between messages, which can only be written once all ids are known. */
export interface MessageLinks {
  readonly areWanted: boolean;
  /** Records the links in a message. */
  look(content: string): void;
  isWanted(key: string): boolean;
  found(key: string, id: number, place: WrittenPlace): void;
  rewrite(content: string): string;
}

interface Ordered {
  readonly draft: Draft;
  /** Id of the message's first part. */
  readonly id: number;
  readonly parts: readonly string[];
  /** True for a duplicate in the archive. */
  readonly isRepeat: boolean;
}

/** Collects the messages of all conversations, and sorts them. */
export class Drafts {
  readonly #sorter: Sorter<Draft>;

  constructor(
    private readonly conversion: Conversion,
    private readonly boards: Boards,
    private readonly links?: MessageLinks,
  ) {
    this.#sorter = new Sorter(conversion.spool);
  }

  async add(draft: Draft): Promise<void> {
    this.links?.look(draft.content);
    await this.#sorter.add(draft.sent_at, draft.tie, draft);
  }

  /** Writes the messages and everything that belongs to them. A text that is too long becomes several messages. */
  async write(): Promise<void> {
    const { writer, report, progress } = this.conversion;
    if (this.links?.areWanted === true) await this.#findLinked(this.links);
    let done = 0;
    for await (const { draft, id: first, parts, isRepeat } of this.#inOrder()) {
      if (isRepeat) {
        const moment = new Date(draft.sent_at * 1000).toISOString();
        report.leftOut("messages: a second time", moment);
        report.leftOut("reactions: of a message that is left out", moment, draft.reactions.length);
        report.leftOut("flags: of a message that is left out", moment, draft.starredBy.length);
        report.leftOut("channel_pins: of a message that is left out", moment, draft.pinning === undefined ? 0 : 1);
        continue;
      }
      for (const [index, part] of parts.entries()) {
        const { sender_id, sent_at, edited_at: last_edit_at } = draft;
        const common = { id: first + index, sender_id, content: this.#withLinks(part), sent_at, last_edit_at };
        if ("members" in draft.place) {
          await writer.row("messages", { ...common, members: [...draft.place.members] });
        } else {
          await writer.row("messages", { ...common, ...draft.place });
        }
      }
      report.wrote("messages");
      for (const reaction of draft.reactions) await writer.row("reactions", { message_id: first, ...reaction });
      report.wrote("reactions", draft.reactions.length);
      for (const user_id of draft.starredBy)
        await writer.row("flags", { user_id, message_id: first, flags: ["starred"] });
      report.wrote("flags", draft.starredBy.length);
      if (draft.pinning !== undefined && "channel_id" in draft.place)
        this.boards.add({ ...draft.pinning, channel_id: draft.place.channel_id, message_id: first });
      done += 1;
      if (done % 1000 === 0) progress?.("messages", done, this.#sorter.count);
    }
  }

  /** Yields the messages in order. The order is the same each time, because ids depend on it. */
  async *#inOrder(): AsyncGenerator<Ordered> {
    const repeats = new Repeats();
    let id = 1;
    for await (const draft of this.#sorter.rows()) {
      const isRepeat = repeats.has(draft);
      const parts = isRepeat ? [] : splitContent(draft.content);
      yield { draft, id, parts, isRepeat };
      id += parts.length;
    }
  }

  async #findLinked(links: MessageLinks): Promise<void> {
    for await (const { draft, id, isRepeat } of this.#inOrder())
      if (draft.key !== undefined && !isRepeat && links.isWanted(draft.key)) links.found(draft.key, id, draft.place);
  }

  /** Rewrites the links in a part of a message, unless that makes it too long. */
  #withLinks(part: string): string {
    const rewritten = this.links?.rewrite(part) ?? part;
    return [...rewritten].length > lengthLimits.max_message_length ? part : rewritten;
  }
}

/** Records the messages with the same timestamp, to detect duplicates in an archive. */
class Repeats {
  #moment = "";
  readonly #known = new Set<string>();

  has({ sent_at, tie, sender_id, place, content }: Draft): boolean {
    const moment = `${sent_at} ${tie}`;
    if (moment !== this.#moment) this.#known.clear();
    this.#moment = moment;
    const key = JSON.stringify([sender_id, place, content]);
    if (this.#known.has(key)) return true;
    this.#known.add(key);
    return false;
  }
}

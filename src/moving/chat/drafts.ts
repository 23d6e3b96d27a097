import type { Conversion } from "../conversion.ts";
import { Sorter } from "../sort.ts";
import { splitContent } from "../text.ts";

interface Reaction {
  readonly user_id: number;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

/** A message that has no id yet, since ids follow from the order of all. */
interface Draft {
  readonly sender_id: number;
  readonly place: { readonly channel_id: number; readonly topic: string } | { readonly members: readonly number[] };
  /** May be longer than a message may be. */
  readonly content: string;
  readonly sent_at: number;
  /** Orders messages of the same second. */
  readonly tie: number;
  readonly edited_at: number | null;
  readonly reactions: readonly Reaction[];
  readonly starredBy: readonly number[];
}

/** The messages of all conversations, which are brought into their order. */
export class Drafts {
  readonly #sorter: Sorter<Draft>;

  constructor(private readonly conversion: Conversion) {
    this.#sorter = new Sorter(conversion.spool);
  }

  async add(draft: Draft): Promise<void> {
    await this.#sorter.add(draft.sent_at, draft.tie, draft);
  }

  /** Writes them, and what belongs to them. A text that is too long becomes several messages. */
  async write(): Promise<void> {
    const { writer, report, progress } = this.conversion;
    let id = 0;
    let done = 0;
    const repeats = new Repeats();
    for await (const draft of this.#sorter.rows()) {
      if (repeats.has(draft)) {
        report.leftOut("messages: a second time", new Date(draft.sent_at * 1000).toISOString());
        continue;
      }
      const first = id + 1;
      for (const content of splitContent(draft.content)) {
        id += 1;
        const { sender_id, sent_at, edited_at: last_edit_at } = draft;
        const common = { id, sender_id, content, sent_at, last_edit_at };
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
      done += 1;
      if (done % 1000 === 0) progress?.("messages", done, this.#sorter.count);
    }
  }
}

/** Knows the messages of one moment, to find those that an archive has twice. */
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

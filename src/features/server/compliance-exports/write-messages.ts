import * as v from "valibot";
import { archiveLimits } from "../../../archive/archive-limits.ts";
import { channelIndex } from "../../channels/channels/public.ts";
import { type MessageIndexRow, placesAfter } from "../../conversations/public.ts";
import { fetchMessages } from "../../messages/messages/public.ts";
import type { PieceContext, Place } from "../exports/public.ts";
import { DayLetter, dayOf } from "./day-letter.ts";
import { type Exported, exportedConversation, exportedMessage, filesOf } from "./exported-message.ts";
import type { Scope } from "./scope.ts";

/** The work of one piece. */
const MOST_PAGES = 100;
const PLACES_IN_PAGE = 500;
const TEXTS_IN_PAGE = 100;
const MOST_LETTERS = 40;
const MOST_FILE_BYTES = 200_000_000;
/** Lets other requests run after each page. */
const PAUSE_MS = 1;

/** The place up to which messages were exported, in the order of conversations, and of ids in these. */
const progressSchema = v.object({
  conversation: v.number(),
  message: v.number(),
  /** The day of the last letter, and which of that day it was. */
  day: v.string(),
  part: v.number(),
  /** The number of the next member with messages. */
  member: v.number(),
});
type Progress = v.InferOutput<typeof progressSchema>;
const BEGINNING: Progress = { conversation: 0, message: 0, day: "", part: 0, member: 1 };

/** Writes the next messages: as lines of JSON, and each conversation's days as emails. Null after the last ones. */
export async function writeMessages(context: PieceContext, scope: Scope, after: unknown): Promise<Place | null> {
  const piece = new MessagePiece(context, v.parse(v.fallback(progressSchema, BEGINNING), after));
  await context.realm.shipper.caughtUp();
  const first = scope.first;
  for (const id of scope.conversations) {
    if (id < piece.at.conversation) continue;
    piece.enter(id);
    const channel = channelIndex(context.realm).byConversation.get(id);
    for (;;) {
      const range = {
        after: Math.max(piece.at.message, first - 1),
        last: context.archive.newest_message,
        most: PLACES_IN_PAGE,
      };
      const places = placesAfter(context.realm, id, range);
      if (places.length === 0) break;
      const isOver = await piece.addPage(
        places.filter((place) => scope.includes(channel, place)),
        (sent_at) => scope.wasSentInTime(sent_at),
      );
      if (!isOver) piece.at.message = places.at(-1)?.id ?? piece.at.message;
      if (isOver || piece.isTooMuch) return { section: "messages", after: await piece.end() };
      await scheduler.wait(PAUSE_MS);
    }
    await piece.endLetter();
    if (piece.isTooMuch) return { section: "messages", after: await piece.end() };
  }
  await piece.end();
  return null;
}

class MessagePiece {
  readonly at: Progress;
  readonly #lines: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #conversation: Exported | undefined;
  #letter: DayLetter | undefined;
  #letters = 0;
  #pages = 0;
  #bytes = 0;
  #fileBytes = 0;

  constructor(
    private readonly context: PieceContext,
    at: Progress,
  ) {
    this.at = { ...at };
  }

  get isTooMuch(): boolean {
    return this.#pages >= MOST_PAGES || this.#isFull;
  }

  get #isFull(): boolean {
    const isLong = this.#bytes >= archiveLimits.piece_bytes || this.#letters >= MOST_LETTERS;
    return isLong || this.#fileBytes >= MOST_FILE_BYTES;
  }

  enter(conversation: number): void {
    if (conversation > this.at.conversation) Object.assign(this.at, { conversation, message: 0, day: "", part: 0 });
    this.#conversation = exportedConversation(this.context.realm, conversation);
  }

  /** Adds messages of the conversation; true where the piece ends before the last of them. */
  async addPage(places: readonly MessageIndexRow[], isInTime: (sent_at: number) => boolean): Promise<boolean> {
    this.#pages += 1;
    for (let from = 0; from < places.length; from += TEXTS_IN_PAGE) {
      const ids = places.slice(from, from + TEXTS_IN_PAGE).map(({ id }) => id);
      const rows = (await fetchMessages(this.context.bulk, ids)).filter(({ sent_at }) => isInTime(sent_at));
      for (const row of rows) if (await this.#add(row)) return true;
    }
    return false;
  }

  /** Adds a message, unless the piece is full and another letter begins with it. */
  async #add(row: Awaited<ReturnType<typeof fetchMessages>>[number]): Promise<boolean> {
    const { realm } = this.context;
    const conversation = this.#conversation;
    if (conversation === undefined) throw new Error("no conversation is being exported");
    const day = dayOf(new Date(row.sent_at * 1000).toISOString());
    if (this.#letter !== undefined && (this.#letter.day !== day || this.#letter.isFull)) await this.endLetter();
    if (this.#letter === undefined) {
      if (this.#isFull) {
        this.at.message = row.id - 1;
        return true;
      }
      const part = this.at.day === day ? this.at.part + 1 : 1;
      Object.assign(this.at, { day, part });
      this.#letter = new DayLetter(conversation, day, part);
    }
    const files = (await filesOf(this.context, [row.id])).get(row.id) ?? [];
    const message = exportedMessage(realm, row, { conversation, files });
    const line = this.#encoder.encode(`${JSON.stringify(message)}\n`);
    this.#lines.push(line);
    this.#bytes += line.length;
    this.#letter.add(message, files);
    this.at.message = row.id;
    return false;
  }

  async endLetter(): Promise<void> {
    const letter = this.#letter;
    this.#letter = undefined;
    if (letter === undefined) return;
    this.#letters += 1;
    this.#fileBytes += letter.fileBytes;
    await letter.write(this.context);
  }

  /** Writes what there is, and returns where to go on. */
  async end(): Promise<Progress> {
    await this.endLetter();
    if (this.#lines.length === 0) return this.at;
    const member = `messages-${String(this.at.member).padStart(6, "0")}.jsonl`;
    const lines = this.#lines;
    await this.context.put(
      member,
      (async function* () {
        yield* lines;
      })(),
      lines.length,
    );
    return { ...this.at, member: this.at.member + 1 };
  }
}

import * as v from "valibot";
import { archiveLimits } from "../../../archive-format/archive-limits.ts";
import type { ConversationId, MessageId } from "../../../protocol/ids.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { placesAfter } from "../../conversations/message-places.ts";
import { fetchMessages } from "../../messages/core/store/stored-content.ts";
import type { Submessage } from "../../messages/widgets/widgets.ts";
import { heldMessages } from "../../trust/legal-holds/held-versions.ts";
import type { ArchivePosition, PieceContext } from "../exports/archives/kinds.ts";
import { DayEmail, dayOf } from "./day-email.ts";
import { type Exported, exportedConversation, exportedMessage, filesOf } from "./exported-message.ts";
import { type FoundMessage, findMessage, MAX_PRESSES } from "./former-versions.ts";
import type { Scope } from "./scope.ts";
import { isoTime } from "./times.ts";

/** Limits on the work of one piece. */
const MAX_PAGES = 100;
const PLACES_IN_PAGE = 500;
const TEXTS_IN_PAGE = 100;
const MAX_EMAILS = 40;
const MAX_FILE_BYTES = 200_000_000;
/** Pause after each page, so that other requests can run. */
const YIELD_MS = 1;

/** Position of the last exported message. Messages are ordered by conversation and id. */
const progressSchema = v.object({
  conversation: v.number(),
  message: v.number(),
  /** Id of the last exported press of the next message. */
  press: v.optional(v.number(), 0),
  /** Day of the last email, and the email's number within that day. */
  day: v.string(),
  part: v.number(),
  /** Number of the next file of messages. */
  member: v.number(),
});
type Progress = v.InferOutput<typeof progressSchema>;
const INITIAL_PROGRESS: Progress = { conversation: 0, message: 0, press: 0, day: "", part: 0, member: 1 };

/**
 * Writes the next messages: as lines of JSON, and as an email for each conversation and day. Returns null after the
 * last ones.
 */
export async function writeMessages(
  context: PieceContext,
  scope: Scope,
  after: unknown,
): Promise<ArchivePosition | null> {
  const piece = new MessagePiece(context, v.parse(v.fallback(progressSchema, INITIAL_PROGRESS), after));
  await context.realm.shipper.caughtUp();
  const first = scope.first;
  for (const id of scope.conversations) {
    if (id < piece.at.conversation) continue;
    piece.enter(id);
    for (;;) {
      const page = pageOf(context, id, { scope, after: Math.max(piece.at.message, first - 1) });
      const isOver = await piece.addPage(page, scope);
      if (!isOver) piece.at.message = page.last;
      if (isOver || piece.isTooMuch) return { section: "messages", after: await piece.end() };
      if (page.isLast) break;
      await scheduler.wait(YIELD_MS);
    }
    await piece.endEmail();
    if (piece.isTooMuch) return { section: "messages", after: await piece.end() };
  }
  await piece.end();
  return null;
}

/** A page of a conversation's messages: existing ones, and ones with former versions retained by holds. */
interface ExportedPage {
  readonly ids: readonly MessageId[];
  readonly places: ReadonlyMap<MessageId, MessageIndexRow>;
  /** The last id in the range that the page covers. */
  readonly last: number;
  readonly isLast: boolean;
}

function pageOf(
  { realm, archive }: PieceContext,
  conversation: ConversationId,
  { scope, after }: { readonly scope: Scope; readonly after: number },
): ExportedPage {
  const most = PLACES_IN_PAGE;
  const range = { after, last: archive.newest_message, most };
  const there = placesAfter(realm, conversation, range);
  const upTo = (found: readonly { id: number }[], end: number) =>
    found.length < most ? end : (found.at(-1)?.id ?? end);
  // No upper bound: the newest message at the start of the export may have been deleted since.
  const end = upTo(there, Number.MAX_SAFE_INTEGER);
  const held = heldMessages(realm, conversation, { hold: scope.hold, after, last: end, most });
  const last = upTo(held, end);
  const places = there.filter((place) => place.id <= last);
  const chosen = places.filter((place) => scope.isOfHold(place) && scope.chooses(place, conversation));
  const kept = held.filter((place) => scope.chooses(place, conversation));
  const ids = [...new Set([...chosen, ...kept].map(({ id }) => id))].sort((one, other) => one - other);
  return {
    ids,
    places: new Map(places.map((place) => [place.id, place])),
    isLast: last === Number.MAX_SAFE_INTEGER,
    last: last === Number.MAX_SAFE_INTEGER ? Math.max(after, ids.at(-1) ?? 0) : last,
  };
}

class MessagePiece {
  readonly at: Progress;
  readonly #lines: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #conversation: Exported | undefined;
  #email: DayEmail | undefined;
  #emails = 0;
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
    return this.#pages >= MAX_PAGES || this.#isFull;
  }

  get #isFull(): boolean {
    const isLong = this.#bytes >= archiveLimits.piece_bytes || this.#emails >= MAX_EMAILS;
    return isLong || this.#fileBytes >= MAX_FILE_BYTES;
  }

  enter(conversation: number): void {
    if (conversation > this.at.conversation) {
      Object.assign(this.at, { conversation, message: 0, press: 0, day: "", part: 0 });
    }
    this.#conversation = exportedConversation(this.context.realm, conversation);
  }

  /** Adds the messages of a page. Returns true if the piece is full before the last of them. */
  async addPage({ ids, places }: ExportedPage, scope: Scope): Promise<boolean> {
    this.#pages += 1;
    for (let from = 0; from < ids.length; from += TEXTS_IN_PAGE) {
      const some = ids.slice(from, from + TEXTS_IN_PAGE);
      const fetched = await fetchMessages(
        this.context.bulk,
        some.filter((id) => places.has(id)),
      );
      const rows = new Map(fetched.map((row) => [row.id, row]));
      // Messages sent after the export started aren't included.
      const there = placesOfMessages(this.context.realm, some).filter(
        ({ conversation_id }) => conversation_id === this.#current.id,
      );
      const later = new Set(there.filter(({ id }) => !places.has(id)).map(({ id }) => id));
      for (const id of some.filter((one) => !later.has(one))) {
        const about = { conversation: this.#current.id, row: rows.get(id), hold: scope.hold };
        const found = findMessage(this.context.realm, id, about);
        if (found === undefined || !scope.wasSentInTime(found.sent_at)) continue;
        const place = places.get(id);
        const isOfHold = found.versions.length > 0 || (place !== undefined && scope.isOfHold(place, found.sent_at));
        if (isOfHold && (await this.#add(found))) return true;
      }
    }
    return false;
  }

  get #current(): Exported {
    if (this.#conversation === undefined) throw new Error("no conversation is being exported");
    return this.#conversation;
  }

  /**
   * Adds a message, in several lines if it has many presses. Returns true if the piece is full before the last line.
   */
  async #add(found: FoundMessage): Promise<boolean> {
    const isBegun = this.at.message === found.id - 1;
    Object.assign(this.at, { message: found.id - 1, press: isBegun ? this.at.press : 0 });
    for (;;) {
      const presses = found.pressesAfter(this.at.press);
      if (this.at.press > 0 && presses.length === 0) break;
      const email = await this.#emailOf(found);
      if (email === undefined) return true;
      await this.#addLine(email, found, presses);
      if (presses.length < MAX_PRESSES) break;
      this.at.press = presses.at(-1)?.id ?? 0;
    }
    Object.assign(this.at, { message: found.id, press: 0 });
    return false;
  }

  async #addLine(email: DayEmail, found: FoundMessage, presses: readonly Submessage[]): Promise<void> {
    const isFirst = this.at.press === 0;
    const files = isFirst ? await filesOf(this.context, found) : [];
    const part = isFirst
      ? { ...found, submessages: [...found.submessages, ...presses] }
      : { ...found, content: null, edit_history: null, versions: [], submessages: presses };
    const message = exportedMessage(this.context.realm, part, { conversation: this.#current, files });
    const { id, submessages } = message;
    const line = this.#encoder.encode(`${JSON.stringify(isFirst ? message : { id, submessages })}\n`);
    this.#lines.push(line);
    this.#bytes += line.length;
    email.add(message, files);
  }

  /** Returns the email that a message belongs to. Undefined if that is a new email and the piece is full. */
  async #emailOf({ sent_at }: FoundMessage): Promise<DayEmail | undefined> {
    const day = dayOf(isoTime(sent_at));
    if (this.#email !== undefined && (this.#email.day !== day || this.#email.isFull)) await this.endEmail();
    if (this.#email === undefined) {
      if (this.#isFull) return undefined;
      const part = this.at.day === day ? this.at.part + 1 : 1;
      Object.assign(this.at, { day, part });
      this.#email = new DayEmail(this.#current, day, part);
    }
    return this.#email;
  }

  async endEmail(): Promise<void> {
    const email = this.#email;
    this.#email = undefined;
    if (email === undefined) return;
    this.#emails += 1;
    this.#fileBytes += email.fileBytes;
    await email.write(this.context);
  }

  /** Writes the remaining lines and email. Returns where to continue. */
  async end(): Promise<Progress> {
    await this.endEmail();
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

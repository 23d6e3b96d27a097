import { NAMELESS } from "../../http/caller-address.ts";
import { rateLimitHit } from "../../protocol/errors.ts";
import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import { before, DAY, seconds } from "../../util/time.ts";
import { deleteEmailsBefore, deleteOldestEmails, emailsBy, insertEmail } from "./rows.ts";

/**
 * Thrown if an email wasn't sent. The service's response isn't part of the message, which is logged, because it may
 * repeat parts of the email.
 */
export class Unsent extends Error {
  constructor(
    message: string,
    readonly said = "",
    /**
     * Whether the service will never accept this email, and whether that is because of its address, which says nothing
     * about other emails.
     */
    readonly refuses: "nothing" | "letter" | "address" = "nothing",
  ) {
    super(message);
  }
}

/** Thrown if the service didn't respond in time. */
export class Unanswered extends Unsent {}

/** Receives the conversation with a mail service, line by line and without secrets. */
export type Hear = (line: string) => void;

const { letters_by_stranger, letters_by_nameless, counted_letters } = limits.organization;

/**
 * Counts an email requested by someone without an account, whether or not one is sent. Throws above the limit for their
 * IP address (conventions.md 6).
 */
export function countEmailToStranger(realm: Realm, asker: string): void {
  const now = realm.seconds();
  deleteEmailsBefore.run(realm.sql, { before: before(now, DAY) });
  const { count, oldest } = emailsBy.one(realm.sql, { asker });
  if (count >= (asker === NAMELESS ? letters_by_nameless : letters_by_stranger)) {
    throw rateLimitHit(seconds((oldest ?? now) + DAY - now));
  }
  insertEmail.run(realm.sql, { asker, now });
  deleteOldestEmails.run(realm.sql, { keep: counted_letters });
}

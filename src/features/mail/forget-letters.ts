import type { Realm } from "../../realm/realm.ts";
import { MAIL_JOB } from "./mail.ts";
import { allMails, deleteMail } from "./rows.ts";

/** Drops the letters that wait, or are kept in a mailbox, and have any of some words: those to a person, and about them. */
export function forgetLetters(realm: Realm, words: readonly string[]): void {
  const patterns = words.filter((word) => word !== "").map(wholeWord);
  const isAbout = (text: string) => patterns.some((pattern) => pattern.test(text));
  realm.outbox.drop(MAIL_JOB, (payload) => isAbout(payload.replace(LINE_END, " ")));
  for (const { id, ...mail } of allMails.all(realm.sql, {}))
    if (isAbout(Object.values(mail).join("\n"))) deleteMail.run(realm.sql, { id });
}

/** The end of a line in a JSON text, whose letter would count as one of the next word. */
const LINE_END = /\\[nrt]/g;

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "iu");

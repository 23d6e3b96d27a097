import { expect, test } from "vitest";
import { deleteEmails } from "../../../src/features/email/delete-emails.ts";
import { sendMail } from "../../../src/features/email/email.ts";
import type { Realm } from "../../../src/realm/realm.ts";
import { changeRealm } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";

const about = (text: string) => ({
  excerpts: [{ messages: [{ by: "Mia", at: "now", text, html: "", isEarlier: false }] }],
});

/** The subjects of the emails left in the queue after erasing a user. There is more than one page of emails. */
async function waiting(letters: Record<string, object>, person: Parameters<typeof deleteEmails>[1]) {
  const { iris } = await realm();
  let subjects: string[] = [];
  await changeRealm(iris, (realm: Realm) => {
    realm.sql.exec("DELETE FROM outbox");
    for (let count = 0; count < 120; count += 1) {
      const to = person.address ?? "somebody@example.com";
      sendMail(realm, { to, subject: "filler", paragraphs: [person.name], ...about(person.name) });
    }
    for (const [subject, letter] of Object.entries(letters))
      sendMail(realm, { to: "mia@example.com", subject, paragraphs: [], ...letter });
    deleteEmails(realm, person);
    const rows = realm.sql.exec("SELECT payload FROM outbox WHERE job = 'mail' ORDER BY id").toArray();
    subjects = rows.map(({ payload }) => JSON.parse(String(payload)).subject);
    realm.sql.exec("DELETE FROM outbox");
  });
  return subjects;
}

test("erasure keeps queued emails that only happen to contain the erased user's name", async () => {
  const letters = {
    "Reset your password": { paragraphs: ["Reset it here."] },
    "an invitation": { paragraphs: ["Somebody will reset it."], link: { label: "Reset", url: "https://example.com" } },
    "about a message": about("I will reset it"),
    "by them": about("says Reset."),
    "to a similar address": { to: "a.reset@example.com" },
    "to them": { to: "Reset@example.com" },
    "about the address": { paragraphs: ["Your address is now reset@example.com."] },
  };
  expect(await waiting(letters, { name: "Reset", address: "reset@example.com" })).toEqual([
    "Reset your password",
    "an invitation",
    "about a message",
    "to a similar address",
  ]);
});

test("erasure deletes queued emails about a user whose name is escaped in JSON", async () => {
  const name = 'Émile "C:\\" Quixote';
  expect(await waiting({ one: about(`ask @${name}`), other: about("ask Émile") }, { name })).toEqual(["other"]);
});

import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import {
  handOver,
  mailWithFiles,
  newestMessages,
  rawMail,
  receive,
  withMailIn,
  withQuotaFilling,
} from "../../../support/incoming-mail.ts";
import { lettersAfter } from "../../../support/letters.ts";
import { changeUser } from "../../../support/log-in.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, executeSql, tablesOf } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const POSTED = { status: 200, body: { outcome: "posted" } };
const NO_MAILBOX = { status: 404, body: { msg: "5.1.1 Bad destination mailbox address" } };

async function letterTo(person: Person, iris: Person): Promise<Json> {
  const letter = (await lettersAfter(iris)).findLast(({ to }) => to === person.email);
  if (letter === undefined) throw new Error(`no letter to ${person.email}`);
  return letter;
}

const answer = (body: string, headers: Record<string, string> = {}) =>
  rawMail({ From: "noah@example.com", Subject: "Re: [Test] x", ...headers }, body);

describe("a reply to an email notification", () => {
  test("[6] is posted as the recipient, in the conversation that the email was about", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await withMailIn(iris, async () => {
      await sendToChannel(mia, channel, "Which tea?", "@**Noah Example** which?");
      const letter = await letterTo(noah, iris);
      const to = letter.headers["Reply-To"];
      expect(to).toMatch(/^mm[a-z2-7]{30,62}@in\.example\.org$/);
      expect(letter.text).toContain("Reply to this email to post in the conversation.");
      const quoted = letter.text.replace(/^/gm, "> ");
      expect(
        await handOver(to, answer(`Green, @**Mia Example**!\n\nOn 1/1/26 10:00, Test wrote:\n${quoted}`)),
      ).toMatchObject(POSTED);
      expect((await newestMessages(mia))[0]).toMatchObject({
        sender_id: noah.id,
        stream_id: channel,
        subject: "Which tea?",
        content: "Green, @**Mia Example**!",
        flags: ["mentioned"],
      });
      expect((await newestMessages(noah))[0]?.flags).toContain("read");
      // The rest of an email doesn't allow anyone to act as its recipient.
      const [link = ""] = /http\S+unsubscribe\S+/.exec(letter.text) ?? [];
      expect(link).not.toBe("");
      expect(await handOver(to, answer(`See ${to} and ${link} ok`))).toMatchObject(POSTED);
      expect((await newestMessages(mia))[0]).toMatchObject({ content: "See (address) and (link) ok" });
      // From another address of the same user, with the Reply-To address in capitals.
      const again = answer("And honey.", { From: "Noah <noah@home.example>" });
      expect(await receive(to.toUpperCase(), again)).toBe(undefined);
      expect((await newestMessages(mia))[0]).toMatchObject({ sender_id: noah.id, content: "And honey." });
    });
  });

  test("[security 9.18] is not posted until the user confirmed an address that an administrator set", async () => {
    const { iris, omar, noah, mia, host } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      await changeUser(omar, noah, { new_email: "eve@elsewhere.example" });
      const confirm = await linkInMailTo(iris, "eve@elsewhere.example");
      expect(await handOver(to, answer("Not me."))).toMatchObject(NO_MAILBOX);
      await visitPage(host, confirm, {});
      expect(await handOver(to, answer("Me."))).toMatchObject(POSTED);
    });
  });

  test("[6] to a direct message goes to all its participants", async () => {
    const { iris, noah, mia, omar } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah, omar], "Tea for all?");
      const letter = await letterTo(noah, iris);
      expect(await handOver(letter.headers["Reply-To"], answer("For me, yes."))).toMatchObject(POSTED);
      const [message] = (await newestMessages(omar)) as [Json];
      expect(message).toMatchObject({ sender_id: noah.id, content: "For me, yes.", type: "private" });
      expect(message.display_recipient).toHaveLength(3);
    });
  });

  test("[6] follows the messages to their new conversation", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await withMailIn(iris, async () => {
      const id = await sendToChannel(mia, channel, "Which tea?", "@**Noah Example** which?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      await iris.ok(iris.patch(`/messages/${id}`, { topic: "Tea of the day", propagate_mode: "change_all" }));
      expect(await handOver(to, answer("Green."))).toMatchObject(POSTED);
      const mine = (await newestMessages(mia, 5)).find(({ content }) => content === "Green.");
      expect(mine).toMatchObject({ subject: "Tea of the day" });
      await iris.ok(iris.delete(`/messages/${id}`));
      expect(await handOver(to, answer("Or black."))).toMatchObject({ status: 200 });
    });
  });

  test("[6] that is not allowed is never posted, but reported in a direct message", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await withMailIn(iris, async () => {
      await sendToChannel(mia, channel, "Which tea?", "@**Noah Example** which?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      await sendToChannel(mia, channel, "", "@**Noah Example** and?");
      const toEmpty = (await letterTo(noah, iris)).headers["Reply-To"];
      await iris.ok(iris.patch(`/streams/${channel}`, { topics_policy: "disable_empty_topic" }));
      expect(await handOver(toEmpty, answer("Black."))).toMatchObject({ status: 200, body: { outcome: "told" } });
      expect((await newestMessages(noah))[0]).toMatchObject({
        content: "Your email reply wasn't posted. Sending messages to the general chat is not allowed in this channel.",
      });
      await iris.ok(iris.delete(`/streams/${channel}`));
      expect(await handOver(to, answer("Green."))).toMatchObject({ status: 200, body: { outcome: "told" } });
      expect((await newestMessages(noah))[0]).toMatchObject({
        sender_full_name: "Notification Bot",
        content: "Your email reply wasn't posted. Not authorized to send to channel 'tea'",
      });
    });
  });

  test("[6] whose files don't fit into the quota anymore is not posted, and adds no files", async () => {
    const { iris, noah, mia } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      await withQuotaFilling(iris, async () => {
        const reply = mailWithFiles(["a.txt", 1], ["b.txt", 1]);
        expect(await handOver(to, reply)).toMatchObject({ status: 200, body: { outcome: "told" } });
      });
      expect((await newestMessages(noah))[0]).toMatchObject({
        content: "Your email reply wasn't posted. Upload would exceed your organization's upload quota.",
      });
      expect(await tablesOf(iris)).toMatchObject({ attachments: [] });
    });
  });

  test("[6] to messages moved to a channel its sender can't see is rejected without naming the channel", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    const secret = await makeChannel(iris, "takeover", [iris], { invite_only: true });
    await withMailIn(iris, async () => {
      const id = await sendToChannel(mia, channel, "Which tea?", "@**Noah Example** which?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      const move = { stream_id: secret, propagate_mode: "change_all", send_notification_to_old_thread: false };
      await iris.ok(iris.patch(`/messages/${id}`, move));
      expect(await handOver(to, answer("Green."))).toMatchObject({ status: 200, body: { outcome: "told" } });
      expect((await newestMessages(noah))[0]).toMatchObject({
        content: `Your email reply wasn't posted. Channel with ID '${secret}' does not exist`,
      });
    });
  });

  test("[6] that was generated automatically is dropped", async () => {
    const { iris, noah, mia } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      const dropped = { status: 200, body: { outcome: "dropped" } };
      for (const headers of [
        { "Auto-Submitted": "auto-replied" },
        { "X-Autoreply": "yes" },
        { Precedence: "bulk" },
        { "Return-Path": "<>" },
        { "Content-Type": 'multipart/report; boundary="x"' },
        { "X-Parley-Letter": "1" },
      ]) {
        expect(await handOver(to, answer("I am away.", headers))).toMatchObject(dropped);
      }
      expect(await handOver(to, answer("Undelivered"), { "X-Envelope-From": "" })).toMatchObject(dropped);
      expect(await handOver(to, answer("Yes.", { "Auto-Submitted": "no" }))).toMatchObject(POSTED);
    });
  });

  test("[6] is accepted for a month, once per email, and only while the account is active", async () => {
    const { iris, omar, noah, mia } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      const mail = answer("Yes.");
      expect(await handOver(to, mail)).toMatchObject(POSTED);
      expect(await handOver(to, mail)).toMatchObject({ body: { outcome: "repeated" } });
      await omar.ok(omar.delete(`/users/${noah.id}`));
      expect(await handOver(to, answer("Still here?"))).toMatchObject(NO_MAILBOX);
      await omar.ok(omar.post(`/users/${noah.id}/reactivate`));
      expect(await handOver(to, answer("Again."))).toMatchObject(POSTED);
      await advanceClock(iris, 31 * 86_400_000);
      expect(await handOver(to, answer("Too late."))).toMatchObject(NO_MAILBOX);
    });
  });

  test("[6] is refused if any character of its address was changed", async () => {
    const { iris, noah, mia } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to: string = (await letterTo(noah, iris)).headers["Reply-To"];
      for (let at = 2; at < to.indexOf("@"); at += 3) {
        const changed = to.slice(0, at) + (to[at] === "a" ? "b" : "a") + to.slice(at + 1);
        // The last character has unused bits.
        if (at < to.indexOf("@") - 1)
          expect(await handOver(changed, answer("Forged")), changed).toMatchObject(NO_MAILBOX);
      }
      expect((await newestMessages(mia, 3)).map(({ content }) => content)).not.toContain("Forged");
    });
  });

  test("[6] is deferred if the user has replied 100 times in an hour", async () => {
    const { iris, noah, mia } = await realm();
    await withMailIn(iris, async () => {
      await sendDirect(mia, [noah], "Tea?");
      const to = (await letterTo(noah, iris)).headers["Reply-To"];
      const { now } = await iris.ok(iris.post("/testing/clock", { advance_ms: 0 }));
      await executeSql(
        iris,
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
         INSERT INTO known_mails (mail_key, person_id, received_at) SELECT 'k' || i, ?, ? FROM n`,
        noah.id,
        Math.floor(now / 1000) - 60,
      );
      expect(await handOver(to, answer("One."))).toMatchObject(POSTED);
      expect(await handOver(to, answer("Two."))).toMatchObject({ status: 503 });
    });
  });
});

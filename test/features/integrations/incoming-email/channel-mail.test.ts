import { describe, expect, test } from "vitest";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { groupIds } from "../../../support/groups.ts";
import {
  handOver,
  mailAddressOf,
  mailWithFiles,
  newestMessages,
  rawMail,
  receive,
  withMailIn,
  withQuotaFilling,
} from "../../../support/incoming-mail.ts";
import { advanceClock, executeSql, tablesOf } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { lines } from "./samples/sample.ts";

const REFUSED = { msg: "5.7.1 Not authorized to send to this channel" };
const NO_MAILBOX = { status: 404, body: { code: "MAIL_REFUSED", msg: "5.1.1 Bad destination mailbox address" } };
const POSTED = { status: 200, body: { outcome: "posted" } };
const mail = (subject = "Tea", body = "Green.") => rawMail({ Subject: subject }, body);

describe("email to a channel's address", () => {
  test("[6] becomes a message in the channel, sent by the gateway's bot", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(noah, channel);
      expect(address).toMatch(/^tea\.[a-z2-7]{24}\.show-sender@in\.example\.org$/);
      expect(await mailAddressOf(noah, channel)).toBe(address);
      const raw = rawMail({ Subject: "Re: AW: Which tea?" }, "Green, *maybe*.\n\n-- \nUna\n");
      expect(await handOver(address, raw)).toMatchObject(POSTED);
      expect((await newestMessages(noah))[0]).toMatchObject({
        subject: "Which tea?",
        sender_full_name: "Email Gateway",
        client: "Email",
        content: "From: Una Outside <una@elsewhere.example>\nGreen, *maybe*.",
      });
      expect(await receive(address.replace(".show-sender", ""), mail("Coffee", "Or coffee?"))).toBe(undefined);
      expect((await newestMessages(noah))[0]).toMatchObject({ subject: "Coffee", content: "Or coffee?" });
    });
  });

  test("[6] is posted as the sender given by the address: its creator, or one of the creator's bots", async () => {
    const { iris, noah, mia, bot } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    const helper = await bot(noah);
    const other = await bot(mia);
    await withMailIn(iris, async () => {
      for (const sender of [noah, helper]) {
        expect(await handOver(await mailAddressOf(noah, channel, sender), mail())).toMatchObject(POSTED);
        expect((await newestMessages(iris))[0]).toMatchObject({ sender_id: sender.id });
      }
      const refused = (sender_id: number) => outcome(noah.get(`/streams/${channel}/email_address`, { sender_id }));
      expect(await refused(other.id)).toBe("BAD_REQUEST: Insufficient permission");
      expect(await refused(mia.id)).toBe("BAD_REQUEST: Insufficient permission");
      expect(await refused(99_999)).toBe("BAD_REQUEST: No such user");
      const { sender_id } = (await newestMessages(iris))[0] as Json;
      expect(sender_id).toBe(helper.id);
      const gateway = await mailAddressOf(noah, channel);
      await handOver(gateway, mail());
      const [{ sender_id: gatewayBot }] = (await newestMessages(iris)) as [Json];
      const named = await noah.ok(noah.get(`/streams/${channel}/email_address`, { sender_id: gatewayBot }));
      expect(named.email).toBe(gateway);
    });
  });

  test("[6] is posted only while the creator of the address can post in the channel", async () => {
    const { iris, noah, omar } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(noah, channel);
      const patch = (fields: object) => iris.ok(iris.patch(`/streams/${channel}`, fields));
      const groups = await groupIds(iris);
      await patch({ can_send_message_group: { new: groups["role:owners"] } });
      expect(await handOver(address, mail())).toMatchObject({ status: 403, body: REFUSED });
      expect(await receive(address, mail())).toMatch(/^5\.7\.1 /);
      expect(await handOver(await mailAddressOf(iris, channel), mail())).toMatchObject(POSTED);
      await patch({ can_send_message_group: { new: groups["role:everyone"] } });
      expect(await handOver(address, mail())).toMatchObject(POSTED);
      await omar.ok(omar.delete(`/users/${noah.id}`));
      expect(await handOver(address, mail())).toMatchObject(NO_MAILBOX);
      // Reactivating the account does not restore the address.
      await omar.ok(omar.post(`/users/${noah.id}/reactivate`));
      expect(await handOver(address, mail())).toMatchObject(NO_MAILBOX);
      const last = await mailAddressOf(iris, channel);
      await patch({ new_name: "layoffs" });
      await iris.ok(iris.delete(`/streams/${channel}`));
      expect(await handOver(last, mail())).toMatchObject({ status: 403, body: REFUSED });
    });
  });

  test("[6] is refused after its address is revoked, and the next address is a different one", async () => {
    const { iris, omar, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await withMailIn(iris, async () => {
      const [first, other] = [await mailAddressOf(noah, channel), await mailAddressOf(mia, channel)];
      expect(other).not.toBe(first);
      await noah.ok(noah.delete(`/streams/${channel}/email_address`));
      expect(await handOver(first, mail())).toMatchObject(NO_MAILBOX);
      const second = await mailAddressOf(noah, channel);
      expect(second).not.toBe(first);
      expect(await handOver(other, mail())).toMatchObject(POSTED);
      const all = { of_everybody: true };
      expect(await outcome(noah.delete(`/streams/${channel}/email_address`, all))).toMatch(/Insufficient permission/);
      await omar.ok(omar.delete(`/streams/${channel}/email_address`, all));
      for (const ended of [second, other]) expect(await handOver(ended, mail())).toMatchObject(NO_MAILBOX);
    });
  });

  test("[6] never triggers wildcard mentions, but mentions users by name", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await withMailIn(iris, async () => {
      const address = (await mailAddressOf(noah, channel)).replace(".show-sender", "");
      await handOver(address, mail("Tea", "@**all** and @**Mia Example**"));
      const [message] = await newestMessages(mia);
      expect(message).toMatchObject({ content: "@_**all** and @**Mia Example**", flags: ["mentioned"] });
      expect((await newestMessages(iris))[0]?.flags).toEqual([]);
    });
  });

  test("[6] gets a topic that the channel allows", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      await handOver(address, rawMail({}, "No subject"));
      expect((await newestMessages(iris))[0]).toMatchObject({ subject: "Email with no subject" });
      await iris.ok(iris.patch(`/streams/${channel}`, { topics_policy: "disable_empty_topic" }));
      await handOver(address, mail("general chat"));
      expect((await newestMessages(iris))[0]).toMatchObject({ subject: "Email with no subject" });
    });
  });

  test("[6] becomes one message, no matter how often and by whom it is delivered", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    const other = await makeChannel(iris, "coffee", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const named = mail("Once");
      const nameless = lines("From: a@b.example", "Subject: Nameless", "", "Text");
      for (const raw of [named, nameless]) {
        expect(await handOver(address, raw)).toMatchObject(POSTED);
        expect(await handOver(address, raw)).toMatchObject({ status: 200, body: { outcome: "repeated" } });
        expect(await receive(address.replace("show-sender", "quotes"), raw)).toBe(undefined);
        expect(await handOver(await mailAddressOf(iris, other), raw)).toMatchObject(POSTED);
      }
      expect((await newestMessages(iris, 20)).filter(({ client }) => client === "Email")).toHaveLength(4);
      const all = await Promise.all(Array.from({ length: 5 }, () => handOver(address, named.replace("Once", "Twice"))));
      expect(all.map(({ body }) => body.outcome)).toEqual(Array(5).fill("repeated"));
    });
  });

  test("[6] is dropped if a Parley server sent it, but accepted from any other program", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const letter = rawMail({ "X-Parley-Letter": "1", Subject: "x" }, "x");
      expect(await handOver(address, letter)).toMatchObject({ status: 200, body: { outcome: "dropped" } });
      expect(await handOver(address, rawMail({ "Auto-Submitted": "auto-generated" }, "x"))).toMatchObject(POSTED);
      expect(await handOver(address, rawMail({}, "x"), { "X-Envelope-From": "<>" })).toMatchObject(POSTED);
    });
  });

  test("[6] is deferred after an organization got 50 in a minute, 120 in five minutes or 600 in an hour", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const fill = (count: number, at: number) =>
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO known_mails (mail_key, person_id, received_at) SELECT 'k' || i, 0, ${at} FROM n`;
      const { now } = await iris.ok(iris.post("/testing/clock", { advance_ms: 0 }));
      const seconds = Math.floor(now / 1000);
      const later = { status: 503, body: { code: "MAIL_LATER" } };
      for (const [count, ago] of [
        [50, 30],
        [120, 200],
        [600, 2000],
      ] as const) {
        await executeSql(iris, "DELETE FROM known_mails");
        await executeSql(iris, fill(count - 1, seconds - ago));
        expect(await handOver(address, mail()), `${count}`).toMatchObject(POSTED);
        expect(await handOver(address, mail()), `${count}`).toMatchObject(later);
        await expect(receive(address, mail())).rejects.toThrow("more email than");
      }
      await advanceClock(iris, 3_600_000);
      expect(await handOver(address, mail())).toMatchObject(POSTED);
    });
  });
});

describe("email attachments", () => {
  test("[6] are uploaded, readable with the message, and linked after its text, which is truncated to fit", async () => {
    const { iris, noah, gus } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah]);
    await withMailIn(iris, async () => {
      const address = (await mailAddressOf(noah, channel)).replace(".show-sender", "");
      expect(await handOver(address, mailWithFiles(["one [1].txt", 10], ["two.txt", 20]))).toMatchObject(POSTED);
      const [{ content }] = (await newestMessages(noah)) as [Json];
      const [, first, second] =
        /\n\[message truncated\]\n\n\[one -1-\.txt\]\((\/user_uploads\/\S+)\)\n\[two\.txt\]\((\/user_uploads\/\S+)\)$/.exec(
          content,
        ) ?? [];
      expect(content).toHaveLength(10_000);
      for (const path of [first, second]) {
        expect((await noah.get(path?.replace("/user_uploads", "/user_uploads") ?? "")).status).toBe(200);
        expect((await gus.get(path ?? "")).body.msg).toMatch(/not|Not|Invalid/);
      }
    });
  });

  test("[6] have their long names, and the sender's, truncated without splitting a character", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const name = `${"n".repeat(119)}🍵`;
      const sender = `${"s".repeat(199)}🍵`;
      const raw = mailWithFiles([`${name}.txt`, 1]).replace("From: a@b.example", `From: ${sender} <a@b.example>`);
      expect(await handOver(await mailAddressOf(iris, channel), raw)).toMatchObject(POSTED);
      const [{ content }] = (await newestMessages(iris)) as [Json];
      expect(content).toContain(`[${name}](`);
      expect(content).toContain(`From: ${sender} <a@b.example>`);
    });
  });

  test("[6] are left out with a note in the message if they are too many or too large", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const many = Array.from({ length: 22 }, (_, index) => [`${index}.txt`, 1] as const);
      expect(await handOver(address, mailWithFiles(...many))).toMatchObject(POSTED);
      const [few] = (await newestMessages(iris)) as [Json];
      expect(few.content.match(/\/user_uploads\//g)).toHaveLength(20);
      expect(few.content).toMatch(/\n\(Some attachments were left out\.\)$/);
      expect(await handOver(address, mailWithFiles(["large.bin", 13 * 1_048_576], ["small.txt", 1]))).toMatchObject(
        POSTED,
      );
      const [small] = (await newestMessages(iris)) as [Json];
      expect(small.content).toMatch(/\[small\.txt\]\(\S+\)\n\(Some attachments were left out\.\)$/);
      expect(await tablesOf(iris)).toMatchObject({ attachments: { length: 21 } });
    });
  });

  test("[6] are rejected with their email if other uploads fill the quota in the meantime", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const msg = "5.7.1 Upload would exceed your organization's upload quota.";
      await withQuotaFilling(iris, async () => {
        expect(await handOver(address, mailWithFiles(["a.txt", 1], ["b.txt", 1]))).toMatchObject({ body: { msg } });
      });
      expect(await tablesOf(iris)).toMatchObject({ attachments: [] });
    });
  });
});

test("[6] only users who can post in a channel can get its email address", async () => {
  const { by, iris, noah, mona } = await realmWithCallers();
  const open = await makeChannel(iris, "open", [by.guest, by.bot]);
  const closed = await makeChannel(iris, "closed", [iris, mona], { invite_only: true });
  await withMailIn(iris, async () => {
    const ask = (channel: number) => outcomes((who) => who.get(`/streams/${channel}/email_address`), by);
    const INVALID = "BAD_REQUEST: Invalid channel ID";
    const all = { owner: "ok", administrator: "ok", moderator: "ok", member: "ok", guest: "ok", bot: "ok" };
    expect(await ask(open)).toEqual({ ...all });
    expect(await ask(closed)).toEqual({
      ...{ ...all, administrator: INVALID, member: INVALID, guest: INVALID, bot: INVALID },
    });
    // Each user gets a different address.
    const [one, other] = [await mailAddressOf(noah, open), await mailAddressOf(mona, open)];
    expect(one).not.toBe(other);
  });
});

test("[6] channels have no email address without a gateway", async () => {
  const { iris, noah } = await realm();
  const channel = await makeChannel(iris, "tea", [iris, noah]);
  expect(await mailAddressOf(noah, channel)).toBe("");
  const { cross_realm_bots, server_incoming_mail } = await iris.ok(iris.post("/register"));
  expect([cross_realm_bots.length, server_incoming_mail]).toEqual([2, false]);
  await withMailIn(iris, async () => {
    expect((await iris.ok(iris.post("/register"))).server_incoming_mail).toBe(true);
    await mailAddressOf(noah, channel);
    const bots = (await iris.ok(iris.post("/register"))).cross_realm_bots;
    expect(bots.map(({ full_name }: Json) => full_name)).toContain("Email Gateway");
  });
});

import { describe, expect, test } from "vitest";
import { assistantOf } from "../../../support/assistant.ts";
import { makeChannel } from "../../../support/channels.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { secondsFromNow } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";
import { Assistant } from "../mcp/assistant.ts";
import { Acting, APPROVE, DECLINE, noticeTo, react } from "./acting.ts";

const byAssistant = async (who: Person): Promise<string[]> =>
  (await fetchMessages(who, { narrow: [["has", "assistant"]], apply_markdown: false })).messages.map(
    ({ content }: Json) => content,
  );

/** Counts the statements of a kind that the organization's own database runs during some work. */
async function countingStatements(person: Person, kind: RegExp, work: () => Promise<void>): Promise<number> {
  const ran: unknown[] = [];
  const { prototype, exec } = await inRealm(person, ({ sql }) => {
    const prototype = Object.getPrototypeOf(sql) as { exec: (text: string, ...values: unknown[]) => unknown };
    return { prototype, exec: prototype.exec };
  });
  prototype.exec = function (this: unknown, text, ...values) {
    if (kind.test(text)) ran.push(this);
    return Reflect.apply(exec, this, [text, ...values]);
  };
  try {
    await work();
  } finally {
    prototype.exec = exec;
  }
  // Other objects in the isolate may be working too.
  const own = await inRealm(person, ({ sql }) => sql);
  return ran.filter((of) => Object.is(of, own)).length;
}

async function cast() {
  const all = await realm();
  const channel = await makeChannel(all.noah, "tea", [all.noah, all.mia]);
  await sendToChannel(all.noah, channel, "leaves", "mine");
  return { ...all, channel };
}

describe("[security 26.2] a message waits for approval", () => {
  test("under the grant's rule, unless the channel or the text has a stricter one", async () => {
    const { noah, mia, channel } = await cast();
    const quiet = await makeChannel(mia, "quiet", [noah, mia]);
    const alone = await makeChannel(noah, "alone", [noah]);
    await sendToChannel(noah, alone, "t", "mine");
    const places = {
      known: { to: channel, topic: "leaves" },
      direct: { to: [mia.id] },
      newTopic: { to: channel, topic: "new" },
      quiet: { to: quiet, topic: "t" },
      all: { to: channel, topic: "leaves", content: "@**all**" },
      alone: { to: alone, topic: "t" },
    };
    const states = async (approval: "none" | "direct-and-new" | "writes") => {
      const claude = new Acting(noah, { approval });
      const found = [];
      for (const [name, place] of Object.entries(places)) {
        const { state } = await claude.send({ ...place, asks: true });
        if (state === "ask") found.push(name);
        else expect(state).toBe("sent");
      }
      return found;
    };
    expect(await states("writes")).toEqual(Object.keys(places));
    expect(await states("direct-and-new")).toEqual(["direct", "newTopic", "quiet", "all", "alone"]);
    expect(await states("none")).toEqual(["all", "alone"]);
  });

  test("if it links to a host that the assistant has read only in other conversations", async () => {
    const { noah, mia, channel } = await cast();
    const claude = new Acting(noah);
    const before = await claude.send({ to: channel, topic: "leaves", content: "see https://evil.example/x" });
    expect(before.state).toBe("sent");
    const own = (await fetchMessages(noah)).messages.at(-1).recipient_id;
    await claude.reads([
      ["evil.example", own + 1000],
      ["both.example", own + 1000],
      ["both.example", own],
    ]);
    const contents = [
      "see https://evil.example/x?secret=1",
      "![](//EVIL.example./a.png)",
      "[fine](http://user:pw@evil.example:8080)",
      "evil.example/secret",
      "https://both.example/x",
      "https://other.example/x",
    ];
    const states = [];
    for (const content of contents) {
      states.push((await claude.send({ to: channel, topic: "leaves", content, asks: true })).state);
    }
    expect(states).toEqual(["ask", "ask", "ask", "ask", "sent", "sent"]);
    await advanceClock(noah, 3_700_000);
    expect((await claude.send({ to: [mia.id], content: "https://evil.example/x" })).state).toBe("sent");
  });

  test("if it has any link after the assistant read more hosts than are stored", async () => {
    const { noah, channel } = await cast();
    const claude = new Acting(noah);
    await claude.reads(Array.from({ length: 501 }, (_, index) => [`h${index}.example`, 1]));
    const { state } = await claude.send({ to: channel, topic: "leaves", content: "https://other.example", asks: true });
    expect(state).toBe("ask");
  });
});

describe("a client that can ask its user", () => {
  test("sends a message once per approval, even if the approved call is repeated", async () => {
    const { noah, mia } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const { state, question = "", where, text } = await claude.send({ to: [mia.id], content: "one", asks: true });
    expect({ state, where, text }).toEqual({ state: "ask", where: "Mia Example", text: "one" });
    const decision = { question, approves: true };
    const digest = "of the arguments";
    const sent = await claude.send({ to: [mia.id], content: "edited", asks: true, decision, digest });
    expect(sent.state).toBe("sent");
    expect(await claude.send({ to: [mia.id], content: "again", asks: true, decision, digest })).toEqual(sent);
    expect(await byAssistant(mia)).toEqual(["edited"]);
    const other = claude.send({ to: [mia.id], content: "one", asks: true, decision, digest: "of others" });
    await expect(other).rejects.toThrow("other arguments");
  });

  test("sends nothing that the user declines", async () => {
    const { noah, mia } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const { question = "" } = await claude.send({ to: [mia.id], asks: true });
    const decision = { question, approves: false };
    expect(await claude.send({ to: [mia.id], asks: true, decision })).toEqual({ state: "declined" });
    const changed = claude.send({ to: [mia.id], asks: true, decision: { question, approves: true } });
    expect(await changed, "a decision stays").toEqual({ state: "declined" });
    expect(await byAssistant(mia)).toEqual([]);
  });
});

describe("an approval without a client that can ask its user", () => {
  test("is given by the user's own reaction to the notification bot's preview", async () => {
    const { noah, mia, channel } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const content = "Hello `x` ```\n@**all** @**Mia Example**";
    const { state, handle } = await claude.send({
      to: channel,
      topic: "leaves",
      content: content.replace("@**all** ", ""),
    });
    expect(state).toBe("awaiting_approval");
    const notice = await noticeTo(noah);
    expect(notice.content).toContain("Claude wants to send a message in your name. To: **\\#tea \\> leaves**");
    expect(notice.content).toContain(content.replace("@**all** ", ""));
    expect(notice.content).toContain("React with ✅ to send, ❌ to decline.");
    expect(notice.flags).toEqual([]);
    expect(JSON.parse(notice.submessages[0].content)).toMatchObject({ widget_type: "reactions" });
    expect(await claude.request(handle)).toMatchObject({ state: "waiting" });
    expect(await byAssistant(mia)).toEqual([]);
    await noah.ok(react(noah, notice.id, APPROVE));
    const [message] = (await fetchMessages(mia, { narrow: [["has", "assistant"]], apply_markdown: false })).messages;
    expect(message).toMatchObject({
      content: content.replace("@**all** ", ""),
      assistant: { name: "Claude" },
      sender_id: noah.id,
    });
    expect(await claude.request(handle)).toMatchObject({ state: "approved", message_id: message.id, message: "" });
    await noah.ok(noah.delete(`/messages/${notice.id}/reactions`, APPROVE));
    await noah.ok(react(noah, notice.id, APPROVE));
    expect((await byAssistant(mia)).length, "it is decided once").toBe(1);
  });

  test("of a repeating message shows the upcoming times, and covers all of them", async () => {
    const { noah, mia } = await cast();
    await noah.ok(noah.patch("/settings", { timezone: "Asia/Tokyo" }));
    const claude = new Assistant(await assistantOf(noah, { approval: "writes" }));
    const start = await secondsFromNow(noah, 3600);
    const propose = () =>
      claude.ask("tools/call", {
        name: "schedule",
        arguments: {
          ...{ do: "send", at: new Date(start * 1000).toISOString(), conversation: "#tea > leaves", text: "tea?" },
          recurrence: "FREQ=DAILY;COUNT=3",
        },
      });
    expect((await propose()).structuredContent.state).toBe("awaiting_approval");
    const notice = await noticeTo(noah);
    const times = [0, 1, 2].map((day) => `<time:${new Date((start + day * 86_400) * 1000).toISOString()}>`);
    expect(notice.content).toContain(
      `in your name at ${times.join(", ")}, repeating by \`FREQ=DAILY;COUNT=3\` (Asia/Tokyo). To:`,
    );
    await advanceClock(noah, 86_400_000 - 60_000);
    await noah.ok(react(noah, notice.id, APPROVE));
    const { scheduled_messages } = await noah.ok(noah.get("/scheduled_messages", { include_recurrence: true }));
    expect(scheduled_messages).toMatchObject([
      {
        ...{ content: "tea?", recurrence: "FREQ=DAILY;COUNT=3", time_zone: "Asia/Tokyo" },
        ...{ recurrence_start: start, scheduled_delivery_timestamp: start + 86_400 },
      },
    ]);
    await advanceClock(noah, 7_200_000);
    await until(async () => expect(await byAssistant(mia)).toEqual(["tea?"]));
  });

  test("of a message whose time passed long ago sends nothing, and its user is told why", async () => {
    const { noah, mia } = await cast();
    const claude = new Assistant(await assistantOf(noah, { approval: "writes" }));
    const propose = async (text: string) => {
      const at = new Date((await secondsFromNow(noah, 3600)) * 1000).toISOString();
      await claude.ask("tools/call", {
        name: "schedule",
        arguments: { do: "send", at, conversation: "#tea > leaves", text },
      });
      return noticeTo(noah);
    };
    const inTime = await propose("in time");
    await advanceClock(noah, 4_190_000);
    await noah.ok(react(noah, inTime.id, APPROVE));
    expect(await byAssistant(mia)).toEqual(["in time"]);
    const late = await propose("late");
    await advanceClock(noah, 4_210_000);
    await noah.ok(react(noah, late.id, APPROVE));
    expect(await byAssistant(mia)).toEqual(["in time"]);
    expect((await noticeTo(noah)).content).toContain("It could not be sent at the scheduled time");
  });

  test("[security 26.3] is only given by the user's own reaction, and not by an assistant's", async () => {
    const { iris, noah, mia, channel } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const { handle } = await claude.send({ to: channel, topic: "leaves" });
    const notice = await noticeTo(noah);
    for (const other of [mia, iris]) expect((await react(other, notice.id, APPROVE)).status).toBe(400);
    expect((await react(await assistantOf(noah), notice.id, APPROVE)).status).toBe(400);
    await noah.ok(react(noah, notice.id, { emoji_name: "thumbs_up" }));
    await sendDirect(noah, [{ id: notice.sender_id } as Person], "✅ approved");
    await sendToChannel(mia, channel, "leaves", "✅ approved");
    expect(await claude.request(handle)).toMatchObject({ state: "waiting" });
    expect(await byAssistant(mia)).toEqual([]);
    await noah.ok(react(noah, notice.id, DECLINE));
    expect(await claude.request(handle)).toMatchObject({ state: "declined" });
    await noah.ok(react(noah, notice.id, { emoji_name: "all_good" }));
    expect(await byAssistant(mia)).toEqual([]);
  });

  test("is only looked up for reactions to messages of the notification bot", async () => {
    const { noah, mia } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    await claude.send({ to: [mia.id] });
    const notice = await noticeTo(noah);
    const own = await sendDirect(noah, [mia], "hi");
    const looks = await countingStatements(noah, /FROM assistant_requests/, async () => {
      await noah.ok(react(noah, own, APPROVE));
    });
    expect(looks).toBe(0);
    const decides = await countingStatements(noah, /FROM assistant_requests/, async () => {
      await noah.ok(react(noah, notice.id, APPROVE));
    });
    expect(decides).toBeGreaterThan(0);
  });

  test("expires after a day", async () => {
    const { noah, mia } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const { handle, expires_at = 0 } = await claude.send({ to: [mia.id] });
    const notice = await noticeTo(noah);
    const { now } = await advanceClock(noah, 0);
    expect(expires_at - now / 1000).toBeCloseTo(86_400, -2);
    await advanceClock(noah, 86_401_000);
    await until(async () => expect(await claude.request(handle)).toMatchObject({ state: "expired" }));
    await noah.ok(react(noah, notice.id, APPROVE));
    expect(await byAssistant(mia)).toEqual([]);
  });

  test("is limited to 20 pending requests per grant, and reports a message that can no longer be sent", async () => {
    const { noah, mia, channel } = await cast();
    const claude = new Acting(noah, { approval: "writes" });
    const first = await claude.send({ to: channel, topic: "leaves" });
    const notice = await noticeTo(noah);
    for (let count = 1; count < 20; count++) {
      if (count === 19) await advanceClock(noah, 61_000);
      await claude.send({ to: [mia.id], content: `${count}` });
    }
    await expect(claude.send({ to: [mia.id] })).rejects.toThrow("20 requests wait");
    await noah.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["tea"] }));
    await noah.ok(
      noah.patch(`/streams/${channel}`, {
        can_send_message_group: { new: { direct_members: [mia.id], direct_subgroups: [] } },
      }),
    );
    await noah.ok(react(noah, notice.id, APPROVE));
    expect(await claude.request(first.handle)).toMatchObject({ state: "failed" });
    expect((await noticeTo(noah)).content).toContain("Couldn't send that message");
  });

  test("is hidden from other grants and users, even with its handle", async () => {
    const { noah, mia } = await cast();
    const { handle } = await new Acting(noah, { approval: "writes" }).send({ to: [mia.id] });
    await expect(new Acting(noah, { id: 8 }).request(handle)).rejects.toThrow("no such handle");
    await expect(new Acting(mia).request(handle)).rejects.toThrow("no such handle");
    await expect(new Acting(noah).request("request-999")).rejects.toThrow("no such handle");
  });
});

describe("a question to the user", () => {
  test("is answered by a reaction with a number", async () => {
    const { noah } = await cast();
    const claude = new Acting(noah);
    const { handle } = await claude.ask("Which one?", ["round", "@**all** square"]);
    const notice = await noticeTo(noah);
    expect(notice.content).toContain("1\\. round");
    expect((await react(await assistantOf(noah), notice.id, { emoji_name: "one" })).status).toBe(400);
    expect(await claude.request(handle)).toMatchObject({ state: "waiting" });
    await noah.ok(react(noah, notice.id, { emoji_name: "two" }));
    expect(await claude.request(handle)).toMatchObject({ state: "answered", answer: "@**all** square" });
  });

  test("is answered by the user's own reply", async () => {
    const { noah, mia } = await cast();
    const claude = new Acting(noah);
    const { handle } = await claude.ask("Which one?");
    const bot = { id: (await noticeTo(noah)).sender_id } as Person;
    await sendDirect(mia, [bot], "the mean one");
    await sendDirect(await assistantOf(noah), [bot], "the false one");
    expect(await claude.request(handle)).toMatchObject({ state: "waiting" });
    await sendDirect(noah, [bot], "the round one");
    expect(await claude.request(handle)).toMatchObject({ state: "answered", answer: "the round one" });
  });
});

import { expect, test } from "vitest";
import { assistantOf } from "../../../support/assistant.ts";
import { makeChannel } from "../../../support/channels.ts";
import { fetchMessages, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { Assistant } from "../mcp/assistant.ts";
import { noticeTo, react } from "./acting.ts";
import { injections } from "./injections.ts";

/** Ends each text. A line that contains it must start as a message of its sender, or be indented below one. */
const MARK = "harm4711";
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

test("[security 26.8] no text breaks out of its line in a tool's result, and none causes a change", async () => {
  expect(injections.length).toBe(100);
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  const claude = new Assistant(await assistantOf(noah, { approval: "writes" }));
  const { handle } = await claude.data("send_message", { conversation: "#tea > leaves", text: "proposal" });
  const notice = await noticeTo(noah);
  const ids = new Set<number>();
  for (const text of injections) {
    const content = text.replaceAll("PROPOSAL", String(notice.id));
    ids.add(await sendToChannel(mia, channel, "leaves", `${content} ${MARK}`));
  }
  await react(mia, notice.id, { emoji_name: "check" });
  const answers = [
    await claude.tool("read_conversation", { conversation: "#tea > leaves", limit: 200, max_tokens: 20_000 }),
  ];
  answers.push(await claude.tool("find_messages", { query: MARK, limit: 50 }));
  answers.push(await claude.tool("catch_up", { only: "all" }));
  const all = await fetchMessages(noah, { num_before: 1000 });
  const senders = new Map(all.messages.map((one: Json) => [one.id, one.sender_full_name]));
  let seen = 0;
  for (const answer of answers) {
    expect(HIDDEN.test(answer)).toBe(false);
    for (const line of answer.split("\n")) {
      const [, id] = /^\[(\d+) /.exec(line) ?? [];
      if (id !== undefined) {
        const sender = senders.get(Number(id));
        expect(line.startsWith(`[${id} ${sender} `), line).toBe(true);
        expect(ids.has(Number(id)) || sender === "Notification Bot", line).toBe(true);
        seen += 1;
      } else if (line.includes(MARK)) expect(line, "a further line of a message is indented").toMatch(/^ {2}/);
    }
  }
  expect(seen).toBeGreaterThan(100);
  expect(await claude.tool("await_reply", { handle, seconds: 1 })).toContain("timed_out");
  const { messages } = await fetchMessages(mia, { narrow: [["has", "assistant"]] });
  expect(messages.map(({ content }: Json) => content)).toEqual([]);
});

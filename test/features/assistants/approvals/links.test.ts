import { expect, test } from "vitest";
import { hostsIn } from "../../../../src/features/assistants/approvals/links.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import { Assistant } from "../mcp/assistant.ts";
import { Acting } from "./acting.ts";

const MUCH = 1_000_000;

test.each(["a", "é", "a.", "-", "a@", "//a:", "@:", "//", "\\", ":/", "](", "1.", "](a@", "_", "aa.aa_", "&#46;"])(
  "hostsIn scans a text of %j in one pass",
  (piece) => {
    const hosts = [...hostsIn(`${piece.repeat(MUCH)} evil.example`)];
    expect(hosts.at(-1)).toBe("evil.example");
  },
);

test.each([
  ["https://user:pw@EVIL.example.:8080/x", ["evil.example"]],
  ["svn+ssh://evil.example ![](//other.example)", ["evil.example", "other.example"]],
  ["voilà.example, naïve-host.example/x", ["xn--voil-3na.example", "xn--nave-host-15a.example"]],
  ["a_b.evil.example, evil.xn--p1ai/x", ["a_b.evil.example", "evil.xn--p1ai"]],
  ["at 192.0.2.1/x, 192.0.2.2:80 (192.0.2.3).", ["192.0.2.1", "192.0.2.2", "192.0.2.3"]],
  [
    "[x](192.0.2.1/x) [x](3221225986:80) [x](<0xc0000203>) [x](a@evil)",
    ["192.0.2.1", "192.0.2.2", "192.0.2.3", "evil"],
  ],
  ["[x](#narrow/dm/7) [x](/user_uploads/7) [x](mailto:ann@mail.example)", []],
  ["ann@mail.example v1.2 //* log.info(1) a.b_c 1.2.3.4.5 120.0.6099.109 v1.2.3.4 1.2.3.4-rc", []],
])("hostsIn(%j) returns %j", (text, hosts) => {
  expect([...hostsIn(text)]).toEqual(hosts);
});

test.each([
  ["**https://a.example**, `https://b.example`; “https://c.example”!", ["a.example", "b.example", "c.example"]],
  ["**a.example**, `b.example`, “c.example”… _d.example_", ["a.example", "b.example", "c.example", "d.example"]],
  ["[x](https:/a.example/) [x](https:\\/b.example/)", ["a.example", "b.example"]],
  ["[x](https://a&#46;example/) [x](https://b\\.example/)", ["a.example", "b.example"]],
])("hostsIn(%j) includes %j", (text, hosts) => {
  expect([...hostsIn(text)]).toEqual(expect.arrayContaining(hosts));
});

async function cast() {
  const all = await realm();
  const { noah, mia } = all;
  const channel = await makeChannel(noah, "tea", [noah, mia]);
  await sendToChannel(noah, channel, "leaves", "mine");
  const claude = new Assistant(await assistantOf(noah, { approval: "none" }));
  const state = async (text: string) =>
    (await claude.data("send_message", { conversation: "#tea > leaves", text })).state;
  return { ...all, channel, claude, state };
}

test("[security 26.9] a link also waits for approval if its host is a subdomain or parent of one that was read", async () => {
  const { noah, channel } = await cast();
  const claude = new Acting(noah);
  await claude.reads([
    ["evil.example", 1_000_000],
    ["a.b.sub.example", 1_000_000],
  ]);
  const states = [];
  for (const host of ["SECRET.evil.example", "b.sub.example", "notevil.example", "c.b.sub.example"]) {
    states.push((await claude.send({ to: channel, topic: "leaves", content: `https://${host}/`, asks: true })).state);
  }
  expect(states).toEqual(["ask", "ask", "sent", "sent"]);
});

test("[security 26.9] a link waits for approval if its host is too long to be stored completely", async () => {
  const { noah, mia, claude, state } = await cast();
  const host = `${"a".repeat(40)}.${"b".repeat(40)}.example`;
  await sendDirect(mia, [noah], `see https://${host}/`);
  await claude.tool("find_messages", { query: "see" });
  expect(await state(`https://${host}/?q=secret`)).toBe("awaiting_approval");
});

test("[security 26.9] every link waits for approval after a result with more hosts than are recorded", async () => {
  const { noah, mia, claude, state } = await cast();
  const many = Array.from({ length: 201 }, (_, index) => `//h${index}.example`).join(" ");
  await sendDirect(mia, [noah], `see ${many}`);
  await claude.tool("find_messages", { query: "see" });
  expect(await state("https://h200.example/?q=secret")).toBe("awaiting_approval");
});

test("[security 26.9] a link waits for approval if its host is an IPv4 address that was read without a scheme", async () => {
  const { noah, mia, claude, state } = await cast();
  await sendDirect(mia, [noah], "look at 192.0.2.7/x");
  await claude.tool("find_messages", { query: "look" });
  expect(await state("http://192.0.2.7/?q=secret")).toBe("awaiting_approval");
  expect(await state("[fine](192.0.2.7/?q=secret)")).toBe("awaiting_approval");
  expect(await state("http://192.0.2.8/?q=secret")).toBe("sent");
});

test("a link in a topic's name also needs approval, whether a message is sent or moved there", async () => {
  const { noah, mia, channel, claude } = await cast();
  await sendDirect(mia, [noah], "see https://evil.example/");
  await claude.tool("find_messages", { query: "see" });
  const message = await sendToChannel(noah, channel, "leaves", "brown");
  const topic = "https://evil.example/?q=secret";
  const sent = await claude.data("send_message", { conversation: `#tea > ${topic}`, text: "green" });
  expect(sent.state).toBe("awaiting_approval");
  const moved = claude.tool("edit_message", { message, expect: "brown", topic });
  await expect(moved).rejects.toThrow("The person has to approve this");
  const elsewhere = await claude.data("send_message", { conversation: "#tea > https://good.example/", text: "green" });
  expect(elsewhere.state).toBe("sent");
});

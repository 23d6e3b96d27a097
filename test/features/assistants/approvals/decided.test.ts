import { expect, test } from "vitest";
import { widgetOf } from "../../../../src/web/model/widgets/widget.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { Acting, APPROVE, DECLINE, noticeTo, react } from "./acting.ts";

async function cast() {
  const all = await realm();
  const channel = await makeChannel(all.noah, "tea", [all.noah, all.mia]);
  return { ...all, channel, claude: new Acting(all.noah, { approval: "writes" }) };
}

/** The widget shown by the web client below the latest notice. */
const shownTo = async (person: Person): Promise<Json> => widgetOf(await noticeTo(person));

test.each([
  ["approved", APPROVE],
  ["declined", DECLINE],
])("the buttons below a pending message show that it was %s by a reaction", async (state, emoji) => {
  const { noah, mia, channel, claude } = await cast();
  await claude.send({ to: channel, topic: "leaves" });
  expect(await shownTo(noah)).toMatchObject({
    kind: "decision",
    choices: [{ text: "approve" }, { text: "decline" }],
    decided: undefined,
  });
  const notice = await noticeTo(noah);
  const [own, others] = await eventsDuring([noah, mia], () => noah.ok(react(noah, notice.id, emoji)));
  const told = (events: readonly Json[] | undefined) => (events ?? []).filter(({ type }) => type === "submessage");
  expect(told(own)).toMatchObject([{ message_id: notice.id, sender_id: notice.sender_id }]);
  expect(told(others)).toEqual([]);
  const { decided } = await shownTo(noah);
  expect(decided).toEqual({
    state,
    choice: "",
    messageId: state === "approved" ? expect.any(Number) : undefined,
  });
});

test("a question shows which choice was made, or that the user answered in words", async () => {
  const { noah, claude } = await cast();
  await claude.ask("Which one?", ["round", "square"]);
  expect((await shownTo(noah)).choices).toMatchObject([{ text: "round" }, { text: "square" }]);
  await noah.ok(react(noah, (await noticeTo(noah)).id, { emoji_name: "two" }));
  expect((await shownTo(noah)).decided).toMatchObject({ state: "answered", choice: "square" });
  await claude.ask("Why?");
  const notice = await noticeTo(noah);
  await sendDirect(noah, [{ id: notice.sender_id } as Person], "because of a long story");
  const { submessages } = (await noah.ok(noah.get(`/messages/${notice.id}`))).message;
  expect(widgetOf({ ...notice, submessages })).toMatchObject({ decided: { state: "answered", choice: "" } });
  expect(JSON.stringify(submessages), "the answer is for the assistant alone").not.toContain("story");
});

test("an undecided request is shown as expired, and a failed one as not sent", async () => {
  const { iris, noah, channel, claude } = await cast();
  await claude.send({ to: channel, topic: "leaves" });
  await advanceClock(noah, 24 * 60 * 60_000 + 1000);
  await until(async () => expect((await shownTo(noah)).decided?.state).toBe("expired"));
  await claude.send({ to: channel, topic: "leaves", content: "later" });
  const notice = await noticeTo(noah);
  await iris.ok(iris.delete(`/streams/${channel}`));
  await noah.ok(react(noah, notice.id, APPROVE));
  const { submessages } = (await noah.ok(noah.get(`/messages/${notice.id}`))).message;
  expect(widgetOf({ ...notice, submessages })).toMatchObject({ decided: { state: "failed" } });
});

test("only the server can mark a notice as decided", async () => {
  const { noah, channel, claude } = await cast();
  await claude.send({ to: channel, topic: "leaves" });
  const { id: message_id } = await noticeTo(noah);
  const content = JSON.stringify({ type: "decided", state: "approved" });
  await noah.post("/submessage", { message_id, msg_type: "widget", content });
  expect((await shownTo(noah)).decided).toBeUndefined();
});

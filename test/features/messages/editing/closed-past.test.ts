import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { editMessage, fetchMessage } from "../../../support/editing.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Person } from "../../../support/person.ts";

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
const all: Fields = { propagate_mode: "change_all", send_notification_to_new_thread: false };

const join = (by: Person, who: Person) =>
  by.ok(by.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [who.id] }));
const leave = (who: Person) => who.ok(who.delete("/users/me/subscriptions", { subscriptions: ["secret"] }));

test("[4.2, rule 4] a move in a channel with protected history moves only messages that the mover can read", async () => {
  const { iris, noah, mia } = await realm();
  const secret = await makeChannel(iris, "secret", [iris, noah], PROTECTED);
  const open = await makeChannel(iris, "open", [iris, noah]);
  const received = await sendToChannel(iris, secret, "Tides", "a");
  await leave(noah);
  const missed = await sendToChannel(iris, secret, "Tides", "b");
  await join(iris, noah);
  const again = await sendToChannel(iris, secret, "Tides", "c");
  const given = await sendToChannel(iris, open, "Elsewhere", "d");
  await iris.ok(editMessage(iris, given, { stream_id: secret, topic: "Tides", ...all }));
  await join(iris, mia);
  const late = await sendToChannel(iris, secret, "Tides", "e");

  await mia.ok(editMessage(mia, late, { topic: "Hers", ...all }));
  await noah.ok(editMessage(noah, again, { topic: "His", ...all }));
  const topics: Record<string, string[]> = {};
  for (const [name, id] of Object.entries({ received, missed, again, given, late })) {
    const { subject } = await fetchMessage(iris, id);
    topics[subject] = [...(topics[subject] ?? []), name];
  }
  expect(topics).toEqual({ His: ["received", "again", "given"], Tides: ["missed"], Hers: ["late"] });
});

test("[conventions 3] a move in a channel with protected history counts only messages that the mover can read", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch("/realm", { move_messages_within_stream_limit_seconds: 3600 }));
  const secret = await makeChannel(iris, "secret", [iris, noah], PROTECTED);
  await sendToChannel(iris, secret, "Tides", "a");
  await leave(noah);
  for (const text of ["b", "c"]) await sendToChannel(iris, secret, "Tides", text);
  await join(iris, noah);
  await iris.ok(iris.post("/testing/clock", { advance_ms: 7_200_000 }));
  const last = await sendToChannel(iris, secret, "Tides", "d");
  const { body } = await editMessage(noah, last, { topic: "Wind", ...all });
  expect(body).toMatchObject({
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    first_message_id_allowed_to_move: last,
    total_messages_in_topic: 2,
    total_messages_allowed_to_move: 1,
  });
});

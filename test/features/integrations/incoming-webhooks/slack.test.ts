import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import { deliver, messagesFrom, webhookBot } from "../../../support/webhooks.ts";

const event = { type: "message", user: "U1A", text: "<@U2B> look", channel: "C3C", ts: "1719210664.234089" };
const callback = (event_id: string) => ({ type: "event_callback", event_id, event });

/** Runs `work` with a fake Slack API that knows some names. Nothing leaves the machine. */
async function withSlack(work: (asked: string[]) => Promise<void>) {
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    U1A: { ok: true, user: { name: "ann", profile: { display_name: "", real_name: "Ann Bird" } } },
    C3C: { ok: true, channel: { name: "builds" } },
  };
  answerOutside(["slack.com"], ({ url, headers }) => {
    asked.push(`${url} ${headers.get("authorization")}`);
    const id = new URL(url).search.split("=")[1] ?? "";
    return Response.json(answers[id] ?? { ok: false, error: "user_not_found" });
  });
  await work(asked);
}

test("[webhooks 4] a Slack message gets names looked up with the app's token, and goes to its mapped channel", async () => {
  const cast = await realm();
  const { bot } = await webhookBot(cast);
  await withSlack(async (asked) => {
    const query = { stream: "general", channels_map_to_topics: "0", slack_app_token: "xoxb-1" };
    expect(await deliver(bot, "slack", callback("Ev1"), { query })).toMatchObject({ status: 200 });
    expect(asked.sort()).toEqual([
      "https://slack.com/api/conversations.info?channel=C3C Bearer xoxb-1",
      "https://slack.com/api/users.info?user=U1A Bearer xoxb-1",
      "https://slack.com/api/users.info?user=U2B Bearer xoxb-1",
    ]);
    // Other users' keys and deliveries without user messages cause no lookups.
    await deliver(bot, "slack", callback("Ev2"), { query: { ...query, api_key: "x".repeat(32) } });
    await deliver(bot, "slack", { type: "url_verification", challenge: "abc" }, { query });
    expect(asked).toHaveLength(3);
    expect(await messagesFrom(cast.mia, bot.id)).toMatchObject([
      { display_recipient: "builds", subject: "Message from Slack", content: "**Ann Bird**: @U2B look" },
    ]);
  });
});

test("[webhooks 4] the Slack webhook answers the handshake with its challenge, and a delivery with plain success", async () => {
  const { bot } = await webhookBot(await realm());
  const query = { stream: "builds" };
  const handshake = await deliver(bot, "slack", { type: "url_verification", challenge: "3eZbr" }, { query });
  expect(handshake).toMatchObject({ status: 200, body: { result: "success", msg: "", challenge: "3eZbr" } });
  expect((await deliver(bot, "slack", callback("Ev3"), { query })).body).toEqual({ result: "success", msg: "" });
});

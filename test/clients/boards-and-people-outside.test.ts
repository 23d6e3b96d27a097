import { expect, test } from "vitest";
import { TESTED_CLIENTS } from "../../src/protocol/tested-clients.ts";
import { comeIn, done } from "../features/messages/outside-links/support.ts";
import { makeChannel } from "../support/channels.ts";
import { fetchMessages } from "../support/messages.ts";
import { advanceClock } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import { type Json, Person } from "../support/person.ts";
import { until } from "../support/until.ts";
import * as judged from "./judge.ts";
import { zulipFlutter } from "./zulip-flutter.ts";
import { zulipTerminal } from "./zulip-terminal.ts";

const BOTH = {
  "zulip-flutter": {
    table: zulipFlutter,
    agent: `ZulipFlutter/${TESTED_CLIENTS.ZulipFlutter} (Android 16)`,
    register: {
      ...zulipFlutter.requests.registerQueue.sends,
      idle_queue_timeout: "mobile",
      client_capabilities: {
        ...zulipFlutter.requests.registerQueue.sends.client_capabilities,
        individual_emoji_changes: true,
      },
    },
    registration: "InitialSnapshot",
    page: "GetMessagesResult",
  },
  "zulip-terminal": {
    table: zulipTerminal,
    agent: `ZulipTerminal/${TESTED_CLIENTS.ZulipTerminal} Linux`,
    register: {
      event_types: [
        "message",
        "update_message",
        "reaction",
        "subscription",
        "typing",
        "update_message_flags",
        "realm_user",
      ],
      fetch_event_types: [
        ...["realm", "presence", "subscription", "message", "starred_messages", "update_message_flags"],
        ...["muted_topics", "realm_user", "realm_user_groups", "user_settings", "realm_emoji", "zulip_version"],
      ],
      ...{ client_gravatar: true, apply_markdown: true, include_subscribers: true },
    },
    registration: "Registration",
    page: "Page",
  },
} as const;

/** Names that old clients don't know. */
const OURS = /channel_board|"outside_links"|outside_access|voice_room/;

test.each(Object.entries(BOTH))(
  "%s reads a channel's board and the account of a person outside, and gets only fields it knows",
  async (_, { table, agent, register, registration, page }) => {
    const { iris, noah, mia, host } = await realm();
    const channel = await makeChannel(iris, "suppliers", [iris, noah, mia]);
    const app = new Person(host, noah.email, noah.key, noah.id, agent);
    const decoded = (type: string, answer: Json) => {
      expect(judged.judge(table, type, answer).complaints, type).toEqual([]);
      expect(JSON.stringify(answer)).not.toMatch(OURS);
    };
    const queue = await app.queue(register);

    const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel, can_upload: true }));
    const ana = await comeIn(host, url);
    const { user_id } = await done(ana.ask("GET", "/users/me"));
    const said = await done(
      ana.ask("POST", "/messages", { type: "channel", to: channel, topic: "delivery", content: "On its way" }),
    );
    await iris.ok(iris.patch(`/streams/${channel}/page`, { content: "Ring **twice**", base_version: 0 }));
    await iris.ok(iris.post(`/streams/${channel}/pins`, { message_id: said.id }));
    await iris.ok(iris.post(`/streams/${channel}/pins`, { topic: "delivery" }));
    await iris.ok(iris.post(`/streams/${channel}/pins`, { url: "https://tea.example/", title: "Tea" }));
    await advanceClock(iris, 61_000);
    const shown = async (): Promise<Json[]> => {
      const answer = await fetchMessages(app, {
        ...{ anchor: "newest", num_before: 20, num_after: 0 },
        narrow: [{ operator: "channel", operand: channel }],
      });
      decoded(page, answer);
      return answer.messages;
    };
    await until(async () => {
      const board = (await shown()).find(({ subject }) => subject === "board");
      expect(board).toMatchObject({ sender_full_name: "Notification Bot" });
      for (const text of ["<strong>twice</strong>", "Ana (outside)", ">delivery</a>", ">Tea</a>"])
        expect(board?.content).toContain(text);
    });
    expect((await shown()).find(({ id }) => id === said.id)).toMatchObject({
      ...{ sender_id: user_id, sender_full_name: "Ana (outside)", content: "<p>On its way</p>" },
    });
    await iris.ok(iris.delete(`/outside_links/people/${user_id}`));

    const events = await queue.events();
    for (const event of events) decoded("Event", event);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["message", "realm_user", "update_message"]));
    const again = await app.ok(app.post("/register", register));
    decoded(registration, again);
    const everyone: Json[] = [...again.realm_users, ...(again.realm_non_active_users ?? [])];
    expect(everyone.find((one) => one.user_id === user_id)).toMatchObject({
      full_name: "Ana (outside)",
      is_guest: true,
    });
  },
);

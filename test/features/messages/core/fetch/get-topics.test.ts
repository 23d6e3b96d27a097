import { describe, expect, test } from "vitest";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../../support/channels.ts";
import { sendToChannel } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";
import { type Json, Person } from "../../../../support/person.ts";

const topicsOf = async (who: Person, id: number, fields: object = {}): Promise<[string, number][]> =>
  (await who.ok(who.get(`/users/me/${id}/topics`, { ...fields }))).topics.map((one: Json) => [one.name, one.max_id]);

describe("[4.20] the topics of a channel", () => {
  test("come newest first, each once, in its latest spelling", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "tea", [noah]);
    const [begun] = await topicsOf(noah, id);
    const green = await sendToChannel(noah, id, "green", "x");
    const black = await sendToChannel(noah, id, "black", "x");
    const Green = await sendToChannel(noah, id, "GREEN", "x");
    const empty = await sendToChannel(noah, id, "", "x");
    expect(green).toBeLessThan(black);
    const expected = [["", empty], ["GREEN", Green], ["black", black], begun];
    expect(await topicsOf(noah, id, { allow_empty_topic_name: true })).toEqual(expected);
    expect((await topicsOf(mia, id))[0]).toEqual(["general chat", empty]);
  });

  test("are those of received messages if the history is protected", async () => {
    const { noah, mia, iris } = await realm();
    const settings = { invite_only: true, history_public_to_subscribers: false };
    const id = await makeChannel(noah, "tea", [noah], settings);
    await sendToChannel(noah, id, "before", "x");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }], principals: [mia.id] }));
    expect(await topicsOf(mia, id)).toEqual([]);
    const during = await sendToChannel(noah, id, "during", "x");
    expect(await topicsOf(mia, id)).toEqual([["during", during]]);
    expect(await outcome(iris.get(`/users/me/${id}/topics`))).toBe("BAD_REQUEST: Invalid channel ID");
  });

  test("are returned only to users who can read the channel", async () => {
    const { by, mia, iris } = await realmWithCallers();
    const id = await makeChannel(mia, "open", [mia]);
    const refusal = "BAD_REQUEST: Invalid channel ID";
    const attempt = (channel: number) => outcomes((who) => who.get(`/users/me/${channel}/topics`), by);
    const members = { owner: "ok", administrator: "ok", moderator: "ok", member: "ok", bot: "ok" };
    expect(await attempt(id)).toEqual({ ...members, guest: refusal });
    const closed = await makeChannel(mia, "closed", [mia], { invite_only: true });
    for (const channel of [closed, 999]) {
      const all = Object.fromEntries(Object.keys(members).map((name) => [name, refusal]));
      expect(await attempt(channel)).toEqual({ ...all, guest: refusal });
    }
    const nobody = new Person(mia.host, "", "");
    expect(await outcome(nobody.get(`/users/me/${id}/topics`))).toContain("UNAUTHENTICATED_USER");
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const web = await makeChannel(iris, "web", [iris], { is_web_public: true });
    const sent = await sendToChannel(iris, web, "t", "x");
    expect((await topicsOf(nobody, web))[0]).toEqual(["t", sent]);
    expect(await outcome(nobody.get(`/users/me/${id}/topics`))).toBe(refusal);
  });
});

import { expect, test } from "vitest";
import { frozenNames, readFrozen, unpack } from "./frozen/archive.ts";
import { type Change, losses } from "./frozen/compare.ts";
import { answerTo, atAnyPort, peopleAt } from "./frozen/observe.ts";
import type { Json, Person } from "./support/person.ts";
import { freshData, type Server, start } from "./support/server.ts";

/** What today's program returns differently for stored data, by path within the response. */
const CHANGES: readonly Change[] = [
  ...["svc_feature_level", "svc_version"].map((field) => ({ path: `/${field}`, why: "both grow" })),
  { path: "/svc_merge_base", why: "it grows" },
  ...["manage_holds", "moderate_calls", "read_audit_log", "start_calls", "use_assistants", "write_with_assistants"].map(
    (name) => ({
      path: `/server_supported_permission_settings/realm/can_${name}_group`,
      why: "permissions of this server alone are named apart",
    }),
  ),
  ...["email", "bot_type", "api_key", "full_name", "is_active", "owner_id", "avatar_url"].map((field) => ({
    path: `/realm_bots/*/${field}`,
    why: "the account has it",
  })),
  { path: "/gif_rating_policy_options/g/name", why: "the name is in other words" },
  { path: "/onboarding_steps", why: "the step for a video is offered no more, since there is no video" },
  { path: "/realm_is_zephyr_mirror_realm", why: "the key is gone from the protocol" },
  { path: "/exports/*/export_type", why: "types of exports have names in the place of numbers" },
  { path: "/events/*/exports/*/export_type", why: "types of exports have names in the place of numbers" },
  { path: "/*/exports/*/export_type", why: "types of exports have names in the place of numbers" },
  { path: "/events/*/user", why: "events of reactions name the user by the id alone" },
  { path: "/*/user", why: "events of reactions name the user by the id alone" },
  { path: "/sessions/*/created_at", why: "a session begins when the directory is laid out, since it ends by its age" },
  ...["user_settings", "realm_user_settings_defaults"].map((settings) => ({
    path: `/${settings}/twenty_four_hour_time`,
    why: "what nobody has chosen is null",
  })),
  { path: "/push_devices", why: "the key is there only where a device has registered in the older form" },
];

/** What today's program returns only to some: bots get their storage, and guests no groups. */
const isRefusedNow = ({ of, path }: { readonly of: string; readonly path: string }) =>
  (path === "/bot_storage" && of !== "bot") || (path === "/user_groups" && of === "gus");

/** Today's server on a data directory of an earlier program. */
async function thaw(name: string) {
  const frozen = readFrozen(name);
  const data = freshData();
  unpack(name, data, frozen.freshen);
  const server = await start({ data, args: ["--rate-limits", "off", "--hot-window", "20", "--test-hooks"] });
  return { ...frozen, server, people: peopleAt(server.url, frozen.filled.people) };
}

const person = (people: Readonly<Record<string, Person>>, name: string) => people[name] as Person;

async function differences({ url }: Server): Promise<Json> {
  return (await (await fetch(`${url}/api/v1/testing/differences`)).json()) as Json;
}

test("a data directory of at least one earlier version is available", () => expect(frozenNames()).not.toEqual([]));

const names = frozenNames();
/** The last release. Earlier ones are tested nightly. */
const [newest] = names
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .sort((one, other) => other.localeCompare(one, "en", { numeric: true }));

for (const name of names)
  test(`a data directory created by ${name} has the same data, can be changed, and its event queues continue`, {
    tags: name === newest ? [] : "nightly",
  }, async () => {
    const { observed, server, people, filled } = await thaw(name);
    const lost: string[] = [];
    for (const { answer, ...question } of observed) {
      if (isRefusedNow(question)) continue;
      const now = await answerTo(question, people);
      const about = `${question.of} ${question.path} ${JSON.stringify(question.fields)}`;
      lost.push(...losses(answer, now, CHANGES).map((loss) => `${about}: ${loss}`));
    }
    expect(lost).toEqual([]);
    for (const { path, text } of filled.uploads) {
      const { url } = await person(people, "ada").ok(person(people, "ada").get(path));
      expect((await person(people, "ada").page(url)).said).toBe(text);
    }
    expect(await differences(server)).toMatchObject({ differences: [] });

    const { messages, channels, queues, unshipped } = filled;
    const [ada, ben, owner] = [person(people, "ada"), person(people, "ben"), person(people, "owner")];
    const path = (what: string) => `/messages/${messages[what]}`;
    const place = { type: "channel", to: channels["quay"], topic: "tides" };
    const { id } = await ada.ok(ada.post("/messages", { ...place, content: "A new day, @**Ben Example**" }));
    await ben.ok(ben.patch(path("greeting"), { content: "Hello from long ago" }));
    await ada.ok(ada.post(`${path("greeting")}/reactions`, { emoji_name: "tada" }));
    await ada.ok(ada.delete(`${path("greeting")}/reactions`, { emoji_name: "octopus" }));
    await owner.ok(owner.patch(path("code"), { topic: "programs", propagate_mode: "change_one" }));
    await ben.ok(ben.delete(path("alert")));
    const [late = ""] = Object.keys(unshipped);
    await ada.ok(ada.patch(`/messages/${late}`, { content: "late, and changed again" }));
    await owner.ok(owner.patch(`/streams/${channels["quay"]}`, { description: "As ever" }));
    await ada.ok(ada.patch("/settings", { color_scheme: 1 }));

    const { message } = await ada.ok(ada.get(path("greeting"), { apply_markdown: false }));
    expect(message).toMatchObject({ content: "Hello from long ago" });
    expect(message.reactions.map(({ emoji_name }: Json) => emoji_name)).toEqual(expect.arrayContaining(["tada"]));
    for (const [index, { of, queue_id, last_event_id }] of queues.entries()) {
      const { events } = await person(people, of).ok(
        person(people, of).get("/events", { queue_id, last_event_id, dont_block: true }),
      );
      const before = observed[index]?.answer.events as Json[];
      expect(losses(before, atAnyPort(events.slice(0, before.length)), CHANGES)).toEqual([]);
      const heard = events.slice(before.length);
      if (of === "ben") expect(heard.find(({ type }: Json) => type === "message").message).toMatchObject({ id });
      expect(heard.every(({ id: number }: Json) => number > (before.at(-1)?.id ?? -1))).toBe(true);
    }
    expect(await differences(server)).toMatchObject({ differences: [] });
  });

import { describe, expect, test } from "vitest";
import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { isTableName } from "../../src/archive-format/tables.ts";
import { listAt, numberAt, textAt, valueAt } from "../../src/converters/markdown/loose-json.ts";
import { convertMattermost } from "../../src/converters/mattermost/convert-mattermost.ts";
import { convertSlack } from "../../src/converters/slack/convert-slack.ts";
import { mutated, randomFrom } from "../support/changed-at-random.ts";
import { converted } from "../support/converted.ts";
import { linesOf, mattermostSample, mattermostZip } from "../support/mattermost-export.ts";
import { type SampleMember, slackMembersOf, slackSample, slackZip } from "../support/slack-export.ts";

type Converted = Awaited<ReturnType<typeof converted>>;

/** Kinds with one table row per item. A message can become several rows, and files can become links. */
const ROW_BY_ROW = [
  "users",
  "channels",
  "reactions",
  "subscriptions",
  "groups",
  "custom_emoji",
  "flags",
  "profile_values",
  "channel_pins",
];

/** Checks that items read equal items converted plus those reported missing, and that the converted rows exist. */
function expectSums({ counts, leftOut, rows }: Converted, about: string): void {
  for (const [kind, { in: read, out }] of Object.entries(counts)) {
    const missing = [...leftOut]
      .filter(([reason, { changed }]) => reason.startsWith(`${kind}: `) && changed !== true)
      .reduce((sum, [, { count }]) => sum + count, 0);
    // Implied items, such as the organization, don't count as read.
    if (read > 0 || missing > 0) expect(out + missing, `${about}: ${kind}`).toBe(read);
    if (ROW_BY_ROW.includes(kind) && isTableName(kind)) expect(rows(kind), `${about}: ${kind}`).toHaveLength(out);
  }
  expect(rows("messages").length, about).toBeGreaterThanOrEqual(counts["messages"]?.out ?? 0);
  for (const [reason, { count, places }] of leftOut) {
    expect(places.length, reason).toBe(Math.min(count, places.length));
    expect(places.length, reason).toBeGreaterThan(0);
    expect(places.join(), reason).not.toContain("xoxe");
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const DAY = /^[^/]+\/\d{4}-\d{2}-\d{2}\.json$/;

/** Counts the items of the lists independently of the converter. */
function expectSlackCounts(
  { counts, leftOut }: Converted,
  lists: Readonly<Record<string, unknown>>,
  about: string,
): void {
  const of = (...names: string[]) => names.flatMap((name) => (Array.isArray(lists[name]) ? lists[name] : []));
  const messages = of(...Object.keys(lists).filter((name) => DAY.test(name)));
  const reactions = messages.flatMap((message) => listAt(message, "reactions"));
  const channels = of("channels.json", "groups.json");
  const placeholders = leftOut.get(
    "users: not listed, but in conversations; an account without a login stands for each",
  );
  expect(counts["messages"]?.in ?? 0, about).toBe(messages.length);
  expect(counts["channels"]?.in ?? 0, about).toBe(channels.length);
  expect(counts["groups"]?.in ?? 0, about).toBe(of("usergroups.json").length);
  expect(counts["canvases"]?.in ?? 0, about).toBe(of("canvases.json").length);
  expect((counts["users"]?.in ?? 0) - (placeholders?.count ?? 0), about).toBe(of("users.json").length);
  expect(counts["subscriptions"]?.in ?? 0, about).toBe(sum(channels.map((one) => listAt(one, "members").length)));
  const conversations = [...channels, ...of("dms.json", "mpims.json")];
  const listed = sum(conversations.map((one) => listAt(one, "pins").length));
  // If a channel's pins aren't listed, its messages say whether they are pinned.
  const told = sum(messages.map((one) => listAt(one, "pinned_to").length));
  expect(counts["channel_pins"]?.in ?? 0, about).toBeGreaterThanOrEqual(listed);
  expect(counts["channel_pins"]?.in ?? 0, about).toBeLessThanOrEqual(listed + told);
  const given = reactions.map((one) =>
    Math.max(listAt(one, "users").length, Math.min(1_000_000, Math.floor(numberAt(one, "count") ?? 0))),
  );
  expect(counts["reactions"]?.in ?? 0, about).toBe(sum(given));
}

const without = (name: string) => (members: SampleMember[]) => members.filter((member) => member.name !== name);
const changedTo =
  (name: string, change: (content: string) => string, more: { readonly checksum?: number } = {}) =>
  (members: SampleMember[]) =>
    members.map((member) => (member.name === name ? { ...member, content: change(member.content), ...more } : member));
const NEXT_DAY = "general/2023-11-15.json";

/** Every kind of damage, and the place that the report must name. */
const DAMAGES: readonly [what: string, damage: (members: SampleMember[]) => SampleMember[], told: string][] = [
  ["none", (members) => members, ""],
  ["an empty day", changedTo(NEXT_DAY, () => ""), NEXT_DAY],
  ["a day that is cut off", changedTo(NEXT_DAY, (content) => content.slice(0, -30)), NEXT_DAY],
  ["a day that is no JSON", changedTo(NEXT_DAY, () => "<html>"), NEXT_DAY],
  ["a day that is no list", changedTo(NEXT_DAY, () => '{"messages":[]}'), NEXT_DAY],
  ["a day whose bytes are others", changedTo(NEXT_DAY, (content) => content, { checksum: 1 }), NEXT_DAY],
  ["a list of private channels that is damaged", changedTo("groups.json", () => "[{"), "groups.json"],
  ["a list of direct conversations that is empty", changedTo("dms.json", () => ""), "dms.json"],
  ["no list of group conversations", without("mpims.json"), "mpdm-iris--omar--far-1"],
  ["no private channels", without("groups.json"), "crew"],
  [
    "an upload whose bytes are others",
    changedTo("__uploads/F0PLAN/plan.txt", (content) => content, { checksum: 1 }),
    "F0PLAN",
  ],
  ["an emoji whose bytes are others", changedTo("emoji/shipit.png", (content) => content, { checksum: 1 }), "shipit"],
];

describe("the report of a Slack export adds up", () => {
  test.each(DAMAGES)("with %s", async (what, damage, told) => {
    const lists = slackSample();
    const members = damage(slackMembersOf(lists));
    const made = await converted(convertSlack, await slackZip(members));
    expectSums(made, what);
    if (what === "none") expectSlackCounts(made, lists, what);
    const places = [...made.leftOut.values()].flatMap((one) => one.places).join("\n");
    expect(places).toContain(told);
    // Damage in one place leaves the rest unchanged.
    expect(made.rows("messages").map(({ content }) => content)).toContain("hello **all** @*crewgroup*");
  });

  test("with random values replaced", async () => {
    const random = randomFrom(11);
    let read = 0;
    for (let round = 0; round < 80; round++) {
      const lists: Record<string, unknown> = {};
      for (const [name, list] of Object.entries(slackSample())) {
        let changed = list;
        if (random(4) === 0 && Array.isArray(changed))
          changed = changed.map((one) => (random(3) === 0 ? mutated(one, random) : one));
        lists[name] = changed;
      }
      // As it will be parsed.
      const plain: Record<string, unknown> = JSON.parse(JSON.stringify(lists));
      try {
        const made = await converted(convertSlack, await slackZip(slackMembersOf(plain)));
        expectSums(made, `round ${round}`);
        expectSlackCounts(made, plain, `round ${round}`);
        read += 1;
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
      }
    }
    expect(read).toBeGreaterThan(40);
  });
});

/** The valid lines and their parts, counted without the converter. */
function expectMattermostCounts({ counts }: Converted, lines: readonly unknown[], about: string): void {
  const of = (type: string) => lines.filter((one) => textAt(one, "type") === type).map((one) => Object(one)[type]);
  const posts = [...of("post"), ...of("direct_post")].flatMap((post) => [post, ...listAt(post, "replies")]);
  expect(counts["messages"]?.in ?? 0, about).toBe(posts.length);
  expect(counts["reactions"]?.in ?? 0, about).toBe(sum(posts.map((post) => listAt(post, "reactions").length)));
  expect(counts["flags"]?.in ?? 0, about).toBe(sum(posts.map((post) => listAt(post, "flagged_by").length)));
  expect(counts["channels"]?.in ?? 0, about).toBe(of("channel").length);
  const pinned = posts.filter((post) => valueAt(post, "is_pinned") === true);
  expect(counts["channel_pins"]?.in ?? 0, about).toBe(pinned.length);
  expect(counts["custom_emoji"]?.in ?? 0, about).toBe(of("emoji").length);
  expect(counts["roles and schemes"]?.in ?? 0, about).toBe(of("role").length + of("scheme").length);
}

describe("the report of a Mattermost export adds up", () => {
  const oneTeam = () => mattermostSample().filter((one) => textAt(one, "team", "name") !== "other");
  const damaged = { name: "data/lost.txt", content: "damaged", checksum: 1 };
  test.each([
    ["one team", oneTeam, {}, []],
    ["one of two teams", mattermostSample, { chosen: "deck" }, []],
    ["the other one of two teams", mattermostSample, { chosen: "other" }, []],
    ["a damaged file", oneTeam, {}, [damaged]],
    ["lines that are doubled", () => [...oneTeam(), ...oneTeam().slice(1)], {}, []],
  ] as const)("with %s", async (what, lines, choice, more) => {
    const made = await converted(convertMattermost, await mattermostZip(linesOf(lines()), more), choice);
    expectSums(made, what);
    expectMattermostCounts(made, lines(), what);
  });

  test("with invalid JSON lines or random values replaced", async () => {
    const random = randomFrom(5);
    let read = 0;
    for (let round = 0; round < 80; round++) {
      const lines: unknown[] = JSON.parse(
        JSON.stringify(oneTeam().map((one, index) => (index > 0 && random(8) === 0 ? mutated(one, random) : one))),
      );
      const texts = lines.map((one) => JSON.stringify(one));
      try {
        const made = await converted(convertMattermost, await mattermostZip([...texts, "{no JSON"].join("\n")), {
          chosen: "deck",
        });
        expectSums(made, `round ${round}`);
        read += 1;
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
      }
    }
    expect(read).toBeGreaterThan(40);
  });
});

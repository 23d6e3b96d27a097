import { createHash } from "node:crypto";
import type { WrittenRow } from "../../../../src/archive-format/tables.ts";
import { avatarMember, emojiMember, ICON } from "./file-rows.ts";
import type { Rows } from "./full-archive.ts";
import { BASE, ids, range, type Size } from "./ids.ts";

const ROLES = [100, 200, 300, 400, 400, 400, 600] as const;

export const keyOf = (index: number): string => `keyOfPerson${index}`.padEnd(32, "x");
export const emailOf = (index: number): string => `person${index}@example.org`;
export const nameOf = (index: number): string => `Person ${index}`;

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const person = ids.user;

function userRow(index: number): WrittenRow<"users"> {
  const role = ROLES[index % ROLES.length] ?? 400;
  return {
    id: person(index),
    email: emailOf(index),
    delivery_email: emailOf(index),
    full_name: nameOf(index),
    role,
    is_active: index % 11 !== 10,
    timezone: index % 3 === 0 ? "Europe/Berlin" : "",
    date_joined: BASE + index,
    ...(index % 4 === 0 && { avatar: avatarMember(index) }),
    settings: { enter_sends: index % 2 === 0, color_scheme: 1 + (index % 3), starred_message_counts: true },
    ...(index % 5 === 0 && {
      status: {
        status_text: `away ${index}`,
        emoji_name: "e0",
        emoji_code: String(ids.emoji(0)),
        reaction_type: "realm_emoji",
      },
    }),
    api_key_hashes: [{ hash: hash(keyOf(index)), client: "website", created_at: BASE + index }],
  };
}

const botRow = (index: number): WrittenRow<"users"> => ({
  id: ids.bot(index),
  delivery_email: `bot${index}@example.org`,
  full_name: `Robot ${index}`,
  role: 400,
  is_active: true,
  bot_type: ([1, 2, 3] as const)[index % 3] ?? 1,
  bot_owner_id: person(index),
  date_joined: BASE,
});

/** Returns the rows of the organization, its accounts and groups, and other rows that are created before channels. */
export function peopleRows({ people }: Size): Rows {
  const everybody = range(people, (index) => index);
  const bots = range(6, (index) => index);
  return {
    organization: [
      {
        name: "The Old Place",
        description: "where **everybody** was",
        settings: {
          can_add_custom_emoji_group: ids.group(3),
          new_stream_announcements_stream_id: ids.channel(0),
          waiting_period_threshold: 3,
        },
        new_user_settings: { enter_sends: true, twenty_four_hour_time: true },
        icon: ICON,
        date_created: BASE,
      },
    ],
    users: [...everybody.map(userRow), ...bots.map(botRow)],
    profile_fields: [
      { id: ids.field(0), type: 1, name: "Town", order: 1, hint: "where you live" },
      { id: ids.field(1), type: 6, name: "Mentor", order: 2 },
      { id: ids.field(2), type: 3, name: "Tea", order: 3, field_data: '{"0":{"text":"black","order":"1"}}' },
    ],
    profile_values: everybody.flatMap((index) => [
      { user_id: person(index), field_id: ids.field(0), value: `Town ${index}` },
      { user_id: person(index), field_id: ids.field(1), value: JSON.stringify([person((index + 1) % 9)]) },
    ]),
    groups: [
      { id: ids.group(0), name: "role:members", is_system: true, members: [] },
      { id: ids.group(1), name: "role:administrators", is_system: true, members: [] },
      ...range(12, (index) => groupRow(index, people)),
    ],
    custom_emoji: range(6, (index) => ({
      id: ids.emoji(index),
      name: `e${index}`,
      author_id: person(index),
      deactivated: index === 5,
      file: emojiMember(index),
    })),
    linkifiers: range(8, (index) => ({
      pattern: `T${index}-(?P<id>[0-9]+)`,
      url_template: `https://example.com/${index}/{id}`,
    })),
    playgrounds: range(4, (index) => ({
      name: `Play ${index}`,
      pygments_language: "Python",
      url_template: `https://example.com/${index}/{code}`,
    })),
    domains: range(4, (index) => ({ domain: `d${index}.example.org`, allow_subdomains: index % 2 === 0 })),
    bots: bots.map((index) => ({
      user_id: ids.bot(index),
      default_sending_channel_id: ids.channel(index % 2),
      ...(index % 3 === 1 && { topic_template: "{{ service }}", content_template: "**{{ text }}**" }),
      ...(index % 3 === 2 && {
        payload_url: '"https://hooks.example.com/path"',
        interface: 1 as const,
        service_name: "hook",
        token: `token ${index}`,
      }),
    })),
    bot_commands: bots
      .filter((index) => index % 3 !== 1)
      .map((index) => ({
        bot_id: ids.bot(index),
        name: `brew${index}`,
        description: "Brews tea",
        usage: "CUPS",
      })),
    passkeys: range(5, (index) => ({
      user_id: person(index),
      credential: `credential${index}`,
      public_key: "{}",
      counter: index,
      name: "laptop",
      created_at: BASE,
      handle: `handle${index}`,
    })),
    second_factors: range(4, (index) => ({ user_id: person(index + 3), secret: `secret ${index}`, since: BASE })),
    recovery_codes: range(16, (index) => ({ user_id: person(3 + (index % 4)), hash: hash(`code ${index}`) })),
    external_logins: range(5, (index) => ({
      user_id: person(index),
      issuer: "https://login.example.org",
      subject: `subject ${index}`,
      linked_at: BASE,
      used_at: BASE + 5,
    })),
  };
}

/** Returns a group with some members. The previous group is its subgroup. */
const groupRow = (index: number, people: number): WrittenRow<"groups"> => ({
  id: ids.group(index + 2),
  name: `crew ${index}`,
  description: `crew number ${index}`,
  creator_id: person(index % people),
  date_created: BASE + index,
  deactivated: index === 11,
  members: range(Math.min(8, people), (offset) => person((index * 5 + offset) % people)),
  subgroups: index === 0 || index === 11 ? [] : [ids.group(index + 1)],
  permissions: {
    can_mention_group: ids.group(0),
    can_manage_group: { direct_members: [person(index % 9)], direct_subgroups: [ids.group(1)] },
  },
});

import { describe, expect, it } from "vitest";
import type { GroupSettingValue } from "../../src/protocol/group-setting-value.ts";
import {
  createChannelPolicy,
  createWebPublicChannelPolicy,
  postPolicy,
  wildcardMentionPolicy,
} from "../../src/protocol/legacy-policies.ts";

const [internet, everyone, members, fullMembers, moderators, administrators, owners, nobody, own] = [
  11, 12, 13, 14, 15, 16, 17, 18, 99,
];
const groupIds = {
  "role:internet": internet,
  "role:everyone": everyone,
  "role:members": members,
  "role:fullmembers": fullMembers,
  "role:moderators": moderators,
  "role:administrators": administrators,
  "role:owners": owners,
  "role:nobody": nobody,
};
const groups = (...direct_subgroups: number[]) => ({ direct_members: [], direct_subgroups });
const person = { direct_members: [1], direct_subgroups: [owners] };

describe("deprecated policy numbers", () => {
  it.each<[string, GroupSettingValue, number, number, number, number]>([
    // permission, create channel, create web-public channel, wildcard mention, post
    ["internet", internet, 1, 4, 1, 1],
    ["everyone", everyone, 1, 4, 1, 1],
    ["members", members, 1, 4, 2, 1],
    ["full members", fullMembers, 3, 4, 3, 3],
    ["moderators", moderators, 4, 4, 7, 4],
    ["administrators", administrators, 2, 2, 5, 2],
    ["owners", owners, 2, 7, 5, 1],
    ["nobody", nobody, 2, 6, 6, 1],
    ["a custom group", own, 1, 4, 1, 1],
    ["a single user", person, 1, 4, 1, 1],
    ["several system groups", groups(owners, moderators), 4, 4, 7, 1],
    ["a custom group among others", groups(own, owners), 1, 4, 1, 1],
  ])("are derived for %s", (_name, permission, create, createWebPublic, mention, post) => {
    expect(createChannelPolicy(permission, groupIds)).toBe(create);
    expect(createWebPublicChannelPolicy(permission, groupIds)).toBe(createWebPublic);
    expect(wildcardMentionPolicy(permission, groupIds)).toBe(mention);
    expect(postPolicy(permission, groupIds)).toBe(post);
  });
});

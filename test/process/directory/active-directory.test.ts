/** @module-tag nightly */
import { expect, test } from "vitest";
import { DirectoryRun } from "./support/directory-run.ts";
import { standIn } from "./support/stand-in.ts";
import { dnOf, GROUPS, PEOPLE } from "./support/tree.ts";

/** A GUID as stored by Active Directory, and in its usual notation. */
const GUID = {
  bytes: Buffer.from("33221100554477668899aabbccddeeff", "hex"),
  text: "00112233-4455-6677-8899-aabbccddeeff",
};

test("Active Directory is read with GUIDs, disabled accounts, members in ranges, empty pages and referrals", async () => {
  const manner = { mostValues: 3, hasEmptyPages: true, hasLongLengths: true, refers: true };
  const [run, tree] = await Promise.all([DirectoryRun.start(), standIn(manner)]);
  const account = (index: number, flags: number) => ({
    objectClass: ["person", "user"],
    objectCategory: "person",
    ...{ cn: `Person ${index}`, displayName: `Person ${index}`, userPrincipalName: `p${index}@example.org` },
    objectGUID: index === 0 ? GUID.bytes : Buffer.from(`${index}`.padStart(16, "é").slice(-16), "latin1"),
    ...{ userAccountControl: String(flags), memberOf: "cn=x", department: "Höhe", manager: dnOf("p0") },
  });
  // 512 is a normal account, 2 disables it, 65536 is a password that doesn't expire.
  for (let index = 0; index < 8; index += 1) tree.add(dnOf(`p${index}`), account(index, index === 7 ? 66_050 : 66_048));
  const guid = (text: string) => Buffer.from(text.padEnd(16, "\u0001"), "latin1");
  const groupDn = (name: string) => `CN=${name},${GROUPS}`;
  const group = (cn: string, member: string[]) => ({ objectClass: "group", cn, member, objectGUID: guid(cn) });
  // The name of an entry is returned in a different case than in the members' list.
  const all = Array.from({ length: 8 }, (_, index) => dnOf(`p${index}`).toUpperCase());
  tree.add(groupDn("Everyone"), group("Everyone", [...all, groupDn("Inner").toLowerCase()]));
  tree.add(groupDn("Inner"), group("Inner", [groupDn("Innermost")]));
  tree.add(groupDn("Innermost"), group("Innermost", [groupDn("Everyone"), dnOf("p1")]));

  const settings = run.settings({
    kind: "active-directory",
    ldap: { url: tree.secureUrl, page_size: 3 },
    users: { department: "department", manager: "manager" },
  });
  const lines = await run.lines(0, settings, "--yes");
  expect(lines).toContain("left out: Everyone as a member of Innermost, which is within it");
  const people = await run.people();
  expect(Object.keys(people)).toHaveLength(7);
  const id = (index: number) => people[`p${index}@example.org`]?.id ?? 0;
  const [everyone, inner] = [[0, 1, 2, 3, 4, 5, 6].map(id).toSorted(), [id(1)]];
  expect(await run.groups()).toEqual({
    Everyone: { members: everyone, groups: ["Inner"] },
    Inner: { members: [], groups: ["Innermost"] },
    Innermost: { members: inner, groups: [] },
  });
  const headers = { authorization: `Bearer ${run.token}` };
  const user = await (await fetch(`${run.server.url}/scim/v2/Users/${id(0)}`, { headers })).json();
  expect(user).toMatchObject({
    ...{ externalId: GUID.text, userName: "p0@example.org" },
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {
      ...{ department: "Höhe", manager: { value: GUID.text } },
    },
  });
  expect((await run.lines(0, settings)).at(-1)).toContain("8 people and 3 groups in the directory: nothing to change");

  tree.set(dnOf("p6"), { userAccountControl: "514" });
  tree.set(dnOf("p7"), { userAccountControl: "512" });
  expect((await run.lines(0, settings)).slice(1)).toEqual([
    "deactivate    p6@example.org",
    "add           p7@example.org (Person 7)",
    "change group  Everyone: 1 in",
    "8 people and 3 groups in the directory: add 1, deactivate 1 of the people; 1 changes of groups",
  ]);

  // Groups of plain names, such as those of POSIX.
  tree.add(`cn=posix,${PEOPLE}`, { ...group("posix", []), memberUid: ["Person 1", "Person 2", "nobody"] });
  const posix = { base: PEOPLE, member: "memberUid", member_is: "cn" };
  await run.lines(0, { ...settings, groups: posix }, "--yes");
  expect(await run.groups()).toEqual({ posix: { members: [id(1), id(2)].toSorted(), groups: [] } });
});

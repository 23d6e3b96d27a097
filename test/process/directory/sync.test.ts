/** @module-tag nightly */
import { describe, expect, test } from "vitest";
import { DirectoryRun } from "./support/directory-run.ts";
import { hasSlapd, LIMITED, slapd } from "./support/slapd.ts";
import { standIn } from "./support/stand-in.ts";
import { BASE, dnOf, GROUPS, group, PEOPLE, person, type Tree } from "./support/tree.ts";

/** Entries for tests with slapd. Use `PARLEY_DIRECTORY=10000` for many. */
const SIZE = Number(process.env["PARLEY_DIRECTORY"] ?? 60);

const groupDn = (name: string) => `cn=${name},${GROUPS}`;
const uid = (index: number) => `p${String(index).padStart(5, "0")}`;
const emailOf = (index: number) => `${uid(index)}@example.org`;

const directories: readonly (readonly [name: string, isThere: boolean, start: () => Promise<Tree>])[] = [
  ["the stand-in for one", true, () => standIn()],
  [hasSlapd ? "OpenLDAP" : "OpenLDAP, which is not installed (slapd, ldap-utils)", hasSlapd, slapd],
];

describe.each(directories)("with %s", (_, isThere, start) => {
  test.skipIf(!isThere)(
    "directory sync brings accounts and groups in line with every kind of change in the directory",
    async () => {
      const [run, tree] = await Promise.all([DirectoryRun.start(), start()]);
      const settings = run.settings({ ldap: { url: tree.secureUrl, page_size: Math.max(7, SIZE / 20) } });
      for (let index = 0; index < SIZE; index += 1)
        await tree.add(dnOf(uid(index)), person(uid(index), "Ann", `Lee ${index}`));
      const half = Array.from({ length: SIZE / 2 }, (_, index) => dnOf(uid(index)));
      await tree.add(groupDn("first"), group("First half", ...half));
      await tree.rename(groupDn("first"), "cn=First half");
      await tree.add(groupDn("all"), group("all", groupDn("First half"), dnOf(uid(SIZE - 1)), dnOf("gone")));

      // The first run changes nothing without confirmation.
      const before = await run.lines(0, settings, "--dry-run");
      expect(before).toContain(`add           ${emailOf(0)} (Ann Lee 0)`);
      expect(before.at(-1)).toContain("this needs --yes: no account was made or linked");
      expect((await run.lines(1, settings)).join("\n")).toContain("--yes does it");
      expect(await run.people()).toEqual({});
      await run.lines(0, settings, "--yes", "--quiet");
      const made = await run.people();
      expect(Object.keys(made)).toHaveLength(SIZE);
      expect(made[emailOf(3)]).toMatchObject({ name: "Ann Lee 3", active: true });
      const idOf = (index: number) => made[emailOf(index)]?.id ?? 0;
      expect(await run.groups()).toEqual({
        "First half": { members: half.map((_, index) => idOf(index)).toSorted(), groups: [] },
        all: { members: [idOf(SIZE - 1)], groups: ["First half"] },
      });
      const nothing = `${SIZE} people and 2 groups in the directory: nothing to change`;
      expect(await run.lines(0, settings)).toEqual([nothing]);

      // Every kind of change, all in one run.
      await tree.add(dnOf("zoe"), person("zoe", "Zoë", "Ångström"));
      await tree.set(dnOf(uid(0)), { cn: "Ann Marie Lee", mail: "ann.marie@example.org" });
      await tree.rename(dnOf(uid(1)), "uid=renamed");
      await tree.rename(dnOf(uid(2)), `uid=${uid(2)}`, `ou=left,${BASE}`);
      await tree.set(dnOf(uid(3)), { pwdAccountLockedTime: "000001010000Z" });
      await tree.set(dnOf(uid(4)), { pwdAccountLockedTime: "20261123120000Z" });
      await tree.remove(dnOf(uid(5)));
      await tree.set(dnOf(uid(8)), { mail: [] });
      const changed = await run.lines(0, settings);
      expect(changed.toSorted()).toEqual(
        [
          `${SIZE - 2} people and 2 groups in the directory: add 1, change 1, deactivate 3 of the people; 1 changes of groups`,
          "add           zoe@example.org (Zoë Ångström)",
          "change        ann.marie@example.org: userName, email, name",
          "change group  First half: 0 in, 2 out",
          `deactivate    ${emailOf(2)} (not in the directory)`,
          `deactivate    ${emailOf(3)}`,
          `deactivate    ${emailOf(5)} (not in the directory)`,
          `left as it is: ${dnOf(uid(8))} has no mail`,
        ].toSorted(),
      );
      const after = await run.people();
      expect(after["ann.marie@example.org"]).toEqual({ name: "Ann Marie Lee", active: true, id: idOf(0) });
      expect(after["zoe@example.org"]).toMatchObject({ name: "Zoë Ångström", active: true });
      expect([1, 2, 3, 4, 5].map((index) => after[emailOf(index)]?.active)).toEqual([true, false, false, true, false]);
      expect(after[emailOf(8)]).toEqual(made[emailOf(8)]);
      await tree.set(dnOf(uid(8)), { mail: emailOf(8) });
      expect(await run.lines(0, settings)).toHaveLength(1);

      // A user who moves back or is unlocked gets the previous account. An email can move to another user.
      await tree.rename(dnOf(uid(2), `ou=left,${BASE}`), `uid=${uid(2)}`, PEOPLE);
      await tree.set(dnOf(uid(3)), { pwdAccountLockedTime: [] });
      await tree.set(dnOf(uid(6)), { mail: emailOf(7) });
      await tree.set(dnOf(uid(7)), { mail: "seven@example.org" });
      await tree.rename(groupDn("First half"), "cn=Half");
      await tree.set(groupDn("all"), { member: [dnOf("zoe")] });
      await run.lines(0, settings);
      const again = await run.people();
      expect([2, 3].map((index) => again[emailOf(index)])).toEqual([2, 3].map((index) => made[emailOf(index)]));
      expect([again[emailOf(7)]?.id, again["seven@example.org"]?.id]).toEqual([idOf(6), idOf(7)]);
      const groups = await run.groups();
      expect(groups["all"]).toEqual({ members: [again["zoe@example.org"]?.id], groups: [] });
      expect(Object.keys(groups)).toEqual(expect.arrayContaining(["Half"]));
      expect(Object.keys(groups)).not.toContain("First half");

      // Changing more than a tenth is treated as a mistake until confirmed.
      await tree.remove(groupDn("Half"));
      const many = Math.ceil(SIZE / 10) + 10;
      for (let index = 10; index < many + 10; index += 1) await tree.remove(dnOf(uid(index)));
      const refused = await run.lines(1, settings);
      expect(refused.join("\n")).toContain(
        `${many} of ${SIZE} people would be deactivated, more than a tenth; --yes does it`,
      );
      expect(await run.people()).toEqual(again);
      await run.lines(0, settings, "--yes", "--quiet");
      const left = Object.values(await run.people()).filter(({ active }) => !active);
      expect(left).toHaveLength(many + 1);
      expect(Object.keys(await run.groups())).toEqual(["all"]);
      expect(await run.lines(0, settings)).toHaveLength(1);
    },
    900_000 + SIZE * 300,
  );
});

test.skipIf(!hasSlapd)(
  "directory sync works with StartTLS, and changes nothing if OpenLDAP's size limit omits entries",
  async () => {
    const [run, tree] = await Promise.all([DirectoryRun.start(), slapd()]);
    for (let index = 0; index < 5; index += 1) await tree.add(dnOf(uid(index)), person(uid(index), "Ann", "Lee"));
    const settings = run.settings({ ldap: { url: tree.url.replace("127.0.0.1", "localhost"), start_tls: true } });
    await run.lines(0, settings, "--yes");
    expect(Object.keys(await run.people())).toHaveLength(5);
    for (const page_size of [2, 500]) {
      const limited = { url: tree.secureUrl, page_size, bind_dn: LIMITED.dn, password: LIMITED.password };
      const [line] = await run.lines(1, run.settings({ ldap: limited }), "--yes");
      expect(line).toContain("size limit exceeded, so that not all entries were told (code 4");
    }
  },
);

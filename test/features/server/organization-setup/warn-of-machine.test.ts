import { expect, test } from "vitest";
import { mailsTo } from "../../../support/mail.ts";
import { notesTo } from "../../../support/messages.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

/** Messages from the notification bot to a user about this server. */
const toldTo = async (person: Person) =>
  (await notesTo(person)).filter((content) => /\b(this server|dieses Servers)\b/.test(content));

test("owners and administrators are warned about a full disk, and only the operator can trigger the warning", async () => {
  const { host, iris, omar, mona } = await realm();
  const [subdomain = ""] = host.split(".");
  const fields = { subdomain, left_bytes: 800_000_000, all_bytes: 20_000_000_000 };
  const stranger = new Person("localhost", "", "");
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(iris, { setupToken: "known" }, async () => {
      const warn = (setup_token: string) => stranger.post("/organizations/disk_warning", { ...fields, setup_token });
      expect((await warn("guessed")).status).toBe(401);
      expect(await toldTo(iris)).toEqual([]);
      await stranger.ok(warn("known"));
    }),
  );
  for (const person of [iris, omar]) {
    expect(await toldTo(person)).toEqual([expect.stringContaining("0.8 GB of 20.0 GB are left (4%)")]);
  }
  expect(await toldTo(mona)).toEqual([]);
});

test("owners and administrators are warned about missing backups, each in their language", async () => {
  const { host, iris, omar, mona } = await realm();
  const [subdomain = ""] = host.split(".");
  await omar.ok(omar.patch("/settings", { default_language: "de" }));
  const stranger = new Person("localhost", "", "");
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(iris, { setupToken: "known" }, async () => {
      const warn = (setup_token: string) =>
        stranger.post("/organizations/backup_warning", { subdomain, last_at: 1_700_000_000, setup_token });
      expect((await warn("guessed")).status).toBe(401);
      await stranger.ok(warn("known"));
    }),
  );
  const time = "(<time:2023-11-14T22:13:20.000Z>)";
  expect(await toldTo(iris)).toEqual([expect.stringMatching(/^The last complete backup of this server /)]);
  expect(await toldTo(omar)).toEqual([expect.stringMatching(/^Die letzte vollständige Sicherung dieses Servers /)]);
  for (const person of [iris, omar]) expect((await toldTo(person))[0]).toContain(time);
  expect(await toldTo(mona)).toEqual([]);
});

test("the server's operator is emailed a warning only if it is marked for the operator", async () => {
  const { host, iris } = await realm();
  const [subdomain = ""] = host.split(".");
  const fields = { subdomain, left_bytes: 800_000_000, all_bytes: 20_000_000_000, setup_token: "known" };
  const stranger = new Person("localhost", "", "");
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(iris, { setupToken: "known", operatorEmail: "ops@example.org" }, async () => {
      await stranger.ok(stranger.post("/organizations/disk_warning", fields));
      await stranger.ok(
        stranger.post("/organizations/backup_warning", { ...fields, last_at: 1_700_000_000, for_operator: true }),
      );
      const [mail, ...more] = await mailsTo(iris, "ops@example.org");
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ subject: "Your Parley server has not been backed up for a week" });
      expect(mail?.["text"]).toContain("(2023-11-14T22:13:20.000Z)");
      expect(mail?.["text"]).toContain(`http://${host}`);
    }),
  );
});

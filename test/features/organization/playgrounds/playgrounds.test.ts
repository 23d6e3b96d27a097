import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { executeSql } from "../../../support/object.ts";
import { organization, realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const rust = { name: "Rust playground", pygments_language: "Rust", url_template: "https://play.example/?code={code}" };
const list = async (who: Person) =>
  (await who.ok(who.post("/register", { fetch_event_types: ["realm_playgrounds"] }))).realm_playgrounds;

describe("[users 9] playgrounds", () => {
  test("are added and removed, with the full list in each event", async () => {
    const { iris, mia } = await realm();
    const [added = []] = await eventsDuring([mia], () => iris.ok(iris.post("/realm/playgrounds", rust)));
    const [{ id }] = await list(mia);
    const realm_playgrounds = [{ id, ...rust }];
    expect(added).toEqual([{ type: "realm_playgrounds", realm_playgrounds, id: expect.any(Number) }]);
    const [removed = []] = await eventsDuring([mia], () => iris.ok(iris.delete(`/realm/playgrounds/${id}`)));
    expect(removed).toMatchObject([{ realm_playgrounds: [] }]);
    const { status, body } = await iris.delete(`/realm/playgrounds/${id}`);
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Invalid playground"]);
  });

  test("[security 18.16] are in the audit log with all their fields when added or removed", async () => {
    const { iris } = await realm();
    const { id } = await iris.ok(iris.post("/realm/playgrounds", rust));
    await iris.ok(iris.delete(`/realm/playgrounds/${id}`));
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["organization.playground_changed"] }));
    expect(entries.map(({ details }: Json) => details)).toEqual([
      { what: "removed", ...rust },
      { what: "added", ...rust },
    ]);
  });

  const withRust = shared(async () => {
    const { owner } = await organization();
    await owner.ok(owner.post("/realm/playgrounds", rust));
    return { iris: owner };
  });

  test.each([
    [{ name: " " }, "name cannot be blank"],
    [{ pygments_language: "" }, "pygments_language cannot be blank"],
    [{ pygments_language: "x".repeat(41) }, "pygments_language is too long (limit: 40 characters)"],
    [{ pygments_language: "a$b" }, "Invalid characters in pygments language"],
    [{ url_template: "https://play.example/{code" }, "Invalid URL template."],
    [{ url_template: "javascript:{code}" }, "Invalid URL template."],
    [{ url_template: "{+code}" }, "Invalid URL template."],
    [{ url_template: "https:{code}" }, "Invalid URL template."],
    [{ url_template: "https://play.example/" }, 'Missing the required variable "code" in the URL template'],
    [
      { url_template: "https://play.example/{code}{more}" },
      '"code" should be the only variable present in the URL template',
    ],
    [{}, "A playground with this name and language already exists."],
  ])("are refused with %j", async (change, msg) => {
    const { iris } = await withRust();
    const { status, body } = await iris.post("/realm/playgrounds", { ...rust, ...change });
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
    expect(await list(iris)).toHaveLength(1);
  });

  test("that are stored without a web URL are ignored, and their names can be used again", async () => {
    const { owner } = await organization();
    await executeSql(
      owner,
      "INSERT INTO playgrounds (name, pygments_language, url_template) VALUES (?1, ?2, ?3)",
      ...[rust.name, rust.pygments_language, "javascript:{code}"],
    );
    expect(await list(owner)).toEqual([]);
    const { id } = await owner.ok(owner.post("/realm/playgrounds", rust));
    expect(await list(owner)).toEqual([{ id, ...rust }]);
  });
});

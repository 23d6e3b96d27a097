import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { organization, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

const picture = () => new File([png()], "icon.png");
const register = (who: Person) => who.ok(who.post("/register", { fetch_event_types: ["realm"] }));
interface Kind {
  readonly name: string;
  readonly path: string;
  readonly fields: Record<string, string>;
  readonly source: string;
}

const KINDS: readonly Kind[] = [
  { name: "icon", path: "/realm/icon", fields: {}, source: "G" },
  { name: "logo", path: "/realm/logo", fields: { night: "false" }, source: "D" },
  { name: "night_logo", path: "/realm/logo", fields: { night: "true" }, source: "D" },
];

describe.each(KINDS)("[users 9] the organization's $name", ({ name, path, fields, source }) => {
  test("can be uploaded and removed, and all users get the event", async () => {
    const { host, iris, mia } = await realm();
    const before = await register(mia);
    expect([before[`realm_${name}_url`], before[`realm_${name}_source`]]).toEqual(["/static/icon.svg", source]);
    const [events = []] = await eventsDuring([mia], () => sendFiles(iris, path, [picture()], { fields }));
    const after = await register(mia);
    const url = after[`realm_${name}_url`];
    expect(url).toMatch(/^\/user_avatars\/\d+\/realm\/[A-Za-z0-9]{20}$/);
    expect(events).toEqual([
      {
        type: "realm",
        op: "update_dict",
        property: name,
        data: { [`${name}_url`]: url, [`${name}_source`]: "U" },
        id: expect.any(Number),
      },
    ]);
    const shown = await fetchPage(host, url);
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const [gone = []] = await eventsDuring([mia], () => iris.ok(iris.delete(path, fields)));
    expect(gone).toMatchObject([{ data: { [`${name}_url`]: "/static/icon.svg", [`${name}_source`]: source } }]);
    await expect.poll(async () => (await fetchPage(host, url)).status).toBe(404);
  });

  test("is returned as a redirect", async () => {
    const { host, owner } = await organization();
    await sendFiles(owner, path, [picture()], { fields });
    const url = (await register(owner))[`realm_${name}_url`];
    const response = await exports.default.fetch(`http://${host}/api/v1${path}?${new URLSearchParams(fields)}`, {
      headers: { Host: host, Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
      redirect: "manual",
    });
    expect([response.status, response.headers.get("Location")]).toEqual([302, url]);
  });

  test("must be uploaded as a single image", async () => {
    const { owner } = await organization();
    const word = name === "icon" ? "icon" : "logo";
    const none = await sendFiles(owner, path, [], { fields: { ...fields, more: "x" } });
    expect(none.body.msg).toBe(`You must upload exactly one ${word}.`);
    expect((await sendFiles(owner, path, [textFile("x")], { fields })).body.code).toBe("BAD_IMAGE");
  });
});

test("[4.23] the icon is shown without a login", async () => {
  const { owner } = await organization();
  const { body } = await sendFiles(owner, "/realm/icon", [picture()]);
  expect((await owner.ok(owner.get("/server_settings"))).realm_icon).toBe(body.icon_url);
});

import { expect, test } from "vitest";
import { outcome } from "../../../support/channels.ts";
import { realm } from "../../../support/organization.ts";

test("[users 4.4] new accounts get Gravatar avatars, and clients get the organization's UUID", async () => {
  const { iris, omar, noah } = await realm();
  const stateOf = (who: typeof iris) => who.ok(who.post("/register", { fetch_event_types: ["realm"] }));
  const { realm_default_avatar_source, realm_uuid } = await stateOf(iris);
  expect(realm_default_avatar_source).toBe("G");
  expect(realm_uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await stateOf(noah)).realm_uuid).toBe(realm_uuid);
  await omar.ok(omar.patch("/realm", { default_avatar_source: "G" }));
  expect(await outcome(omar.patch("/realm", { default_avatar_source: "J" }))).toBe(
    "BAD_REQUEST: Invalid default_avatar_source",
  );
  expect(await outcome(noah.patch("/realm", { default_avatar_source: "G" }))).toMatch(/^UNAUTHORIZED_PRINCIPAL/);
});

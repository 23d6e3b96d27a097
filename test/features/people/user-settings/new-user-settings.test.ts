import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";

test("[4.6] new accounts start with the organization's default settings, and existing accounts keep theirs", async () => {
  const { omar, noah, more, host } = await realm();
  const chosen = { enter_sends: true, color_scheme: 2, web_home_view: "recent_topics", email_address_visibility: 3 };
  const [seen = []] = await eventsDuring([noah], () => omar.ok(omar.patch("/realm/user_settings_defaults", chosen)));
  expect(seen.map(({ type, op, property, value }) => [type, op, property, value])).toEqual(
    expect.arrayContaining(
      Object.entries(chosen).map(([name, value]) => ["realm_user_settings_defaults", "update", name, value]),
    ),
  );
  const settingsOf = async (who: typeof noah) =>
    (await who.ok(who.post("/register", { fetch_event_types: ["user_settings"] }))).user_settings;
  const nina = await more();
  expect(await settingsOf(nina)).toMatchObject(chosen);
  expect(await settingsOf(noah)).toMatchObject({ enter_sends: false, color_scheme: 1, email_address_visibility: 1 });
  const { user } = await noah.ok(noah.get(`/users/${nina.id}`));
  expect([user.email, user.delivery_email]).toEqual([`user${nina.id}@${host}`, null]);

  await omar.ok(omar.patch("/realm/user_settings_defaults", { enter_sends: false }));
  expect((await settingsOf(nina)).enter_sends).toBe(true);
});

test("[4.6] settings that only users can choose are reported as ignored", async () => {
  const { iris } = await realm();
  const reply = await iris.ok(
    iris.patch("/realm/user_settings_defaults", {
      timezone: "Asia/Kolkata",
      default_language: "de",
      enable_login_emails: false,
    }),
  );
  expect(reply.ignored_parameters_unsupported).toEqual(["default_language", "enable_login_emails", "timezone"]);
});

test("[4.6] the settings of new accounts are checked like those of an account", async () => {
  const { iris } = await realm();
  expect((await iris.patch("/realm/user_settings_defaults", { color_scheme: 7 })).body.msg).toBe(
    "Invalid color_scheme",
  );
});

test("[4.6] a new account has the browser's language, and its time format until the organization sets one", async () => {
  const { iris, host } = await realm();
  const stranger = new Person(host, "", "");
  const startOf = async (username: string) => {
    const { api_key } = await stranger.ok(stranger.post("/fetch_api_key", { username, password: PASSWORD }));
    const person = new Person(host, username, api_key);
    const { user_settings } = await person.ok(person.post("/register", { fetch_event_types: ["user_settings"] }));
    return [user_settings.default_language, user_settings.twenty_four_hour_time];
  };
  const joinedIn = async (language: string, email: string) => {
    await iris.ok(iris.post("/invites", { invitee_emails: email, stream_ids: [] }));
    const form = { full_name: email.slice(0, 5), password: PASSWORD };
    const page = await visitPage(host, await linkInMailTo(iris, email), form, { "accept-language": language });
    expect(page.status).toBe(303);
    return startOf(email);
  };
  expect(await joinedIn("de-AT, de;q=0.9, en;q=0.8", "anton@example.com")).toEqual(["de", null]);
  expect(await joinedIn("en-US", "betty@example.com")).toEqual(["en", null]);
  expect(await joinedIn(`de-${"x".repeat(100)}`, "carla@example.com")).toEqual(["de", null]);

  await iris.ok(iris.patch("/realm", { default_language: "fr" }));
  const unseen = { email: "david@example.com", full_name: "David Dubois", password: PASSWORD };
  await iris.ok(iris.post("/users", unseen));
  expect(await startOf(unseen.email)).toEqual(["fr", null]);

  await iris.ok(iris.patch("/realm/user_settings_defaults", { twenty_four_hour_time: true }));
  await iris.ok(iris.patch("/realm/user_settings_defaults", { twenty_four_hour_time: false }));
  expect(await joinedIn("de", "ernst@example.com")).toEqual(["de", false]);
});

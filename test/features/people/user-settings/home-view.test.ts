import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const capabilities = { notification_settings_null: true, user_settings_object: true };

test.each(["recent", "recent_topics"])(
  "[4.6] the home view %s is stored as one value, with the name that each client knows",
  async (sent) => {
    const { iris, noah } = await realm();
    const modern = new Person(noah.host, noah.email, noah.key, noah.id, "ZulipFlutter/30.0.1");
    const queueOf = (who: Person, client_capabilities: object = capabilities) => who.queue({ client_capabilities });
    const queues = [
      await queueOf(noah),
      await queueOf(modern),
      await queueOf(modern, { notification_settings_null: true }),
    ];
    await noah.ok(noah.patch("/settings", { web_home_view: sent }));
    await iris.ok(iris.patch("/realm/user_settings_defaults", { web_home_view: sent }));
    const values = async (queue: (typeof queues)[number] | undefined) =>
      ((await queue?.events()) ?? [])
        .filter((event: Json) => [event.property, event.setting_name].includes("web_home_view"))
        .map((event: Json) => [event.type, event.value ?? event.setting]);
    const both = (name: string) => [
      ["user_settings", name],
      ["realm_user_settings_defaults", name],
    ];
    expect(await values(queues[0])).toEqual(both("recent_topics"));
    expect(await values(queues[1])).toEqual(both("recent"));
    expect(await values(queues[2])).toContainEqual(["update_display_settings", "recent"]);
    const stateOf = async (who: Person, client_capabilities: object = capabilities) =>
      who.ok(who.post("/register", { client_capabilities }));
    for (const [who, name] of [
      [noah, "recent_topics"],
      [modern, "recent"],
    ] as const) {
      const state = await stateOf(who);
      expect(state.user_settings.web_home_view).toBe(name);
      expect(state.realm_user_settings_defaults.web_home_view).toBe(name);
      expect((await stateOf(who, { notification_settings_null: true })).web_home_view).toBe(name);
    }
  },
);

import { describe, expect, test } from "vitest";
import { outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const newCast = casts();

const ALERTED = { fragment: "narrow/is/alerted", is_pinned: true, name: "Alert words" };
const add = (who: Person, view: Fields) => who.post("/navigation_views", view);
const viewsOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/navigation_views"))).navigation_views;

describe("[channels 5] navigation views", () => {
  test("are created, changed and removed, with events", async () => {
    const { noah, mia } = await newCast();
    const [events, other] = await eventsDuring([noah, mia], async () => {
      await noah.ok(add(noah, ALERTED));
      await noah.ok(add(noah, { fragment: "inbox", is_pinned: false }));
      // Clients may percent-encode the slashes of a fragment.
      await noah.ok(noah.patch("/navigation_views/narrow%2Fis%2Falerted", { is_pinned: false }));
      await noah.ok(noah.patch("/navigation_views/narrow/is/alerted", { name: "Watched" }));
      expect(await viewsOf(noah)).toEqual([
        { fragment: "inbox", is_pinned: false, name: null },
        { ...ALERTED, is_pinned: false, name: "Watched" },
      ]);
      await noah.ok(noah.delete("/navigation_views/narrow/is/alerted"));
    });
    const type = "navigation_view";
    const { fragment } = ALERTED;
    expect(events).toMatchObject([
      { type, op: "add", navigation_view: ALERTED },
      { type, op: "add", navigation_view: { fragment: "inbox", is_pinned: false, name: null } },
      { type, op: "update", fragment, data: { is_pinned: false } },
      { type, op: "update", fragment, data: { name: "Watched" } },
      { type, op: "remove", fragment },
    ]);
    expect(events?.[2].data).not.toHaveProperty("name");
    expect(other).toEqual([]);
    expect(await viewsOf(mia)).toEqual([]);
  });

  test.each([
    ["no fragment", { is_pinned: true }, "REQUEST_VARIABLE_MISSING: Missing 'fragment' argument"],
    ["an empty fragment", { fragment: "", is_pinned: true }, "BAD_REQUEST: fragment cannot be blank"],
    ["no value for pinning", { fragment: "inbox" }, "REQUEST_VARIABLE_MISSING: Missing 'is_pinned' argument"],
    [
      "a name for a built-in view",
      { fragment: "inbox", is_pinned: true, name: "Mine" },
      "BAD_REQUEST: Built-in views cannot have a custom name",
    ],
    ["no name for a custom view", { ...ALERTED, name: undefined }, "BAD_REQUEST: Custom views must have a name."],
    ["an empty name", { ...ALERTED, name: "" }, "BAD_REQUEST: name cannot be blank"],
  ])("are refused with %s", async (_, view, expected) => {
    const { noah } = await newCast();
    expect(await outcome(add(noah, view))).toBe(expected);
  });

  test("are refused if they exist already, and cannot be changed if they do not exist", async () => {
    const { noah } = await newCast();
    await noah.ok(add(noah, ALERTED));
    await noah.ok(add(noah, { fragment: "inbox", is_pinned: true }));
    expect(await outcome(add(noah, ALERTED))).toBe("BAD_REQUEST: Navigation view already exists.");
    expect(await outcome(noah.patch("/navigation_views/inbox", { name: "Mine" }))).toBe(
      "BAD_REQUEST: Built-in views cannot have a custom name",
    );
    expect(await outcome(noah.patch("/navigation_views/inbox"))).toBe("BAD_REQUEST: Nothing to change");
    const changing = await noah.patch("/navigation_views/recent", { is_pinned: true });
    expect([changing.status, changing.body.code]).toEqual([404, "NOT_FOUND"]);
    const removing = await noah.delete("/navigation_views/recent");
    expect([removing.status, removing.body.code]).toEqual([404, "BAD_REQUEST"]);
    expect(removing.body.msg).toBe("Navigation view does not exist.");
  });
});

describe("onboarding steps", () => {
  const stepsOf = async (who: Person): Promise<string[]> => {
    const state = await who.ok(who.post("/register", { fetch_event_types: ["onboarding_steps"] }));
    expect(state.navigation_tour_video_url).toBeNull();
    // There is no step for the video without a video.
    expect(state.onboarding_steps).not.toContainEqual(expect.objectContaining({ name: "navigation_tour_video" }));
    for (const { type } of state.onboarding_steps) expect(type).toBe("one_time_notice");
    return state.onboarding_steps.map(({ name }: Json) => name);
  };

  test("are returned until they are marked as seen", async () => {
    const { noah, mia } = await newCast();
    const all = await stepsOf(noah);
    expect(all).toContain("visibility_policy_banner");
    const see = () => noah.post("/users/me/onboarding_steps", { onboarding_step: "visibility_policy_banner" });
    const [events] = await eventsDuring([noah], () => noah.ok(see()));
    const left = all.filter((name) => name !== "visibility_policy_banner");
    expect(events?.[0].onboarding_steps.map(({ name }: Json) => name)).toEqual(left);
    await noah.ok(see());
    expect(await stepsOf(noah)).toEqual(left);
    expect(await stepsOf(mia)).toEqual(all);
    expect(await outcome(noah.post("/users/me/onboarding_steps", { onboarding_step: "no_such" }))).toBe(
      "BAD_REQUEST: Unknown onboarding_step: no_such",
    );
  });

  test("of this server's own client are sent only to clients that support them", async () => {
    const { noah } = await newCast();
    const register = async (fields: object) => {
      const client_capabilities = { notification_settings_null: true, ...fields };
      const asked = { event_types: ["onboarding_steps"], fetch_event_types: ["onboarding_steps"], client_capabilities };
      return noah.ok(noah.post("/register", asked));
    };
    const namesIn = ({ onboarding_steps }: Json): string[] =>
      onboarding_steps.map(({ name }: Json) => name).filter((name: string) => name.startsWith("parley_"));
    const own = await register({ parley_onboarding_steps: true });
    const other = await register({});
    expect(namesIn(own)).toEqual(["parley_topic_is_thread", "parley_enter_sends"]);
    expect(namesIn(other)).toEqual([]);
    await noah.ok(noah.post("/users/me/onboarding_steps", { onboarding_step: "parley_enter_sends" }));
    const heard = async ({ queue_id }: Json) => {
      const { events } = await noah.ok(noah.get("/events", { queue_id, last_event_id: -1 }));
      return events.map(namesIn);
    };
    expect(await heard(own)).toEqual([["parley_topic_is_thread"]]);
    expect(await heard(other)).toEqual([[]]);
  });
});

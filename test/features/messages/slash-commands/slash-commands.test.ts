import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const say = async (person: Person, command: string) => (await person.post("/zcommand", { command })).body;

test("a command changes the caller's settings, and the response confirms it", async () => {
  const { noah, mia } = await realm();
  const settings = async () =>
    (await noah.ok(noah.post("/register", { fetch_event_types: ["user_settings"] }))).user_settings;
  for (const [command, setting, value] of [
    ["/dark", "color_scheme", 2],
    ["/light", "color_scheme", 3],
    ["/night", "color_scheme", 2],
    ["/day", "color_scheme", 3],
    ["/fluid-width", "fluid_layout_width", true],
    ["/fixed-width", "fluid_layout_width", false],
  ] as const) {
    const [own, others] = await eventsDuring([noah, mia], async () => {
      const { result, msg } = await say(noah, command);
      expect([result, msg], command).toEqual([
        "success",
        expect.stringMatching(/is on now. Type `\/[a-z-]+` to go back/),
      ]);
    });
    expect(own?.map(({ property, value }: Json) => [property, value])).toEqual([[setting, value]]);
    expect(others).toEqual([]);
    expect((await settings())[setting]).toBe(value);
    const quiet = await eventsDuring([noah], async () => {
      expect((await say(noah, command)).msg).toMatch(/is on already/);
    });
    expect(quiet).toEqual([[]]);
  }
});

test("`/ping` is answered, and unknown commands and text without a slash are refused", async () => {
  const { noah } = await realm();
  expect(await say(noah, "/ping")).toEqual({ result: "success", msg: "" });
  expect((await say(noah, "dark")).msg).toBe("There should be a leading slash in the zcommand.");
  expect((await say(noah, "/dance")).msg).toBe("No such command: dance");
  const { status, body } = await noah.post("/zcommand");
  expect([status, body.code, body.var_name]).toEqual([400, "REQUEST_VARIABLE_MISSING", "command"]);
});

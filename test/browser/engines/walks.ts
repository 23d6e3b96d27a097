import { setTimeout as pause } from "node:timers/promises";
import type { Server } from "../../process/support/launch.ts";
import type { Person } from "../../process/support/person.ts";
import type { Driver } from "./drivers.ts";
import { CONTROL, ENTER, ESCAPE, until, type Walker } from "./walker.ts";

interface Place {
  readonly server: Server;
  readonly ada: Person;
  readonly omar: Person;
  /** A channel that both users are subscribed to. It has a topic "crane". */
  readonly quay: number;
}

type Walk = (walker: Walker, driver: Driver, place: Place) => Promise<void>;

const hasSent = async ({ omar }: Place, text: string): Promise<boolean> => {
  const asked = { anchor: "newest", num_before: 5, num_after: 0 };
  const { messages } = await omar.ok(omar.get("/messages", asked));
  return messages.some(({ content }: { content: string }) => content.includes(text));
};

const administrator: Walk = async (walker, _, { server, ada }) => {
  await walker.step("logging in as an administrator", () => walker.logIn(server.url, ada.email));
  await walker.step("creating a channel", async () => {
    await walker.press([CONTROL, "k"]);
    await walker.sees("combobox", /Jump or search/);
    await walker.type("Create a channel");
    await walker.sees("chosen option", /^Create a channel/);
    await walker.press(ENTER);
    await walker.focus("textbox", /^Name/);
    await walker.type("harbour office");
    await walker.press(ENTER);
    await walker.sees("heading", /^harbour office/);
  });
  await walker.step("changing a rule of the organization", async () => {
    await walker.go("#organization/organization-permissions");
    await walker.focus("switch", /^Require unique names/);
    await walker.tap("switch", /^Require unique names/);
    const isSaved = async () => {
      const state = await ada.ok(ada.post("/register", { event_types: [], fetch_event_types: ["realm"] }));
      return state.realm_require_unique_names === true;
    };
    await until("the rule is not saved", isSaved);
  });
};

const phone: Walk = async (walker, driver, place) => {
  await driver.resize(390, 844);
  await walker.step("logging in on a phone", () => walker.logIn(place.server.url, place.omar.email));
  await walker.step("to a topic by the bar at the bottom", async () => {
    await walker.tap("button", /^Channels$/);
    await walker.tap("link", /^quay/);
    await walker.sees("heading", /^quay/);
    await walker.tap("link", /crane/);
    await walker.sees("heading", /^crane/);
    await walker.sees("button", /^Back$/);
  });
  await walker.step("writing on a phone", async () => {
    await walker.focus("textbox", /^Message #quay/);
    await walker.type("From the deck.");
    await walker.tap("button", /^Send/);
    await until("the message does not arrive", () => hasSent(place, "From the deck."));
    const [wide, seen] = (await driver.run("return [document.documentElement.scrollWidth, innerWidth]")) as [
      number,
      number,
    ];
    if (wide > seen) throw new Error(`the page is ${wide} px wide and ${seen} px are seen`);
  });
};

/** This walk is last, because it stops the server. */
const reader: Walk = async (walker, driver, place) => {
  const { server, omar, quay } = place;
  await walker.step("logging in", () => walker.logIn(server.url, omar.email));
  await walker.step("from the inbox to a topic", async () => {
    await walker.go("#inbox");
    await walker.focus("link", /crane/);
    await walker.press(ENTER);
    await walker.sees("heading", /^crane/);
    await walker.sees("article", /The hook turns|Owner|.+/);
  });
  await walker.step("writing", async () => {
    await walker.focus("textbox", /^Message #quay/);
    await walker.type("It holds now.");
    await walker.press([CONTROL, ENTER]);
    await walker.press(ESCAPE);
    await until("the message does not arrive", () => hasSent(place, "It holds now."));
  });
  await walker.step("reacting", async () => {
    // The message just written has no actions until its event arrives.
    await walker.focus("article", /^Owner/);
    await walker.press(":");
    await walker.sees("combobox", /Find an emoji/);
    await walker.type("tada");
    await walker.sees("chosen option", /^tada/);
    await walker.press(ENTER);
    await walker.sees("button", /^tada/);
  });
  await walker.step("searching", async () => {
    await walker.press(ESCAPE, "/");
    await walker.sees("combobox", /Search/);
    await walker.type("hook");
    await walker.press(ENTER);
    await walker.sees("heading", /Search: .*hook/);
    await walker.sees("article", /.+/);
  });
  await walker.step("settings", async () => {
    await walker.go("#settings/preferences");
    await walker.sees("heading", /^Preferences|^Settings/);
    await walker.sees("combobox", /Language|Theme|.+/);
  });
  await walker.step("loading again without the server", async () => {
    await walker.go(`#narrow/channel/${quay}-quay/topic/crane`);
    await walker.sees("heading", /^crane/);
    await until(
      "no service worker",
      async () => (await driver.run("return !!navigator.serviceWorker?.controller")) === true,
    );
    await pause(2000);
    await server.stop();
    await driver.run("location.reload(); return true").catch(() => undefined);
    await pause(1000);
    await walker.sees("heading", /^crane/);
    await walker.sees("article", /.+/);
    await walker.sees("status", /The server isn.t responding/);
  });
};

export const walks: readonly Walk[] = [administrator, phone, reader];

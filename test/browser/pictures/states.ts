import type { Page } from "playwright-core";
import { named } from "./named.ts";
import { channel, direct, type PictureOf, topic } from "./screens.ts";

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Clicks elements. Finds them by class, which works in every language. */
const click =
  (...selectors: string[]) =>
  async (page: Page) => {
    for (const selector of selectors) await page.locator(selector).click();
  };

/** Creates a bot that runs on the server, and tries an example with it, so that the bot's page has content. */
const tryProgram = async (page: Page) => {
  await page.getByRole("button", { name: named("New bot") }).click();
  await page
    .getByRole("textbox", { name: named("Name") })
    .first()
    .fill("Gull");
  await page.getByRole("radio", { name: named("Runs on the server") }).check();
  await page.getByRole("button", { name: named("Create bot") }).press("Enter");
  await page.getByRole("combobox", { name: named("Start from an example") }).selectOption("echo");
  await page.getByRole("textbox", { name: named("Message to the bot") }).fill("Is anyone there?");
  await page.getByRole("button", { name: named("Run program") }).press("Enter");
  await page
    .getByRole("region", { name: named("Replies") })
    .getByText("Is anyone there?")
    .waitFor();
};

const LAST = ".feed-row:last-child .message";
const WRITE = ".composer textarea";

const hover = async (page: Page) => {
  await page.locator(LAST).hover();
  await page.locator(`${LAST}-toolbar`).waitFor();
};

const onLast =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.locator(LAST).click({ position: { x: 300, y: 10 } });
    await press(...keys)(page);
  };

const type = (text: string) => async (page: Page) => {
  await page.locator(WRITE).fill("");
  await page.locator(WRITE).pressSequentially(text);
};

/** Taps with a finger. */
const tap = (selector: string) => (page: Page) => page.locator(selector).tap();

const both =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Fakes the check of the code: with a real one, Iris would need a code at her next login. */
const withAnyCode = async (page: Page) => {
  const recovery_codes = Array.from({ length: 10 }, (_, number) => `${number}k3p-7q${number}m-x${number}wd`);
  await page.route("**/json/users/me/second_factor/confirm", (route) =>
    route.fulfill({ json: { result: "success", msg: "", recovery_codes } }),
  );
};
const setUpSecondFactor = async (page: Page) => {
  await page.locator(".setting-group >> nth=2").getByRole("button").click();
  await page.locator(".second-factor-qr").waitFor();
};

/** Records a voice message with a fake microphone that produces a wavering tone. */
const record = async (page: Page) => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext();
      const [tone, waver] = [audio.createOscillator(), audio.createOscillator()];
      const [loudness, depth] = [audio.createGain(), audio.createGain()];
      const microphone = audio.createMediaStreamDestination();
      waver.frequency.value = 0.7;
      depth.gain.value = 0.4;
      loudness.gain.value = 0.42;
      waver.connect(depth).connect(loudness.gain);
      tone.connect(loudness).connect(microphone);
      tone.start();
      waver.start();
      return microphone.stream;
    };
  });
  await page.keyboard.press("Control+Shift+M");
  await page.getByRole("timer").filter({ hasText: "0:04" }).waitFor();
};

const PHONE = [320, 360, 390];
const WIDE = [820, 1024, 1440];

const CRANE = topic("operations", "Crane 4 maintenance");
const LAYLA = topic("general", "Welcome, Layla!");
const SHIP = topic("reading", "The Ship that Stayed");

/** Screens in particular states. They are only used for pictures. */
export const states: readonly PictureOf[] = [
  { name: "on-hover", at: CRANE, act: hover },
  { name: "on-menu", at: CRANE, act: both(hover, click(`${LAST}-toolbar [aria-haspopup=menu]`)) },
  { name: "on-menu-own", at: LAYLA, act: onLast("ArrowUp", "i") },
  { name: "on-reaction", at: CRANE, act: onLast(":") },
  { name: "on-edit", at: direct("max"), act: onLast("e") },
  { name: "on-person", at: CRANE, act: click(".feed-row:last-child .message-face") },
  { name: "on-image", at: CRANE, act: click(".message_inline_image img, .content img >> nth=0") },
  { name: "write", at: CRANE, act: type("Berth 3 is yours until 12:30. I told the *Aurelia*") },
  {
    name: "write-long",
    at: CRANE,
    act: type("Berth 3 is yours until 12:30.\n\nI told the *Aurelia*, and everybody else:\n\n"),
  },
  { name: "write-complete", at: CRANE, act: type("Thanks @te") },
  { name: "write-emoji", at: CRANE, act: click(".composer-bar button >> nth=1") },
  { name: "write-quote", at: CRANE, act: onLast(">") },
  { name: "write-preview", at: CRANE, act: both(type("**Berth 3** is `yours`"), press("Alt+p")) },
  { name: "write-warning", at: CRANE, act: type("@**all** berth 3 is closed ") },
  { name: "write-target", at: CRANE, act: click(".composer-to button >> nth=0") },
  { name: "write-formats", at: CRANE, act: click(".composer-bar [aria-haspopup=menu] >> nth=0") },
  { name: "write-later", at: CRANE, act: both(type("Good morning!"), click(".composer-send-more")) },
  { name: "write-voice", at: CRANE, act: both(click(WRITE), record), isCutOnPurpose: true },
  { name: "write-direct", at: "#inbox", act: press("x") },
  { name: "write-topic", at: "#inbox", act: press("c") },
  { name: "write-elsewhere", at: SHIP, act: both(press("c"), type("Hello")) },
  { name: "details-people", at: CRANE, act: press("l") },
  { name: "details-channel", at: "#channels/5/operations", act: async () => undefined },
  { name: "my-menu", at: "#inbox", act: press("g") },
  { name: "topic-menu", at: channel("operations"), act: click(".conversation-tools button >> nth=0"), widths: WIDE },
  { name: "channel-feed", at: channel("general"), act: press("S") },
  { name: "palette-text", at: "#inbox", act: both(press("Control+k"), (page) => page.keyboard.type("crane")) },
  { name: "palette-nothing", at: "#inbox", act: both(press("Control+k"), (page) => page.keyboard.type("zeppelin")) },
  { name: "search-text", at: "#inbox", act: both(press("/"), (page) => page.keyboard.type("is:")) },
  { name: "search-chips", at: "#narrow/channel/5/search/crane/is/starred" },
  { name: "channels-hidden", at: "#channels/notsubscribed" },
  { name: "settings-end", at: "#settings", act: press("End") },
  {
    name: "device-link",
    at: "#settings/devices",
    act: click(".settings-actions button >> nth=0", ".second-factor-qr"),
  },
  { name: "second-factor", at: "#settings/login-security", act: setUpSecondFactor },
  {
    name: "recovery-codes",
    at: "#settings/login-security",
    act: async (page) => {
      await withAnyCode(page);
      await setUpSecondFactor(page);
      await page.locator("dialog input").fill("123456");
      await page.keyboard.press("Enter");
      await page.locator(".recovery-codes").waitFor();
    },
  },
  { name: "group-role", at: "#groups", act: click(".choice-option >> nth=1", ".group-link >> nth=0") },
  {
    name: "permission-people",
    at: "#organization/organization-permissions",
    act: async (page) => {
      await page.locator("select").first().selectOption("chosen");
      await page.locator(".pill-typed").first().fill("te");
    },
  },
  { name: "inbox-focus", at: "#inbox", act: press("j", "j") },
  {
    name: "offline",
    // The message is sent later, and is then the last of its topic.
    at: SHIP,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.waitForTimeout(1500);
      await type("Kept until there is a network again")(page);
      await page.keyboard.press("Control+Enter");
      await page.waitForTimeout(500);
    },
  },
  { name: "undo", at: "#inbox", act: press("j", "e") },
  { name: "read", at: "#inbox", act: click(".place-tools button") },
  { name: "bar-channels", at: "#inbox", act: click(".shell-tab >> nth=1"), widths: PHONE },
  { name: "bar-directs", at: "#inbox", act: click(".shell-tab >> nth=3"), widths: PHONE },
  { name: "press-message", at: CRANE, act: tap(".feed-row:last-child .message-text"), widths: PHONE },
  { name: "press-topics", at: channel("operations"), act: tap(WRITE), widths: PHONE },
  {
    name: "press-copy",
    at: CRANE,
    act: both(click(".place-tools [aria-haspopup=menu]"), click("[role=menuitem] >> nth=1")),
    widths: PHONE,
  },
  { name: "direct-empty", at: direct("layla") },
  { name: "login-refused", at: "/login/", of: null, act: refusedLogin },
  { name: "forgotten", at: "/accounts/password/reset/", of: null },
  {
    name: "new",
    at: "/login/",
    of: null,
    act: async (page) => {
      const { port } = new URL(page.url());
      await page.goto(`http://shipyard.localhost:${port}/new/`);
    },
  },
  { name: "no-invitation", at: "/join/aaaaaaaaaaaaaaaaaaaaaaaa/", of: null },
  { name: "settings-program", at: "#settings/your-bots", act: tryProgram, of: "founder" },
];

async function refusedLogin(page: Page): Promise<void> {
  await page.locator("input[type=email], input[name=username]").first().fill("iris@example.com");
  await page.locator("input[type=password]").first().fill("wrong");
  await page.locator("input[type=password]").first().press("Enter");
  await page.waitForTimeout(600);
}

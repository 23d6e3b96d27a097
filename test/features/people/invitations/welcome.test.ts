import { expect, test } from "vitest";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";

const MAIL = "nina@example.org";

/** The welcome bot's messages after its introduction, to a user who accepts an invitation with these fields. */
async function customWelcome(by: Person, fields: Fields): Promise<string[]> {
  await by.ok(by.post("/invites", { invitee_emails: MAIL, stream_ids: [], ...fields }));
  await visitPage(by.host, await linkInMailTo(by, MAIL), { full_name: "Nina New", password: PASSWORD });
  const { api_key } = await by.ok(new Person(by.host, "", "").post("/dev_fetch_api_key", { username: MAIL }));
  const nina = new Person(by.host, MAIL, api_key);
  const query = { anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: false };
  const { messages } = await nina.ok(nina.get("/messages", query));
  const [introduction, ...rest] = messages;
  expect(introduction.sender_full_name).toBe("Welcome Bot");
  for (const message of rest) expect(message.sender_id).toBe(introduction.sender_id);
  return rest.map(({ content }: Json) => content);
}

test("[4.12] a new user gets the custom text of an administrator's invitation, with mentions visible to them", async () => {
  const { omar } = await realm();
  expect(await customWelcome(omar, { welcome_message_custom_text: "Read #**general** **first**." })).toEqual([
    "Read #**general** **first**.",
  ]);
});

test.each([
  [{}, ["Of the house."]],
  [{ welcome_message_custom_text: "null" }, ["Of the house."]],
  [{ welcome_message_custom_text: null }, ["Of the house."]],
  [{ welcome_message_custom_text: "" }, []],
  [{ welcome_message_custom_text: "x".repeat(8000) }, ["x".repeat(8000)]],
])(
  "[4.12] an invitation without a text sends the organization's welcome text, and one with an empty text sends none: %#",
  async (fields, expected) => {
    const { iris } = await realm();
    await iris.ok(iris.patch("/realm", { welcome_message_custom_text: "Of the house." }));
    expect(await customWelcome(iris, fields)).toEqual(expected);
  },
);

test("[4.12] the custom text of an inviter who is not an administrator is ignored", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch("/realm", { welcome_message_custom_text: "Of the house." }));
  expect(await customWelcome(noah, { welcome_message_custom_text: "Mine." })).toEqual(["Of the house."]);
});

test("[users 9] administrators can send themselves the welcome message", async () => {
  const { iris, omar } = await realm();
  const route = "/realm/test_welcome_bot_custom_message";
  for (const person of [iris, omar]) {
    const queue = await person.queue({ apply_markdown: true });
    const { message_id } = await person.ok(person.post(route, { welcome_message_custom_text: "Hello **you**" }));
    const [event] = (await queue.events()).filter(({ type }) => type === "message");
    expect(event.message).toMatchObject({
      id: message_id,
      type: "private",
      sender_full_name: "Welcome Bot",
      content: "<p>Hello <strong>you</strong></p>",
    });
  }
  expect((await iris.post(route)).body.code).toBe("REQUEST_VARIABLE_MISSING");
  expect((await iris.post(route, { welcome_message_custom_text: "x".repeat(8001) })).body.msg).toBe(
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  );
  expect((await iris.post(route, { welcome_message_custom_text: " " })).body.msg).toBe("Message must not be empty");
});

test("[users 9] a welcome email tells new users where to log in, unless the organization disabled it", async () => {
  const { iris } = await realm();
  await customWelcome(iris, {});
  const letter = (await mailsTo(iris, MAIL, 2)).find(({ subject }: Json) => subject.startsWith("Welcome to"));
  expect(letter.text).toContain(`Log in with ${MAIL}.`);
  const other = await realm();
  await other.iris.ok(other.iris.patch("/realm", { send_welcome_emails: false }));
  await customWelcome(other.iris, {});
  // A later email has arrived, so the welcome email was not sent.
  await other.iris.ok(new Person(other.host, "", "").post("/password_reset", { email: MAIL }));
  const subjects = (await mailsTo(other.iris, MAIL, 2)).map(({ subject }: Json) => subject);
  expect(subjects.some((subject: string) => subject.startsWith("Welcome to"))).toBe(false);
});

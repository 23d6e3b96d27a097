import { expect, test } from "vitest";
import { mailsTo } from "../../../support/mail.ts";
import { withConfig } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

const MAIL = "noah@example.com";

/** The emails sent so far. They are sent in order, so after a later one has arrived no earlier one is pending. */
async function mailsSent({ iris, gus }: Cast): Promise<Json[]> {
  await iris.ok(iris.delete(`/users/${gus.id}`, { deactivation_notification_comment: "" }));
  await mailsTo(iris, gus.email);
  return mailsTo(iris, MAIL, 0);
}

test.each([
  ["nothing", {}, 0],
  ["null", { deactivation_notification_comment: null }, 0],
  ["no comment", { deactivation_notification_comment: "" }, 1],
  ["a comment", { deactivation_notification_comment: "Farewell!\n\nAnd <thank> you." }, 1],
])(
  "[users 4.1] deactivation emails the user only if the request has a comment, even an empty one: %s",
  async (_, fields, count) => {
    const cast = await realm();
    const { omar, noah } = cast;
    await omar.ok(omar.delete(`/users/${noah.id}`, fields));
    const letters = await mailsSent(cast);
    expect(letters).toHaveLength(count);
    const [letter] = letters;
    if (letter === undefined) return;
    expect(letter.subject).toBe("Your account in Test has been deactivated");
    expect(letter.text).toContain("Omar Example deactivated your account in Test");
    const comment = "deactivation_notification_comment" in fields && fields.deactivation_notification_comment;
    expect(letter.text.includes("writes:")).toBe(Boolean(comment));
    if (comment) expect(letter.text).toContain(comment);
  },
);

test("[users 4.1] deactivation is refused with a comment that is too long", async () => {
  const { omar, noah } = await realm();
  const comment = (length: number) => ({ deactivation_notification_comment: "é".repeat(length) });
  expect((await omar.delete(`/users/${noah.id}`, comment(2001))).body).toMatchObject({
    code: "BAD_REQUEST",
    msg: "deactivation_notification_comment is too long (limit: 2000 characters)",
  });
  await noah.ok(noah.get("/users/me"));
  await omar.ok(omar.delete(`/users/${noah.id}`, comment(2000)));
});

test("an account is deactivated even if the server cannot send email", async () => {
  const cast = await realm();
  const { omar, noah } = cast;
  await withConfig(omar, { mail: "none" }, async () => {
    await omar.ok(omar.delete(`/users/${noah.id}`, { deactivation_notification_comment: "Farewell!" }));
  });
  expect(await mailsSent(cast)).toEqual([]);
});

test("[users 4.1] deactivating one's own account sends no email", async () => {
  const cast = await realm();
  const { noah, mia, bot } = cast;
  const fields = { deactivation_notification_comment: "Farewell!" };
  const left = await noah.ok(noah.delete("/users/me", fields));
  expect(left.ignored_parameters_unsupported).toEqual(["deactivation_notification_comment"]);
  const helper = await bot(mia);
  const ended = await mia.ok(mia.delete(`/bots/${helper.id}`, fields));
  expect(ended.ignored_parameters_unsupported).toEqual(["deactivation_notification_comment"]);
  expect(await mailsSent(cast)).toEqual([]);
});

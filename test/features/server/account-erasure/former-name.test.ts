import { expect, test } from "vitest";
import { withNewName, withNewNameUnsent } from "../../../../src/features/server/account-erasure/former-name.ts";

const of = (id: number, name: string, silent = false) =>
  `<span class="user-mention${silent ? " silent" : ""}" data-user-id="${id}">${silent ? "" : "@"}${name}</span>`;
const NEW = "Deleted user 12";

test.each([
  ["a mention", "hi @**Ann**", `hi ${of(12, "Ann")}`, `hi @**${NEW}|12**`, `hi ${of(12, NEW)}`],
  [
    "a silent mention",
    "@_**Ann|12** said",
    `${of(12, "Ann", true)} said`,
    `@_**${NEW}|12** said`,
    `${of(12, NEW, true)} said`,
  ],
  ["a mention in another case", "@**aNN**", of(12, "Ann"), `@**${NEW}|12**`, of(12, NEW)],
  ["a mention by ID only", "@**|12**", of(12, "Ann"), `@**${NEW}|12**`, of(12, NEW)],
  ["a name with HTML characters", "@**A & B**", of(12, "A &amp; B"), `@**${NEW}|12**`, of(12, NEW)],
  [
    "not a mention of someone else",
    "@**Ben** @**Ann|13**",
    of(7, "Ben") + of(13, "Ann"),
    "@**Ben** @**Ann|13**",
    of(7, "Ben") + of(13, "Ann"),
  ],
  [
    "not a mention of a namesake without an ID",
    "@**Ann** @**Ann|12**",
    of(7, "Ann") + of(12, "Ann"),
    `@**Ann** @**${NEW}|12**`,
    of(7, "Ann") + of(12, NEW),
  ],
])("an erased user is renamed in a stored text: %s", (_, content, html, newContent, newHtml) => {
  expect(withNewName({ content, html }, { user: 12, name: NEW })).toEqual({ content: newContent, html: newHtml });
});

test("an erased user is renamed in an unsent text by id, and by name if no one else has it", () => {
  const text = "@**Ann** @_**ann** @**Ann|12** @**Ann|13** @**Ben** Ann";
  const about = { user: 12, name: NEW };
  const mention = `@**${NEW}|12**`;
  expect(withNewNameUnsent(text, about, "Ann")).toBe(`${mention} @_**${NEW}|12** ${mention} @**Ann|13** @**Ben** Ann`);
  expect(withNewNameUnsent(text, about, null)).toBe(`@**Ann** @_**ann** ${mention} @**Ann|13** @**Ben** Ann`);
});

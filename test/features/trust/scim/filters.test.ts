import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import { connect } from "./directory.ts";

/** Letters whose case SQLite doesn't fold, each with a single uppercase letter. */
const letters = (count: number) =>
  [...Array(2000).keys()]
    .map((offset) => String.fromCodePoint(0xe0 + offset))
    .filter((letter) => letter.toUpperCase() !== letter && [...letter.toUpperCase()].length === 1)
    .slice(0, count)
    .join("");

const times = (count: number, condition: string, between = " or ") => Array(count).fill(condition).join(between);
const nested = (count: number, inner: string) => `${"not (".repeat(count)}${inner}${")".repeat(count)}`;

test("[security 20.8] a filter of any size is answered or rejected, and never causes a server error", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  const group = await directory.group("Tea", String(noah.id));
  const find = async (kind: "Users" | "Groups", filter: string) => {
    const { status, body } = await directory.post(`/${kind}/.search`, { filter });
    return status === 200 ? status : body.scimType;
  };
  const named = (count: number, operator = "eq") => `displayName ${operator} "${letters(count)}"`;
  const given = (count: number, operator = "ew") => `name.givenName ${operator} "${letters(count)}"`;
  expect(letters(400)).toHaveLength(400);
  for (const kind of ["Users", "Groups"] as const) {
    expect(await find(kind, named(40))).toBe(200);
    for (const count of [41, 85, 110, 400]) expect(await find(kind, named(count))).toBe("invalidFilter");
    // The deepest conditions with the most letters.
    expect(await find(kind, times(40, 'displayName co "a"'))).toBe(200);
    expect(await find(kind, times(41, 'displayName co "a"'))).toBe("invalidFilter");
    expect(await find(kind, `${named(40, "ew")} or ${times(39, "displayName pr")}`)).toBe(200);
    expect(await find(kind, nested(20, `${named(40, "ew")} or ${times(20, "displayName pr")}`))).toBe(200);
    expect(await find(kind, nested(20, `${named(40, "ew")} or ${times(21, "displayName pr")}`))).toBe("invalidFilter");
    expect(await find(kind, nested(21, named(1)))).toBe("invalidFilter");
  }
  expect(await find("Users", `${given(40)} or ${times(39, "name.givenName pr")}`)).toBe(200);
  expect(await find("Users", nested(20, `${times(20, "name.givenName pr")} or ${given(40)}`))).toBe(200);
  expect(await find("Users", times(40, 'name.givenName ew "a"'))).toBe(200);
  // The longest statements.
  expect(await find("Users", times(10, given(40)))).toBe(200);
  expect(await find("Users", times(40, given(40)))).toBe("invalidFilter");
  for (let count = 11; count < 40; count += 3) {
    expect([200, "invalidFilter"]).toContain(await find("Users", times(count, given(40))));
  }

  const patch = async (path: string, filter: string) => {
    const { status, body } = await directory.patch(path, { op: "remove", path: filter });
    return status < 300 ? 200 : body.scimType;
  };
  const [user, tea] = [`/Users/${noah.id}`, `/Groups/${group.id}`];
  expect(await patch(user, `emails[${nested(20, `value eq "${letters(400)}"`)}].display`)).toBe(200);
  expect(await patch(user, `emails[${times(41, 'value eq "a"')}].display`)).toBe("invalidFilter");
  expect(await patch(user, `emails[${nested(200, 'value eq "a"')}].display`)).toBe("invalidFilter");
  expect(await patch(tea, `members[${times(40, `value eq "${letters(100)}"`)}]`)).toBe(200);
  expect(await patch(tea, `members[${times(41, 'value eq "7"')}]`)).toBe("invalidFilter");
  expect(await patch(tea, `members[${nested(200, 'value eq "7"')}]`)).toBe("invalidFilter");
});

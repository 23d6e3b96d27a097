import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import { connect } from "./directory.ts";

/** Values that can't be converted to text, because they have a `toString` that isn't a function. */
const ODD: readonly unknown[] = [
  { toString: "x" },
  { toString: null, valueOf: null },
  [{ toString: 1 }],
  [[{ toString: 1 }]],
];
const ODD_VALUES = [
  ...ODD,
  ...ODD.flatMap((value) => ["value", "type", "primary", "$ref"].map((name) => [{ value: "1", [name]: value }])),
];

test("[security 20.8] values that can't be converted to text are refused or ignored in every field", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  const { id: group } = await directory.group("Tea", String(noah.id));
  const { body: ann } = await directory.post("/Users", { userName: "ann@example.com" });
  const [user, users] = [`/Users/${ann.id}`, { userName: "ann@example.com" }];
  const failed: unknown[] = [];
  const send = async (method: string, path: string, body: object) => {
    const { status } = await directory.send(method, path, body);
    if (status >= 500) failed.push([method, path, JSON.stringify(body), status]);
  };
  for (const odd of ODD_VALUES) {
    for (const name of ["active", "displayName", "emails", "roles", "locale", "manager", "name", "externalId", "id"])
      for (const method of ["PUT", "PATCH"])
        await send(
          method,
          user,
          method === "PUT" ? { ...users, [name]: odd } : { Operations: [{ op: "replace", path: name, value: odd }] },
        );
    for (const op of ["add", "replace", "remove"])
      for (const path of ["members", "members.value", "id", "displayName"])
        await send("PATCH", `/Groups/${group}`, { Operations: [{ op, path, value: odd }] });
    for (const target of [user, `/Groups/${group}`])
      await send("PATCH", target, { Operations: [{ op: odd, path: "displayName", value: "Tea" }] });
    for (const name of ["startIndex", "count", "attributes", "excludedAttributes", "filter", "sortBy"])
      for (const kind of ["Users", "Groups"]) await send("POST", `/${kind}/.search`, { [name]: odd });
  }
  expect(failed).toEqual([]);
});

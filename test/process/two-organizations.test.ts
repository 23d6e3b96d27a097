import { expect, test } from "vitest";
import { fillOrganization, SECRET } from "./support/filled-organization.ts";
import { foreignIdRequests } from "./support/foreign-id-requests.ts";
import { operationsOf, request, send, spoilsTests } from "./support/operations.ts";
import { foundOrganization, type Json, ownerOf, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { shared } from "./support/server.ts";

const common = shared({ args: ["--rate-limits", "off", "--test-hooks"] });

test("nothing in an organization can be reached, seen or changed from another organization", async () => {
  const server = await common();
  const founder = await foundOrganization(server, "theirs");
  // The message that shows a board follows it at most once a minute.
  await founder.ok(founder.post("/testing/clock", { stop: true }));
  const theirs = await fillOrganization(founder);
  const ours = await foundOrganization(server, "ours");
  const before = await snapshot(theirs.owner);
  const { queue_id, last_event_id } = theirs;

  const operations = (await operationsOf(ours)).filter((operation) => !spoilsTests(operation));
  const random = new Random(1);
  const reached: unknown[] = [];
  let asked = 0;
  for (const operation of operations) {
    for (const { variables, fields } of foreignIdRequests(operation, theirs.ids, random)) {
      const each = request(operation, variables, fields);
      const { status, body } = await send(ours, each);
      asked += 1;
      const saidSecret = JSON.stringify(body).includes(SECRET);
      const foundIt = operation.variables.some(({ name }) => name.endsWith("_id")) && status === 200;
      if (saidSecret || foundIt || status >= 500) reached.push({ ...each, status, body });
    }
  }
  expect(reached).toEqual([]);
  expect(asked).toBeGreaterThan(operations.length);

  expect(await snapshot(theirs.owner)).toEqual(before);
  const { events } = await theirs.owner.ok(theirs.owner.get("/events", { queue_id, last_event_id, dont_block: true }));
  expect(events).toEqual([]);
});

test("an API key is valid in its own organization only", async () => {
  const server = await common();
  const [one, other] = [await foundOrganization(server, "one"), await foundOrganization(server, "other")];
  const root = await ownerOf(server);
  for (const [person, host] of [
    [one, other.host],
    [other, one.host],
    [one, root.host],
    [root, one.host],
  ] as const) {
    const astray = new Person(person.url, person.email, person.key, person.id, host);
    for (const path of ["/users/me", "/messages", "/streams"]) {
      expect(await astray.get(path)).toMatchObject({ status: 401, body: { code: "INVALID_API_KEY" } });
    }
    expect(await astray.post("/register")).toMatchObject({ status: 401 });
  }
  const nobody = new Person(one.url, one.email, one.key, one.id, one.host.replace("one", "none"));
  expect(await nobody.get("/users/me")).toMatchObject({ status: 404, body: { code: "NONEXISTENT_SUBDOMAIN" } });
});

/** Everything that an organization's owner gets, except what differs in each registration. */
async function snapshot(owner: Person): Promise<Json> {
  const state = await owner.ok(owner.post("/register"));
  const { messages } = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 1000, num_after: 0 }));
  for (const changing of ["queue_id", "last_event_id", "server_timestamp"]) delete state[changing];
  return { state, messages };
}

import type { Browser } from "../../../support/browser.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, OWNER_PASSWORD } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { downloadWhenDone, membersOf, textOf } from "../personal-data-export/read-own-export.ts";

export const PATH = "/compliance_exports";
export const exportsOf = async (browser: Browser) => (await succeeds(browser.ask("GET", PATH))).exports;
export const pendingOnes = async (browser: Browser) =>
  (await exportsOf(browser)).map((one: Json) => ({
    ...one,
    pending: one.state === "running" || one.state === "waiting",
  }));

/** Starts an export as an owner, and reads its archive members and messages when it is ready. */
export async function exported(browser: Browser, fields: Json) {
  await succeeds(browser.ask("POST", PATH, { reason: "case 7", ...fields }));
  const members = await membersOf(await downloadWhenDone(browser, () => pendingOnes(browser)));
  const messages = [...members.keys()]
    .filter((name) => name.startsWith("messages-"))
    .sort()
    .flatMap((name) => linesOf(members, name));
  return { members, messages };
}
export const linesOf = (members: ReadonlyMap<string, Uint8Array>, name: string): Json[] =>
  textOf(members, name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

export async function channelOf(
  maker: Person,
  name: string,
  people: readonly Person[],
  fields: Json = {},
): Promise<number> {
  const principals = people.map(({ id }) => id);
  await maker.ok(maker.post("/users/me/subscriptions", { subscriptions: [{ name }], principals, ...fields }));
  return (await maker.ok(maker.get("/get_stream_id", { stream: name }))).stream_id;
}
export const say = async (by: Person, to: number | number[], content: string): Promise<number> => {
  const where = typeof to === "number" ? { type: "channel", to, topic: "tea" } : { type: "direct", to };
  return (await by.ok(by.post("/messages", { ...where, content }))).id;
};
/** Makes a user an owner, and waits for the week until they can confirm exports. */
export async function makeSecondOwner({ iris }: Cast, { id }: Person): Promise<void> {
  await iris.ok(iris.patch(`/users/${id}`, { role: 100 }));
  await advanceClock(iris, 8 * 86_400_000);
}
export const ownerOf = ({ host, iris }: Cast) => logIn(host, iris.email, OWNER_PASSWORD);

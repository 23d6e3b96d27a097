import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { element, elementsIn, firstElement, octets, sequence } from "../../../src/cli/ldap-sync/ldap/ber.ts";
import { type Entry, LdapConnection, type Search } from "../../../src/cli/ldap-sync/ldap/connection.ts";
import { filterBytes } from "../../../src/cli/ldap-sync/ldap/filter.ts";
import { portOf } from "../support/port-of.ts";
import { hasSlapd, LIMITED, slapd } from "./support/slapd.ts";
import { Answering, StandIn } from "./support/stand-in.ts";
import { type Attributes, BASE, dnOf, GROUPS, group, PEOPLE, person, READER } from "./support/tree.ts";

// Recorded responses of OpenLDAP, which the stand-in is compared with. `PARLEY_RECORD=1` records them again if slapd is
// installed.

const FILE = join(import.meta.dirname, "recorded", "slapd.json");

/** The added entries, and each request with its responses, in hexadecimal. */
interface Recorded {
  readonly uuids: Readonly<Record<string, string>>;
  readonly exchanges: readonly (readonly [request: string, answers: readonly string[]])[];
}

const ENTRIES: readonly (readonly [string, Attributes])[] = [
  [
    `cn=limited,${BASE}`,
    { objectClass: ["organizationalRole", "simpleSecurityObject"], cn: "limited", userPassword: LIMITED.password },
  ],
  ...Array.from({ length: 5 }, (_, index) => [dnOf(`p${index}`), person(`p${index}`, "Zoë", `Lee ${index}`)] as const),
  [dnOf("out"), { ...person("out", "Ann", "Lee"), pwdAccountLockedTime: "000001010000Z" }],
  [`cn=all,${GROUPS}`, group("all", ...[0, 1, 2, 3, 4].map((index) => dnOf(`p${index}`)))],
];

/** Makes every kind of request that the command makes. */
async function ask(port: number, name: string): Promise<void> {
  const open = () =>
    LdapConnection.open({
      url: new URL(`ldap://127.0.0.1:${port}`),
      startsTls: false,
      authorities: undefined,
      timeoutMs: 200_000,
    });
  const refused = async (work: Promise<unknown>) =>
    expect(
      await work.then(
        () => "done",
        () => "refused",
      ),
      name,
    ).toBe("refused");
  const all = async (connection: LdapConnection, pageSize: number, search: Partial<Search>) => {
    const wanted = {
      base: PEOPLE,
      scope: "sub",
      filter: filterBytes("(objectClass=inetOrgPerson)"),
      attributes: ["mail"],
    } as const;
    const found: Entry[] = [];
    for await (const entry of connection.search({ ...wanted, ...search }, pageSize)) found.push(entry);
    return found.length;
  };
  const stranger = await open();
  await refused(stranger.bind(READER.dn, "wrong"));
  await refused(stranger.bind(`cn=nobody,${BASE}`, READER.password));
  stranger.close();
  const reader = await open();
  await reader.bind(READER.dn, READER.password);
  const attributes = ["entryUUID", "mail", "displayName", "cn", "telephoneNumber"];
  for (const pageSize of [2, 3, 500]) expect(await all(reader, pageSize, { attributes })).toBe(6);
  const disabled = "(&(objectClass=inetOrgPerson)(pwdAccountLockedTime=000001010000Z))";
  expect(await all(reader, 500, { filter: filterBytes(disabled), attributes: ["entryUUID"] })).toBe(1);
  expect(await all(reader, 500, { filter: filterBytes("(|(uid=p1)(uid=p2)(!(sn=*)))") })).toBe(3);
  const groups = {
    base: GROUPS,
    filter: filterBytes("(objectClass=groupOfNames)"),
    attributes: ["entryUUID", "cn", "member"],
  };
  expect(await all(reader, 500, groups)).toBe(1);
  expect(
    await all(reader, 500, { base: `cn=all,${GROUPS}`, scope: "base", filter: filterBytes("(objectClass=*)") }),
  ).toBe(1);
  expect(await all(reader, 500, { filter: filterBytes("(mail=none@example.org)") })).toBe(0);
  await refused(all(reader, 500, { base: `ou=none,${PEOPLE}` }));
  reader.close();
}

/** Forwards connections to a port, and records the traffic. */
async function recording(port: number): Promise<{ port: number; exchanges: [string, string[]][] }> {
  const exchanges: [string, string[]][] = [];
  const messages = (socket: Socket, take: (message: string) => void) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (let next = firstElement(rest); next !== undefined; next = firstElement(rest)) {
        take(rest.subarray(0, next.end).toString("hex"));
        rest = rest.subarray(next.end);
      }
    });
  };
  const server = createServer((socket) => {
    const further = connect(port, "127.0.0.1");
    messages(socket, (message) => exchanges.push([message, []]));
    messages(further, (message) => exchanges.at(-1)?.[1].push(message));
    socket.pipe(further).pipe(socket);
  });
  return { port: await portOf(server), exchanges };
}

test.skipIf(!hasSlapd)("OpenLDAP responds as recorded to every request of the command", async () => {
  const tree = await slapd();
  for (const [dn, attributes] of ENTRIES.slice(1)) await tree.add(dn, attributes);
  const { port, exchanges } = await recording(Number(new URL(tree.url).port));
  await ask(port, "slapd");
  const uuids = uuidsIn(exchanges);
  if (process.env["PARLEY_RECORD"]) writeFileSync(FILE, `${JSON.stringify({ uuids, exchanges }, null, 1)}\n`);
  compare({ uuids, exchanges });
});

test("the stand-in for a directory responds to each request like OpenLDAP", async () => {
  compare(JSON.parse(readFileSync(FILE, "utf8")));
  const tree = await filled({}).serve();
  await ask(Number(new URL(tree.url).port), "the stand-in");
});

function filled(uuids: Recorded["uuids"]): StandIn {
  const tree = new StandIn();
  for (const [dn, attributes] of ENTRIES) tree.add(dn, { ...attributes, ...(uuids[dn] && { entryUUID: uuids[dn] }) });
  return tree;
}

function compare({ uuids, exchanges }: Recorded): void {
  const tree = filled(uuids);
  let answering = new Answering(tree);
  expect(exchanges.length).toBeGreaterThan(15);
  const cookies = new Map<string, string>();
  for (const [request, answers] of exchanges) {
    const said = withCookie(request, (cookie) => cookies.get(cookie) ?? cookie);
    const message = firstElement(Buffer.from(said, "hex"))?.first;
    if (message === undefined) throw new Error("a request that is cut off");
    const own = (answering.answers(message) ?? []).map((answer) => answer.toString("hex"));
    // Each of them has its own cookies, which must be sent back.
    for (const [index, answer] of answers.entries())
      withCookie(answer, (cookie) => {
        withCookie(own[index] ?? "", (other) => {
          cookies.set(cookie, other);
          return other;
        });
        return cookie;
      });
    const alike = (list: readonly string[]) =>
      list.map((one) => withCookie(one, (cookie) => (cookie === "" ? "" : "ff")));
    expect(alike(own), request).toEqual(alike(answers));
    if (elementsIn(message.content)[1]?.tag === 0x42) answering = new Answering(tree);
  }
}

/** The message with the cookie of its paging control changed, if it has one. */
function withCookie(hex: string, change: (cookie: string) => string): string {
  const message = firstElement(Buffer.from(hex, "hex"))?.first;
  const [id, operation, controls] = elementsIn(message?.content ?? Buffer.alloc(0));
  const control = elementsIn(controls?.content ?? Buffer.alloc(0))[0];
  const [kind, value] = elementsIn(control?.content ?? Buffer.alloc(0));
  const [size, cookie] = elementsIn(elementsIn(value?.content ?? Buffer.alloc(0))[0]?.content ?? Buffer.alloc(0));
  if (!(id && operation && kind && size && cookie)) return hex;
  const changed = octets(Buffer.from(change(cookie.content.toString("hex")), "hex"));
  const own = octets(sequence([again(size), changed]));
  return sequence([again(id), again(operation), element(0xa0, [sequence([again(kind), own])])]).toString("hex");
}

const again = ({ tag, content }: { readonly tag: number; readonly content: Buffer }) => element(tag, content);

/** The ids that OpenLDAP assigned to entries. */
function uuidsIn(exchanges: Recorded["exchanges"]): Record<string, string> {
  const uuids: Record<string, string> = {};
  for (const answer of exchanges.flatMap(([, answers]) => answers)) {
    const [, operation] = elementsIn(firstElement(Buffer.from(answer, "hex"))?.first.content ?? Buffer.alloc(0));
    if (operation?.tag !== 0x64) continue;
    const [dn, attributes] = elementsIn(operation.content);
    for (const attribute of elementsIn(attributes?.content ?? Buffer.alloc(0))) {
      const [name, values] = elementsIn(attribute.content);
      const [value] = elementsIn(values?.content ?? Buffer.alloc(0));
      if (name?.content.toString() === "entryUUID" && value) uuids[String(dn?.content)] = value.content.toString();
    }
  }
  return uuids;
}

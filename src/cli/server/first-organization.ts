import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readZuliprc, writeZuliprc } from "../data-directory/zuliprc.ts";
import { unlessFull } from "../os/disk-space.ts";
import { readIfThere, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import type { Reply } from "../os/send.ts";
import type { Client } from "./client.ts";
import { type Address, isExposed } from "./options.ts";

interface FirstOrganization {
  readonly name: string;
  readonly fullName: string;
  readonly email: string;
  readonly locale?: string;
}

type Owner = FirstOrganization & { password: string };

/**
 * Creates the organization if there is none. Also creates its owner's zuliprc, if this start or an interrupted one
 * created the organization. The password is stored before the request, so that the next start can continue after a
 * crash at any point. Call `shown` after printing the password, to remove it.
 *
 * @param token required to create an organization
 */
export async function firstOrganization(
  client: Client,
  data: string,
  options: { organization: FirstOrganization; beginAnew: boolean; foundInBrowser?: boolean } & Address,
  token: string,
): Promise<{ owner: Owner; shown(): void } | { notice: string } | null> {
  const { organization, beginAnew, foundInBrowser = false } = options;
  const files = { zuliprc: join(data, "zuliprc"), draft: join(data, "owner.new") };
  const begun: Owner | null = JSON.parse(readIfThere(files.draft) ?? "null");
  const settings = await client.get("/api/v1/server_settings");
  if (settings.result !== "success") throw new Failure(`the server does not work: ${settings.msg ?? "no answer"}`);

  if (settings["realm_name"] === undefined && foundInBrowser && !begun) {
    // If the server is exposed, its log has more readers than its data directory, so the notice doesn't contain the
    // token.
    const how = isExposed(options)
      ? `${client.site}/new/, with the setup token in ${join(data, "setup-token")}`
      : `${client.site}/new/?setup_token=${encodeURIComponent(token)}`;
    return { notice: `there is no organization yet; create it at ${how}` };
  }
  if (settings["realm_name"] === undefined) {
    const owner = begun ?? { ...organization, password: randomBytes(15).toString("base64url") };
    writeDurable(files.draft, JSON.stringify(owner));
    const account = await client.post("/api/v1/organizations", {
      name: owner.name,
      subdomain: "",
      email: owner.email,
      full_name: owner.fullName,
      password: owner.password,
      setup_token: token,
      ...(owner.locale && { locale: owner.locale }),
      ...(beginAnew && { begin_anew: "true" }),
    });
    if (account.result === "success") return saveOwnerKey(client.site, files, owner, account);
    // The same request would be rejected at every start.
    rmSync(files.draft);
    if (account["code"] === "ORGANIZATION_LOST") throw lost(data);
    throw new Failure(`couldn't create the organization: ${account.msg}`);
  }

  if (begun) {
    const account = await client.post("/api/v1/fetch_api_key", { username: begun.email, password: begun.password });
    if (account.result === "success") return saveOwnerKey(client.site, files, begun, account);
    rmSync(files.draft);
  }

  const known = readZuliprc(files.zuliprc);
  // If the organization was created in a browser, its owner can get a key there.
  if (!known && foundInBrowser) return null;
  if (!known) return { notice: `no ${files.zuliprc}: log in as before, or get a key with ${keyCommand(client.site)}` };
  if (known.site !== client.site) {
    unlessFull(files.zuliprc, "it has an earlier address of the server", () =>
      writeZuliprc(files.zuliprc, { ...known, site: client.site }),
    );
  }
  if (beginAnew) return { notice: "--begin-anew was ignored: the organization already exists" };
  return null;
}

function saveOwnerKey(site: string, files: { zuliprc: string; draft: string }, owner: Owner, account: Reply) {
  writeZuliprc(files.zuliprc, { email: String(account["email"]), key: String(account["api_key"]), site });
  return { owner, shown: () => rmSync(files.draft) };
}

function lost(data: string) {
  return new Failure(
    `the organization's database is missing from ${join(data, "do")}, while ${join(data, "d1")} still has its messages. ` +
      "Restore the whole data directory from a backup, or at least its do/. " +
      "To start over without the old organization's data: npm start -- --begin-anew",
  );
}

function keyCommand(site: string) {
  return `curl ${site}/api/v1/fetch_api_key -d username=EMAIL -d password=PASSWORD`;
}

import { env } from "cloudflare:workers";
import { prepareVerification } from "../../../src/database/push-verification.ts";
import { machineClock } from "../../../src/util/clock.ts";
import { waitForExport } from "../../features/server/exports/run-export.ts";
import { archiveWith, check, ended, upload as uploadArchive } from "../../features/server/imports/importing.ts";
import { textFile } from "../../support/files.ts";
import { freshly } from "../../support/freshly.ts";
import { OWNER_PASSWORD, organization, PASSWORD } from "../../support/organization.ts";
import type { Json, Person } from "../../support/person.ts";
import { always, NO_CHANGE, OF_SERVER, OWN, some, WAITS } from "../recorded.ts";
import { change, type Operation, operation, type Sampled, type World, withFields } from "../world.ts";

const others = new WeakMap<World, ReturnType<typeof organization>>();

/** Returns another organization, which all attempts in a world share. */
function another(world: World): ReturnType<typeof organization> {
  const found = others.get(world) ?? organization();
  others.set(world, found);
  return found;
}

/** Returns a sample whose fields include another organization's subdomain. */
const ofAnother =
  (fields: Json): Sampled =>
  async (world) => {
    const { host } = await another(world);
    return { fields: { subdomain: host.split(".")[0], ...fields } };
  };

/**
 * Creates an export, and waits until it is finished. Advances the clock first, because only five exports can be started
 * in a week.
 */
async function exported(iris: Person): Promise<number> {
  await iris.ok(iris.post("/testing/clock", { advance_ms: 8 * 86_400_000 }));
  const { id } = await iris.ok(iris.post("/export/realm"));
  await waitForExport(iris, id);
  return id;
}

/** Cancels and deletes the imports that other samples started. */
async function forgetImports(iris: Person): Promise<void> {
  await importsAtRest(iris);
  const { imports } = await iris.ok(iris.get("/imports"));
  for (const { id, state } of imports) {
    if (!["done", "cancelled"].includes(state)) await iris.ok(iris.post(`/imports/${id}/cancel`));
    await iris.ok(iris.delete(`/imports/${id}`));
  }
}

/** Waits until no import is running, because only owners have access during one. */
async function importsAtRest(iris: Person): Promise<void> {
  const { imports } = await iris.ok(iris.get("/imports"));
  for (const { id } of imports) await ended(iris, id, "uploading", "checked", "failed", "done", "cancelled");
}

/** Returns an import's id. Only owners can see imports, so the id for anyone else needn't exist. */
async function uploadedImport(iris: Person, who: Person): Promise<number> {
  if (who.id === iris.id) await forgetImports(iris);
  else await importsAtRest(iris);
  return who.id === iris.id ? uploadArchive(iris, await archiveWith({})) : 1;
}

const wholeExport: Sampled = async (world) => {
  const { host, owner } = await another(world);
  const fields = { subdomain: host.split(".")[0] ?? "" };
  await owner.ok(owner.post("/organizations/export", fields));
  return { fields };
};

export const server: readonly Operation[] = [
  change("n k + + + + + +", "DELETE /events", OWN, async (_, who) => ({
    fields: { queue_id: (await who.post("/register")).body.queue_id ?? "none" },
  })),
  operation("n k + + + + + +", "GET /events", async (_, who) => {
    const { body } = await who.post("/register");
    return { fields: { queue_id: body.queue_id ?? "none", last_event_id: -1, dont_block: true } };
  }),
  operation("n k + + + + + +", "GET /events/stream", async (_, who) => {
    const { body } = await who.post("/register");
    return { fields: { queue_id: body.queue_id ?? "none", last_event_id: -1 }, headers: { Upgrade: "websocket" } };
  }),
  change("n k - - - - - +", "GET /audit_log", some("audit.read")),
  operation("n k + + + + + +", "GET /users/me/audit_log"),
  operation("n k p p p p p +", "GET /audit_log/tokens"),
  change("n k p p p p p f", "POST /audit_log/tokens", always("audit.token_created"), withFields({ name: "SIEM" })),
  change(
    "n k p p p p p +",
    "DELETE /audit_log/tokens/:audit_token_id",
    always("audit.token_ended"),
    async ({ iris }) => {
      const { tokens } = await iris.ok(iris.get("/audit_log/tokens"));
      for (const { id } of tokens) await iris.ok(iris.delete(`/audit_log/tokens/${id}`));
      return {
        path: { audit_token_id: (await iris.ok(freshly(iris).post("/audit_log/tokens", { name: "SIEM" }))).id },
      };
    },
  ),
  operation("n k p p p p p +", "GET /audit_log/destination"),
  change("n k p p p p p f", "POST /audit_log/destination", always("audit.destination_created"), async ({ iris }) => {
    await iris.delete("/audit_log/destination");
    return { fields: { url: "https://siem.example.com/" } };
  }),
  change("n k p p p p p f", "PATCH /audit_log/destination", some("audit.destination_changed"), async ({ iris }) => {
    await freshly(iris).post("/audit_log/destination", { url: "https://siem.example.com/" });
    return { fields: { new_secret: true } };
  }),
  change("n k p p p p p +", "DELETE /audit_log/destination", always("audit.destination_ended"), async ({ iris }) => {
    await freshly(iris).post("/audit_log/destination", { url: "https://siem.example.com/" });
    return {};
  }),
  operation("n k p p p p p +", "GET /compliance_exports"),
  change(
    "n k p p p p p f",
    "POST /compliance_exports",
    some("compliance_export.requested", "compliance_export.started"),
    ({ iris }) => ({
      fields: { people: [iris.id], reason: "Case" },
    }),
  ),
  change(
    "n k p p p p p f",
    "POST /compliance_exports/:export_id/confirm",
    always("compliance_export.confirmed", "compliance_export.started"),
    () => ({ path: { export_id: 1 } }),
  ),
  change("n k p p p p p f", "DELETE /compliance_exports/:export_id", always("compliance_export.deleted"), () => ({
    path: { export_id: 1 },
  })),
  operation("n k + b + + + +", "GET /users/me/export"),
  change("n k f b f f f f", "POST /users/me/export", always("user.exported")),
  operation("n k p p p p + +", "GET /export/realm"),
  change("n k p p p p + +", "POST /export/realm", always("export.started")),
  change("n k p p p p + +", "DELETE /export/realm/:export_id", always("export.deleted"), async ({ iris }) => ({
    path: { export_id: await exported(iris) },
  })),
  operation("n k p p p p + +", "GET /export/realm/consents"),
  operation("n k p p p p + +", "GET /health"),
  operation("n k p p p p p +", "GET /imports"),
  change("n k p p p p p +", "POST /imports", WAITS, async ({ iris }, who) => {
    if (who.id === iris.id) await forgetImports(iris);
    return { fields: { size: 1000 } };
  }),
  change("n k p p p p p +", "DELETE /imports/:import_id", WAITS, async ({ iris }, who) => {
    const import_id = await uploadedImport(iris, who);
    if (who.id === iris.id) await iris.ok(iris.post(`/imports/${import_id}/cancel`));
    return { path: { import_id } };
  }),
  operation("n k p p p p p +", "GET /imports/:import_id", async ({ iris }, who) => ({
    path: { import_id: await uploadedImport(iris, who) },
  })),
  change(
    "n k p p p p p +",
    "POST /imports/:import_id/cancel",
    some("organization.import_cancelled"),
    async ({ iris }, who) => ({
      path: { import_id: await uploadedImport(iris, who) },
    }),
  ),
  change("n k p p p p p +", "POST /imports/:import_id/check", WAITS, async ({ iris }, who) => ({
    path: { import_id: await uploadedImport(iris, who) },
  })),
  change("n k p p p p p m", "PUT /imports/:import_id/parts/:part", WAITS, () => ({
    path: { import_id: 1, part: 1 },
    file: textFile("part"),
  })),
  change(
    "n k p p p p p +",
    "POST /imports/:import_id/start",
    always("organization.imported"),
    async ({ iris }, who) => {
      const import_id = await uploadedImport(iris, who);
      if (who.id === iris.id) await check(iris, import_id);
      return { path: { import_id } };
    },
  ),
  operation("+ + + + + + + +", "GET /openapi.json"),
  change("+ + + + + + + +", "POST /organizations", some("organization.created"), ({ count, host }) => ({
    fields: {
      ...{ name: "Another", subdomain: `${host.split(".")[0]}-${count}`, email: "a@example.org" },
      ...{ full_name: "Ada", password: PASSWORD },
    },
  })),
  change("+ + + + + + + +", "POST /organizations/check/files", NO_CHANGE, ofAnother({})),
  change("+ + + + + + + +", "POST /organizations/check/identity", NO_CHANGE, ofAnother({})),
  change("+ + + + + + + +", "POST /organizations/check/rows", NO_CHANGE, ofAnother({ table: "messages" })),
  change("+ + + + + + + +", "POST /organizations/delete", OF_SERVER, async ({ host }) => ({
    fields: { subdomain: `none-${host.split(".")[0]}`, name: "Nobody's" },
  })),
  change(
    "o o o o o o o o",
    "POST /organizations/backup_warning",
    OF_SERVER,
    withFields({ setup_token: "x", last_at: 1 }),
  ),
  change(
    "o o o o o o o o",
    "POST /organizations/disk_warning",
    OF_SERVER,
    withFields({ setup_token: "x", left_bytes: 1, all_bytes: 2 }),
  ),
  change("+ + + + + + + +", "POST /organizations/export", some("operator.command"), ofAnother({})),
  change("+ + + + + + + +", "POST /organizations/export/end", NO_CHANGE, wholeExport),
  change("+ + + + + + + +", "POST /organizations/export/state", NO_CHANGE, wholeExport),
  change("+ + + + + + + +", "POST /organizations/list", NO_CHANGE, withFields({})),
  change(
    "o o o o o o o o",
    "POST /organizations/mail/try",
    NO_CHANGE,
    withFields({ setup_token: "x", to: "x@example.com" }),
  ),
  change("o o o o o o o o", "POST /organizations/push/report", OF_SERVER, withFields({ setup_token: "x" })),
  change(
    "o o o o o o o o",
    "POST /organizations/push/verification",
    OF_SERVER,
    withFields({ setup_token: "x", access_token: "x", verification_secret: "x" }),
  ),
  // The organization must exist, because it plans the request before the token is checked.
  change("o o o o o o o o", "POST /organizations/push/try", NO_CHANGE, async () => {
    const { host } = await organization();
    return { fields: { subdomain: host.split(".")[0], setup_token: "x", email: "x@example.com" } };
  }),
  change("+ + + + + + + +", "POST /organizations/move", some("operator.command"), async () => {
    const { host } = await organization();
    return { fields: { subdomain: host.split(".")[0], database: "DB2" } };
  }),
  // The server keeps no earlier states.
  change("r r r r r r r r", "POST /organizations/put_back", OF_SERVER, ofAnother({ bookmark: "x" })),
  change("+ + + + + + + +", "POST /organizations/reactivate", some("organization.reactivated"), async () => {
    const { host, owner } = await organization();
    await owner.ok(owner.post("/realm/deactivate"));
    return { fields: { subdomain: host.split(".")[0], email: "iris@example.com", password: OWNER_PASSWORD } };
  }),
  change("+ + + + + + + +", "POST /organizations/repair", some("operator.command"), ofAnother({})),
  change("+ + + + + + + +", "POST /organizations/repair/end", NO_CHANGE, ofAnother({})),
  change(
    "o o o o o o o o",
    "POST /organizations/second_factor/reset",
    some("second_factor.removed", "login.ended"),
    withFields({ setup_token: "x", email: "x@example.com" }),
  ),
  change(
    "o o o o o o o o",
    "POST /organizations/password_link",
    some("password.link_made"),
    withFields({ setup_token: "x", email: "x@example.com" }),
  ),
  ...Object.entries({
    any_login: {},
    any_network: {},
    deactivate: {},
    describe: {},
    password: { email: "x@example.com", password: PASSWORD },
    people: {},
    "people/erased": {},
    "people/erase_again": { people: [] },
    "people/add": { email: "x@example.com", full_name: "Ada" },
    "people/deactivate": { email: "x@example.com" },
    "people/end_logins": { email: "x@example.com" },
    "people/role": { email: "x@example.com", role: 100 },
    "people/unlock": { email: "x@example.com" },
    rename: { name: "Tea House" },
  }).map(([route, fields]) =>
    operation("o o o o o o o o", `POST /organizations/${route}`, withFields({ setup_token: "x", ...fields })),
  ),
  change("+ + + + + + + +", "POST /organizations/stores", NO_CHANGE, ofAnother({})),
  operation("n k p p p p + +", "GET /realm/statistics"),
  operation("+ + + + + + + +", "GET /realm/subdomain/:subdomain", () => ({ path: { subdomain: "harbour" } })),
  change("s k + + + + + +", "POST /register", OWN),
  operation("+ + + + + + + +", "GET /server_settings"),
  operation("+ + + + + + + +", "GET /zulip-services/verify/:access_token", async () => {
    const now = machineClock.milliseconds();
    await prepareVerification(env.DB, { token: "a-token", secret: "the proof", now });
    return { path: { access_token: "a-token" } };
  }),
];

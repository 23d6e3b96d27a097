import * as v from "valibot";
import { type Endpoint, edgeEndpoint, setupAction } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import type { BulkTable } from "../../../database/bulk-table.ts";
import { databasesOf } from "../../../database/databases.ts";
import { type Feature, feature } from "../../../feature.ts";
import { askRealm, callRealm, nothingSent } from "../../../http/ask-realm.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { deleteSome } from "../../files/storage/drop-files.ts";
import { endAllUploads } from "../../files/tus-uploads/tus-uploads.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { foundedAt } from "../organization-setup/organization-id.ts";
import { checkSetupToken, isSetupOpen, setupParams } from "../organization-setup/setup-token.ts";
import { deleteNumber, removeRows, retire, retiredNumbers } from "./rows.ts";

/**
 * Throws if the organization is in use, or its name doesn't match the confirmation. Otherwise, ends its uploads. Called
 * by the Worker. Returns null as the number if the organization's object is empty.
 */
const checkDeletableEndpoint = setupAction({
  route: "POST /organizations/deletable",
  internal: true,
  evenDeactivated: true,
  limited: "files",
  params: { name: text("name") },
  reply: {
    number: v.nullable(v.number()),
    /** Whether R2 still has parts of unfinished uploads, which only the organization can list. */
    leaves_parts: v.boolean(),
  },
  run({ realm, params: { name } }) {
    if (!isDeactivated(realm)) throw badRequest("Only a deactivated organization can be deleted.");
    if (realmSettings(realm).name !== name) throw badRequest("The organization has another name.");
    return { number: realm.id, leaves_parts: endAllUploads(realm) };
  },
  absent: () => ({ number: null, leaves_parts: false }),
});

/**
 * Permanently deletes a deactivated organization: its own database, its rows in all D1 databases, and its files. Each
 * call deletes a limited part. Repeat the call until nothing is left, even after an interruption. The organization's id
 * is retired first, because it identifies the remaining data once the organization's own database is deleted.
 */
const deleteOrganizationEndpoint = (tables: readonly BulkTable[]): Endpoint =>
  edgeEndpoint({
    route: "POST /organizations/delete",
    loopbackOnly: isSetupOpen,
    params: { ...setupParams, name: text("name") },
    reply: {
      done: v.boolean(),
      /** Counts of what this call deleted: databases (the organization's own), rows in D1, and files. */
      databases: v.number(),
      rows: v.number(),
      files: v.number(),
    },
    async answer({ params: { subdomain, setup_token, name }, config, env, request, log }) {
      const worker = { config, env, log };
      await checkSetupToken(setup_token, { ...worker, request });
      const removed = { done: false, databases: 0, rows: 0, files: 0 };
      const all = databasesOf(env);
      const asked = { subdomain, route: checkDeletableEndpoint.route, step: "run", facts: request } as const;
      const found = await callRealm(worker, true, { ...asked, ...nothingSent, params: { name } });
      if (!found.ok) throw new ApiError(found.error);
      if (found.absent !== true) {
        if ((found.value as { leaves_parts?: boolean }).leaves_parts === true) return removed;
        await retire(all, { number: found.realm, subdomain });
        const erased = await askRealm({ ...worker, subdomain, isRepeatable: true }, (realm) => realm.erase());
        if ("refused" in erased) throw badRequest(`The organization cannot be deleted: ${erased.refused}`);
        log.info("organization_deleted", { subdomain, number: found.realm });
        return { ...removed, databases: 1 };
      }
      const numbers = await retiredNumbers(all, subdomain);
      if (numbers.length === 0 && (await foundedAt(all, subdomain)) !== undefined) {
        throw badRequest("The organization's own database is lost: restore it first, or start over under its name.");
      }
      for (const number of numbers) {
        const rows = await removeRows(all, tables, { number, subdomain });
        if (rows > 0) return { ...removed, rows };
        const { deleted: files } = await deleteSome(env.UPLOADS, `${number}/`);
        if (files > 0) return { ...removed, files };
      }
      for (const number of numbers) await deleteNumber(all, { number, subdomain });
      return { ...removed, done: true };
    },
  });

/**
 * Permanently deletes deactivated organizations, including their rows in the given features' tables, for the server
 * administrator.
 */
export const deletionFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "organization deletion",
    endpoints: [checkDeletableEndpoint, deleteOrganizationEndpoint(features.flatMap(({ bulk = [] }) => bulk))],
  });

import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import type { ArchiveKind } from "../exports/archives/kinds.ts";
import { ownExportSchema } from "./events.ts";
import { ownExports, startOwnExport } from "./own-exports.ts";

/** Starts an export of the actor's own data. An endpoint of this server's own. */
export const startOwnExportEndpoint = (kind: ArchiveKind) =>
  action({
    route: "POST /users/me/export",
    by: "human",
    params: {},
    reply: { id: v.number() },
    run: ({ realm, actor }) => ({ id: startOwnExport(realm, actor, kind) }),
  });

/** The exports of the actor's own data that are being written, or that can be downloaded. An endpoint of this server's own. */
export const getOwnExportsEndpoint = (kind: ArchiveKind) =>
  action({
    route: "GET /users/me/export",
    by: "human",
    params: {},
    reply: { exports: v.array(ownExportSchema) },
    run: ({ realm, actor }) => ({ exports: ownExports(realm, kind, actor.user_id) }),
  });

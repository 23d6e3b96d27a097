import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import type { ArchiveKind } from "../exports/archives/kinds.ts";
import { ownExportSchema } from "./events.ts";
import { ownExports, startOwnExport } from "./own-exports.ts";

/** Starts an export of the caller's own data. Not part of Zulip's API. */
export const startOwnExportEndpoint = (kind: ArchiveKind) =>
  action({
    route: "POST /users/me/export",
    by: "human",
    params: {},
    reply: { id: v.number() },
    run: ({ realm, actor }) => ({ id: startOwnExport(realm, actor, kind) }),
  });

/** Returns the caller's exports that are in progress or can be downloaded. Not part of Zulip's API. */
export const getOwnExportsEndpoint = (kind: ArchiveKind) =>
  action({
    route: "GET /users/me/export",
    by: "human",
    params: {},
    reply: { exports: v.array(ownExportSchema) },
    run: ({ realm, actor }) => ({ exports: ownExports(realm, kind, actor.user_id) }),
  });

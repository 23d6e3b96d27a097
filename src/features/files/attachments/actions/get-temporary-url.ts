import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, text } from "../../../../endpoints/parameter.ts";
import { ApiError, notFound } from "../../../../protocol/errors.ts";
import { attachmentAt } from "../attachments.ts";
import { mayOpenFileHook } from "../hooks.ts";
import { isGood, temporaryUrl } from "./temporary-urls.ts";

const noSuchFile = () => notFound("File not found");
const notAllowed = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "You are not authorized to view this file.", status: 403 });

/** Who may have a file for a minute may have it at once: its own page asks here too. */
export const getTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/:realm_id/:path+",
  by: "spectator",
  limited: "files",
  params: { realm_id: integer, path: text("url") },
  reply: { url: v.string() },
  run({ realm, actor, params: { realm_id, path } }) {
    const file = attachmentAt(realm, `${realm_id}/${path}`);
    if (file === undefined) throw noSuchFile();
    if (!realm.collect(mayOpenFileHook, actor, file).some(Boolean)) throw notAllowed();
    return { url: temporaryUrl(realm, file.path_id) };
  },
});

/** Whether a temporary address still is one. */
export const checkTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/temporary/:token/:path+",
  internal: true,
  by: "anyone",
  limited: "files",
  params: { token: text("id"), path: text("url") },
  reply: {},
  run({ realm, params: { token, path } }) {
    if (!isGood(realm, token, path)) throw notAllowed();
    if (attachmentAt(realm, path) === undefined) throw noSuchFile();
    return {};
  },
});

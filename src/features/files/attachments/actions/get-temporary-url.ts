import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, text } from "../../../../endpoints/parameter.ts";
import { ApiError, notFound } from "../../../../protocol/errors.ts";
import { attachmentAt } from "../attachments.ts";
import { mayOpenFileHook } from "../hooks.ts";
import { isValidToken, temporaryUrl } from "./temporary-urls.ts";

const noSuchFile = () => notFound("File not found");
const notAllowed = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "You are not authorized to view this file.", status: 403 });

/** Makes a temporary URL of a file. The page that serves the file asks here too whether the caller may open it. */
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

/** Checks that a temporary URL is signed and has not expired; the page that serves its file asks here. */
export const checkTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/temporary/:token/:path+",
  internal: true,
  by: "anyone",
  limited: "files",
  params: { token: text("id"), path: text("url") },
  reply: {},
  run({ realm, params: { token, path } }) {
    if (!isValidToken(realm, token, path)) throw notAllowed();
    if (attachmentAt(realm, path) === undefined) throw noSuchFile();
    return {};
  },
});

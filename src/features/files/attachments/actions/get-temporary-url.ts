import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, text } from "../../../../endpoints/parameter.ts";
import { attachmentAt } from "../attachments.ts";
import { accessFile, noSuchFile, notAllowed } from "./access.ts";
import { isValidToken, temporaryUrl } from "./temporary-urls.ts";

/** Makes a temporary URL of a file. The page that serves the file asks here too whether the caller may open it. */
export const getTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/:realm_id/:path+",
  scope: "files",
  by: "spectator",
  limited: "files",
  params: { realm_id: integer, path: text("url") },
  reply: { url: v.string() },
  run({ realm, actor, params: { realm_id, path } }) {
    return { url: temporaryUrl(realm, accessFile(realm, actor, `${realm_id}/${path}`).path_id) };
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

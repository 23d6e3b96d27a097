import * as v from "valibot";
import { shapedAction } from "../../../../endpoints/endpoint.ts";
import { integer, text } from "../../../../endpoints/parameter.ts";
import { hasThumbnail } from "../../storage/pictures/thumbnails.ts";
import { uploadKey } from "../attachments.ts";
import { accessFile } from "./access.ts";

/** Tells whether an uploaded file has a thumbnail. Pictures get theirs when they are uploaded (messages.md 15). */
export const getThumbnailStatusEndpoint = shapedAction({
  route: "GET /thumbnail/status/:realm_id/:path+",
  by: "spectator",
  limited: "files",
  params: { realm_id: integer, path: text("url") },
  reply: { has_thumbnail: v.boolean() },
  run({ realm, actor, params: { realm_id, path } }) {
    const { path_id, width, animated } = accessFile(realm, actor, `${realm_id}/${path}`);
    return { path_id, isPicture: width !== null, animated: animated === 1 };
  },
  async shape({ env, result: { path_id, isPicture, animated } }) {
    return { has_thumbnail: isPicture && (await hasThumbnail(env, uploadKey(path_id), { animated })) };
  },
});

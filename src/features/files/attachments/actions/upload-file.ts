import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { optional, text } from "../../../../endpoints/parameter.ts";
import { randomToken } from "../../../../util/random.ts";
import { dropFiles } from "../../storage/drop-files.ts";
import { keepFile } from "../../storage/files.ts";
import { makeThumbnails } from "../../storage/pictures/thumbnails.ts";
import { reserveUpload } from "../attachments.ts";
import { keepUpload } from "./keep-upload.ts";
import { roomLeft } from "./room-left.ts";
import { quotaExceeded, storeUpload } from "./store-upload.ts";

export const uploadFileEndpoint = action({
  route: "POST /user_uploads",
  streams: true,
  file: "required",
  params: {
    /** With it, the body is the file, as it is: a parameter of this server's own, which costs less than a form. */
    filename: optional(text("name")),
  },
  reply: { url: v.string(), uri: v.string(), filename: v.string() },
  plan({ realm, actor }) {
    const place = `${randomToken(realm.random, 2)}/${randomToken(realm.random, 24)}`;
    return { place, key: reserveUpload(realm, actor.user_id, place), room: roomLeft(realm) };
  },
  async prepare({ plan: { place, key, room }, parts, env, config }) {
    const file = await storeUpload(env.UPLOADS, parts, { key, room, config });
    if (file.image !== undefined) await makeThumbnails(env, key, file.image);
    return { place, key, file };
  },
  undo: ({ plan: { key }, env }) => dropFiles(env, key),
  run({ realm, actor, prepared: { place, key, file } }) {
    const room = roomLeft(realm);
    // Other uploads may have used up the quota meanwhile.
    if (room !== null && file.size > room) throw quotaExceeded();
    keepFile(realm, key);
    const { url, filename } = keepUpload(realm, { owner: actor.user_id, place, file });
    return { url, uri: url, filename };
  },
});

import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional } from "../../../endpoints/parameter.ts";
import { folderObject, foldersOf } from "./channel-folders.ts";
import { folderSchema } from "./events.ts";

export const getFoldersEndpoint = action({
  route: "GET /channel_folders",
  params: { include_archived: optional(boolean, false) },
  reply: { channel_folders: v.array(folderSchema) },
  run: ({ realm, params }) => ({
    channel_folders: foldersOf(realm)
      .filter(({ is_archived }) => params.include_archived || is_archived === 0)
      .map(folderObject),
  }),
});

import * as v from "valibot";
import type { ResumableUpload } from "./rows.ts";

export const uploadStateReply = {
  token: v.string(),
  metadata: v.string(),
  length: v.number(),
  received: v.number(),
  expires_at: v.number(),
};

export const uploadState = ({ token, metadata, length, received, expires_at }: ResumableUpload) => ({
  ...{ token, metadata, length, received, expires_at },
});

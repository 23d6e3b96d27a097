import type { Actor, Grant } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";

/** The grant of an assistant; refuses everybody else. */
export function grantOf({ grant }: Actor): Grant {
  if (grant !== undefined) return grant;
  throw new ApiError({ code: "PERMISSION_DENIED", msg: "Only assistants can do this.", status: 403 });
}

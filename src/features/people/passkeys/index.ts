import { feature } from "../../../feature.ts";
import { passkeyArchive } from "./passkeys.ts";
import { schema } from "./rows.ts";

/** Passkeys (Web Authentication), and the challenges they sign. The endpoints are in `passkey-actions`. */
export const passkeys = feature({
  name: "passkeys",
  archive: passkeyArchive,
  schema,
  personal: { passkeys: { user: "user_id" } },
});

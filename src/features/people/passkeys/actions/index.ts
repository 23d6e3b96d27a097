import { feature } from "../../../../feature.ts";
import { addPasskeyEndpoint, beginPasskeyEndpoint } from "./add-passkey.ts";
import { beginPasskeyLoginEndpoint, passkeyLoginEndpoint } from "./log-in-with-passkey.ts";
import { deletePasskeyEndpoint, getPasskeysEndpoint, renamePasskeyEndpoint } from "./own-passkeys.ts";

/** Making passkeys, and logging in with them. */
export const passkeysActions = feature({
  name: "passkey-logins",
  tag: "passkeys",
  endpoints: [
    getPasskeysEndpoint,
    beginPasskeyEndpoint,
    addPasskeyEndpoint,
    renamePasskeyEndpoint,
    deletePasskeyEndpoint,
    beginPasskeyLoginEndpoint,
    passkeyLoginEndpoint,
  ],
});

import { feature } from "../../../feature.ts";
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  deletePasskeyEndpoint,
  getPasskeysEndpoint,
  renamePasskeyEndpoint,
} from "./endpoints.ts";
import { beginPasskeyLoginEndpoint, passkeyLoginEndpoint } from "./log-in-with-passkey.ts";

/** Creates passkeys, and logs in with them. */
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

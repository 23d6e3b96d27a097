import { feature } from "../../../feature.ts";
import { passkeyEndpoints } from "./endpoints.ts";
import { beginPasskeyLoginEndpoint, passkeyLoginEndpoint } from "./log-in-with-passkey.ts";

export const passkeysActions = feature({
  name: "passkey-logins",
  tag: "passkeys",
  endpoints: [...passkeyEndpoints, beginPasskeyLoginEndpoint, passkeyLoginEndpoint],
});

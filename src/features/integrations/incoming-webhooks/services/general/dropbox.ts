import { integration, jsonSample } from "../../integration.ts";
import { counted } from "../../render/compose.ts";

/** Dropbox only reports in whose account something changed. Only authorized Dropbox apps can request what changed. */
export const dropbox = integration({
  name: "dropbox",
  title: "Dropbox",
  signature: { by: "hmac", header: "X-Dropbox-Signature" },
  render({ payload }) {
    payload.checkObject();
    const accounts = Math.max(payload.list("list_folder.accounts").length, payload.list("delta.users").length);
    return {
      topic: "Dropbox",
      content: `Files were changed in Dropbox${accounts > 1 ? `, by ${counted(accounts, "account")}` : ""}.`,
    };
  },
  sample: jsonSample({ list_folder: { accounts: ["dbid:AAH4f99T0taONIb"] }, delta: { users: [4245623] } }),
});

import { setupAction } from "../../../endpoints/endpoint.ts";
import { count } from "../../../endpoints/parameter.ts";
import { checkOperator, organizationParams } from "./operator-account.ts";
import { warnOfDisk } from "./warn-administrators.ts";

/** Has an organization's owners and administrators told that the server's disk fills up. `npm start` calls it. */
export const warnOfDiskEndpoint = setupAction({
  route: "POST /organizations/disk_warning",
  limited: "files",
  params: { ...organizationParams, left_bytes: count, all_bytes: count },
  reply: {},
  organization: ({ subdomain }) => subdomain,
  prepare: checkOperator,
  run({ realm, params: { left_bytes, all_bytes } }) {
    warnOfDisk(realm, { left: left_bytes, all: all_bytes });
    return {};
  },
});

import { setupAction } from "../../../../api/endpoint.ts";
import { boolean, count, optional } from "../../../../api/parameter.ts";
import { seconds } from "../../../../util/time.ts";
import { byOperator, organizationParams } from "../operator-account.ts";
import { warnOfBackup, warnOfDisk } from "./warn-administrators.ts";

// `npm start` calls these when its machine has a problem, to warn an organization's owners and administrators.

/** Whether the organization also emails the server's operator. One organization does so for all. */
const forOperator = optional(boolean, false);

export const warnOfDiskEndpoint = setupAction({
  route: "POST /organizations/disk_warning",
  limited: "files",
  params: { ...organizationParams, left_bytes: count, all_bytes: count, for_operator: forOperator },
  reply: {},
  ...byOperator,
  run({ realm, params: { left_bytes, all_bytes, for_operator } }) {
    warnOfDisk(realm, { left: left_bytes, all: all_bytes, isForAll: for_operator });
    return {};
  },
});

export const warnOfBackupEndpoint = setupAction({
  route: "POST /organizations/backup_warning",
  limited: "files",
  params: { ...organizationParams, last_at: count, for_operator: forOperator },
  reply: {},
  ...byOperator,
  run({ realm, params: { last_at, for_operator } }) {
    warnOfBackup(realm, { last: seconds(last_at), isForAll: for_operator });
    return {};
  },
});

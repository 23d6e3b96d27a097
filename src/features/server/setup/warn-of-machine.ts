import { setupAction } from "../../../endpoints/endpoint.ts";
import { count } from "../../../endpoints/parameter.ts";
import { seconds } from "../../../util/time.ts";
import { byOperator, organizationParams } from "./operator-account.ts";
import { warnOfBackup, warnOfDisk } from "./warn-administrators.ts";

// `npm start` calls these when its machine is in trouble, to have an organization's owners and administrators told.

/** The disk fills up. */
export const warnOfDiskEndpoint = setupAction({
  route: "POST /organizations/disk_warning",
  limited: "files",
  params: { ...organizationParams, left_bytes: count, all_bytes: count },
  reply: {},
  ...byOperator,
  run({ realm, params: { left_bytes, all_bytes } }) {
    warnOfDisk(realm, { left: left_bytes, all: all_bytes });
    return {};
  },
});

/** No backup was taken for long. */
export const warnOfBackupEndpoint = setupAction({
  route: "POST /organizations/backup_warning",
  limited: "files",
  params: { ...organizationParams, last_at: count },
  reply: {},
  ...byOperator,
  run({ realm, params: { last_at } }) {
    warnOfBackup(realm, seconds(last_at));
    return {};
  },
});

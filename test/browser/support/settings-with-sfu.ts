import { makeData } from "../../process/support/launch.ts";
import { APP, type SfuStandIn } from "../../process/support/sfu/stand-in.ts";

/** Returns the settings of a server whose calls go through a media server. The data directory is new. */
export const settingsWith = (sfu: SfuStandIn) => ({
  data: makeData(),
  args: ["--quiet", "--rate-limits", "off", "--test-hooks", "--allow-private-hosts", new URL(sfu.url).host],
  env: { CALLS_SFU_APP_ID: APP.id, CALLS_SFU_SECRET: APP.secret, CALLS_SFU_URL: sfu.url },
});

import type { UserId } from "../../model/ids.ts";
import type { Api } from "../../wire/api.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";

/** The tab and the account that something is sent from. */
export interface TabContext {
  readonly api: Api;
  readonly account: () => UserId;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
}

import type { UserId } from "../../model/ids.ts";
import type { Api } from "../../wire/api.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";

export interface TabContext {
  readonly api: Api;
  readonly account: () => UserId;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
}

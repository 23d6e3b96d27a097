import type { Operation } from "../operation.ts";
import { changing, moving } from "./changing.ts";
import { channels } from "./channels.ts";
import { groups } from "./groups.ts";
import { people } from "./people.ts";
import { personal } from "./personal.ts";
import { reading } from "./reading.ts";
import { sending } from "./sending.ts";

export const operations: readonly Operation[] = [
  ...sending,
  ...reading,
  ...changing,
  ...moving,
  ...channels,
  ...people,
  ...groups,
  ...personal,
];

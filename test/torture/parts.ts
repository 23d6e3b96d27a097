import { abuse } from "./abuse/abuse.ts";
import { backup } from "./backup/backup.ts";
import { crash } from "./crash/crash.ts";
import { deploy } from "./deploy/deploy.ts";
import { exporting } from "./export/export.ts";
import type { Part } from "./frame/part.ts";
import { hostile } from "./hostile/hostile.ts";
import { importing } from "./import/import.ts";
import { markup } from "./markup/markup.ts";
import { model } from "./model/part.ts";
import { outage } from "./outage/outage.ts";
import { race } from "./race/race.ts";
import { relays } from "./relays/relays.ts";
import { soak } from "./soak/soak.ts";
import { streams } from "./streams/streams.ts";
import { weight } from "./weight/weight.ts";

/** All parts, in the order they run. */
export const parts: readonly Part[] = [
  markup,
  model,
  streams,
  relays,
  abuse,
  hostile,
  race,
  crash,
  outage,
  deploy,
  backup,
  importing,
  exporting,
  soak,
  weight,
];

import { buildsSamples } from "./builds.ts";
import { businessSamples } from "./business.ts";
import type { DeliverySample } from "./delivery-sample.ts";
import { generalSamples } from "./general.ts";
import { issuesSamples } from "./issues.ts";
import { monitoringSamples } from "./monitoring.ts";
import { presetSamples } from "./presets.ts";
import { repositoriesSamples } from "./repositories.ts";

const samples = new Map(
  Object.entries({
    ...buildsSamples,
    ...businessSamples,
    ...generalSamples,
    ...issuesSamples,
    ...monitoringSamples,
    ...presetSamples,
    ...repositoriesSamples,
  }),
);

/** A delivery of an integration, or of a service that has a preset. */
export const sampleNamed = (name: string): DeliverySample | undefined => samples.get(name);

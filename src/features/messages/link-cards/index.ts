import { feature } from "../../../feature.ts";
import { schema } from "./link-cards.ts";

/** Descriptions of the pages that messages link to. */
export const linkCards = feature({
  name: "link-cards",
  archive: { leftOut: { link_cards: "follows from other tables: pages are asked again" } },
  schema,
});

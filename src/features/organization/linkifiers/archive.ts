import { type FeatureArchive, part } from "../../../realm/archive/feature-archive.ts";
import { refusalOf } from "../../../realm/archive/writers.ts";
import { addLinkifier } from "./linkifiers.ts";

export const linkifierArchive: FeatureArchive = {
  tables: ["linkifiers"],
  parts: [
    part({
      table: "linkifiers",
      rehearsed: null,
      reading: { from: "linkifiers t", key: ["position", "id"], columns: ["pattern", "url_template"] },
      write({ realm }, { pattern, url_template }) {
        const isLong = [...pattern].length > 1000 || [...url_template].length > 1000;
        const refusal = isLong ? "long" : refusalOf(() => void addLinkifier(realm, { pattern, url_template }));
        return refusal && "linkifiers that the organization does not take";
      },
    }),
  ],
};

import * as v from "valibot";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writers.ts";
import { domainSchema } from "./domain-name.ts";
import { addDomain } from "./email-domains.ts";

export const domainArchive: FeatureArchive = {
  tables: ["domains"],
  parts: [
    part({
      table: "domains",
      rehearsed: null,
      reading: { from: "domains t", key: ["id"], columns: ["domain", "allow_subdomains"] },
      write({ realm }, { domain, allow_subdomains }) {
        const valid = v.safeParse(domainSchema, domain);
        const refusal = valid.success
          ? refusalMessage(() => void addDomain(realm, { domain: valid.output, allow_subdomains }))
          : "not valid";
        return refusal && "domains that the organization does not take";
      },
    }),
  ],
};

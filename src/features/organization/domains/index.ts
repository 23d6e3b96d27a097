import { feature } from "../../../feature.ts";
import { addDomainEndpoint } from "./add-domain.ts";
import { domainArchive } from "./archive.ts";
import { changeDomainEndpoint } from "./change-domain.ts";
import { domainAdded, domainChanged, domainRemoved } from "./events.ts";
import { getDomainsEndpoint } from "./get-domains.ts";
import { removeDomainEndpoint } from "./remove-domain.ts";
import { schema } from "./rows.ts";
import { domainState } from "./state.ts";

/** The domains whose addresses an organization takes, where it takes not all. */
export const domains = feature({
  name: "domains",
  schema,
  archive: domainArchive,
  endpoints: [getDomainsEndpoint, addDomainEndpoint, changeDomainEndpoint, removeDomainEndpoint],
  events: [domainAdded, domainChanged, domainRemoved],
  state: [domainState],
});

import { feature } from "../../../feature.ts";
import { domainArchive, schema } from "./email-domains.ts";
import {
  addDomainEndpoint,
  changeDomainEndpoint,
  domainState,
  getDomainsEndpoint,
  removeDomainEndpoint,
} from "./endpoints.ts";
import { domainAdded, domainChanged, domainRemoved } from "./events.ts";

/** The email domains an organization accepts, if it restricts them. */
export const domains = feature({
  name: "domains",
  schema,
  archive: domainArchive,
  endpoints: [getDomainsEndpoint, addDomainEndpoint, changeDomainEndpoint, removeDomainEndpoint],
  events: [domainAdded, domainChanged, domainRemoved],
  state: [domainState],
});

import * as v from "valibot";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { matchesHost } from "../../../util/host-pattern.ts";

const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** A hostname or address, with a port or for all ports; or `*.` and a domain, for all its subdomains. */
const host = v.pipe(
  boundedText("address"),
  v.trim(),
  v.toLowerCase(),
  v.check((name) => HOST.test(name), "{} must be a host, such as api.example.com"),
);

export const hostsSchema = boundedList(host, "hosts");

export const isAllowed = (hosts: readonly string[], { host: withPort, hostname }: URL): boolean =>
  hosts.some((entry) => matchesHost(entry, hostname) || entry === withPort);

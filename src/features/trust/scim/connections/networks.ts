import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { addressBits, readNetwork } from "../../../people/ip-allowlist/network.ts";

const networkSchema = v.object({ network: boundedText("word"), label: boundedText("word") });

/**
 * Networks a directory can call from, as owners send and read them; stored in the same form. An empty list allows all.
 */
export const networksSchema = boundedList(networkSchema, "networks");
export type Networks = v.InferOutput<typeof networksSchema>;

/** An unreadable list admits no one. */
export const readNetworks = stored("scim_connections.networks", networksSchema, () => [{ network: "", label: "" }]);

/** Returns the networks in canonical notation. Throws if one is invalid. */
export const checkedNetworks = (wanted: Networks): Networks =>
  wanted.map(({ network, label }) => {
    const read = readNetwork(network);
    if (read === undefined) throw badRequest(`Invalid network: ${network}`);
    return { network: read.text, label };
  });

export function admitsAddress(networks: Networks, ip: string | undefined): boolean {
  if (networks.length === 0) return true;
  const bits = ip === undefined ? undefined : addressBits(ip);
  return networks.some(({ network }) => {
    const own = readNetwork(network)?.bits;
    return own !== undefined && bits?.startsWith(own) === true;
  });
}

import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { addressBits, readNetwork } from "../../../people/allowed-networks/network.ts";

const networkSchema = v.object({ network: boundedText("word"), label: boundedText("word") });

/** The networks from which a directory can call, as owners send and read them; stored as the same. None lets it call from everywhere. */
export const networksSchema = boundedList(networkSchema, "networks");
export type Networks = v.InferOutput<typeof networksSchema>;

/** A list that cannot be read admits nobody. */
export const readNetworks = stored("scim_connections.networks", networksSchema, () => [{ network: "", label: "" }]);

/** The networks as they are usually written. Refuses texts that are none. */
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

import { bitsOfIpv4, bitsOfIpv6 } from "../../../util/address-bits.ts";

/** An IPv4 address within IPv6 (RFC 4291, 2.5.5.2) begins with these bits. */
const MAPPED = `6:${"0".repeat(80)}${"1".repeat(16)}`;
const MAPPED_LENGTH = 96;

/** The bits of an address, IPv4 also where it is written as IPv6; undefined where the text is no address. */
export function addressBits(address: string): string | undefined {
  const bits = writtenBits(address.replace(/%.*$/, ""));
  return bits?.startsWith(MAPPED) ? `4:${bits.slice(MAPPED.length)}` : bits;
}

function writtenBits(address: string): string | undefined {
  if (!address.includes(":")) {
    const isDecimal = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(address);
    return isDecimal && address.split(".").every((part) => Number(part) < 256) ? bitsOfIpv4(address) : undefined;
  }
  const url = `http://[${address}]`;
  return /^[\da-fA-F:.]+$/.test(address) && URL.canParse(url)
    ? bitsOfIpv6(new URL(url).hostname.slice(1, -1))
    : undefined;
}

/** A network: the bits with which its addresses begin, and how it is written. */
export interface Network {
  readonly bits: string;
  readonly text: string;
}

/**
 * Reads a network in CIDR notation (RFC 4632, RFC 4291 2.3), or a single address. The bits of a host do not count: they are
 * left out of how it is written. Undefined where the text is none.
 */
export function readNetwork(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.trim().split("/");
  const written = writtenBits(address);
  if (written === undefined || rest.length > 0 || (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)))
    return undefined;
  const isMapped = written.startsWith(MAPPED);
  const bits = isMapped ? `4:${written.slice(MAPPED.length)}` : written;
  const width = bits.length - 2;
  const wanted = length === undefined ? width : Number(length) - (isMapped ? MAPPED_LENGTH : 0);
  if (wanted < 0 || wanted > width) return undefined;
  const prefix = bits.slice(0, 2 + wanted);
  return { bits: prefix, text: `${writtenAddress(prefix.padEnd(2 + width, "0"))}/${wanted}` };
}

/** An address as it is usually written. */
function writtenAddress(bits: string): string {
  const size = bits.startsWith("4:") ? 8 : 16;
  const parts = [...bits.slice(2).matchAll(new RegExp(`.{${size}}`, "g"))].map(([part]) => Number.parseInt(part, 2));
  if (size === 8) return parts.join(".");
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(":")}]`).hostname.slice(1, -1);
}
